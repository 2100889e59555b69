/** The session user (S3), from the token's claims. `role` is the same for everyone (S6). */
export interface User {
  id: number;
  username: string;
  role: 'user';
}
