/** The numbers and names of the specification, except the sizes on the screen. */

/** The recipient of every customer's messages (S6, S9). */
export const OPERATOR_ID = 1;

/** The digits that every phone number begins with (S5, S9). */
export const PHONE_PREFIX = '994';
/** Maximum number of digits after the plus (S5, S9). */
export const PHONE_MAX_DIGITS = 12;
/** Length of a complete number, with its plus (S5, S9). */
export const PHONE_TOTAL_LENGTH = 13;

/** Key of the auth token in local storage (S3). */
export const TOKEN_KEY = 'token';

/** Paths of the two screens (S2). */
export const LOGIN_PATH = '/login';
export const CHAT_PATH = '/chat';

/** Paths on the provider's host (S7). */
export const API_PREFIX = '/api/66';
export const HUB_PATH = '/chatHub66';

/** The hub's event and methods, and the value of SendTyping (S7). */
export const RECEIVE_MESSAGE = 'ReceiveMessage';
export const SEND_MESSAGE = 'SendMessage';
export const SEND_TYPING = 'SendTyping';
export const TYPING_VALUE = 1;

/** Delay before each retry, in ms; after the last one retrying stops (S4, S9). */
export const RETRY_DELAYS = [0, 2_000, 10_000, 30_000] as const;
/** Silence of the server, in ms, after which the connection is lost (S9). */
export const SERVER_TIMEOUT = 30_000;
/** Delay between two pings of the client, in ms (S9). */
export const KEEP_ALIVE_INTERVAL = 15_000;
/** Timeout of a request or an invocation, in ms (S9). */
export const REQUEST_TIMEOUT = 100_000;
