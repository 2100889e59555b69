/** The session user (spec 3), derived from the token's claims; `role` is the same for everyone (spec 6). */
export interface User {
  id: number;
  username: string;
  role: 'user';
}
