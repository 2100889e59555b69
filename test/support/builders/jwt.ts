const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Returns a token without a valid signature. @param claims a value, or its JSON as text */
export function jwt(claims: unknown): string {
  const payload =
    typeof claims === 'string' ? Buffer.from(claims).toString('base64url') : encode(claims);
  return `${encode({ alg: 'HS256', typ: 'JWT' })}.${payload}.c2lnbmF0dXJl`;
}

/** Returns a token of this user. @param exp seconds since 1970 */
export function tokenOf(userId: number, exp?: number): string {
  return jwt({ nameid: String(userId), unique_name: '+994501234567', exp });
}
