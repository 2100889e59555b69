const parameters = new URLSearchParams(location.search);
const parameter = (name: string) => parameters.get(name) ?? '';

/** The provider's origin and the customer, from the page's query string. */
export const host = parameter('host');
export const customerId = Number(parameter('id'));
export const token = parameter('token');
