/** Formats a complete number nationally: 050 123 45 67. Returns any other text unchanged. */
export const formatPhone = (phone: string): string =>
  phone.replace(/^\+994(\d\d)(\d{3})(\d\d)(\d\d)$/, '0$1 $2 $3 $4');
