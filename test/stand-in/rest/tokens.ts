import { sign, verify, type SignOptions } from 'jsonwebtoken';
import type { Customer } from '../state/conversations';

const SECRET = 'the stand-in provider signs its tokens with this public key';
const WS_FEDERATION = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';

const ID = `${WS_FEDERATION}/nameidentifier`;
const NAME = `${WS_FEDERATION}/name`;

/** How long a token is valid: seconds, or a text such as `20s`. */
export type Lifetime = SignOptions['expiresIn'];

/** Issues a signed token of a customer. @param expiresIn null: never */
export function issueToken({ id, username }: Customer, expiresIn: Lifetime | null = '7d'): string {
  return sign(
    { [ID]: String(id), [NAME]: username },
    SECRET,
    expiresIn === null ? {} : { expiresIn },
  );
}

/** The customer of a valid token; undefined for any other text. */
export function verifyToken(token: string): Customer | undefined {
  try {
    const payload = verify(token, SECRET);
    if (typeof payload === 'string') return undefined;
    return { id: Number(payload[ID]), username: String(payload[NAME]) };
  } catch {
    return undefined;
  }
}
