/** The numbers and fixed names of the specification, each with its section. Times are milliseconds. */

/** Spec 6, 9: every customer chats with this recipient, the operator. */
export const OPERATOR_ID = 1;

/** Spec 5, 9: the digits that every phone number begins with. */
export const PHONE_PREFIX = '994';
/** Spec 5, 9: digits after the plus, at most. */
export const PHONE_MAX_DIGITS = 12;
/** Spec 5, 9: length of a complete number, the plus included. */
export const PHONE_TOTAL_LENGTH = 13;

/** Spec 3: the key of the auth token in local storage. */
export const TOKEN_KEY = 'token';

/** Spec 2: the two routes. */
export const LOGIN_PATH = '/login';
export const CHAT_PATH = '/chat';

/** Spec 7: the prefix of the four calls, and the hub, on the provider host. */
export const API_PREFIX = '/api/66';
export const HUB_PATH = '/chatHub66';

/** Spec 7: the hub's event, its two methods, and the value sent with SendTyping. */
export const RECEIVE_MESSAGE = 'ReceiveMessage';
export const SEND_MESSAGE = 'SendMessage';
export const SEND_TYPING = 'SendTyping';
export const TYPING_VALUE = 1;

/** Spec 4, 9: pauses before each retry; after the last one retrying stops. */
export const RETRY_DELAYS = [0, 2_000, 10_000, 30_000] as const;
/** Spec 9: silence after which the server counts as gone. */
export const SERVER_TIMEOUT = 30_000;
/** Spec 9: pause between two pings of the client. */
export const KEEP_ALIVE_INTERVAL = 15_000;
/** Spec 9: time that one request or invocation may take. */
export const REQUEST_TIMEOUT = 100_000;

/** A token of more characters than this is none: no server takes a request that carries it. */
export const MAX_TOKEN = 32 * 1024;
/** An answer of more bytes than this is no answer; a history of this size holds hundreds of thousands of messages. */
export const MAX_ANSWER = 32 * 1024 * 1024;

/** So many messages are shown at first of a long history: more than there is room for. */
export const TAIL = 20;
/** A history of more characters than this takes long enough to read for its end to be shown before. */
export const LONG_HISTORY = 64 * 1024;

/** A page that drew no frame for this long is not waited for. */
export const FRAMELESS = 100;

/** An attempt to connect that is not up after this is given up. */
export const ATTEMPT_DEADLINE = 20_000;
/** An attempt this old is begun anew where something suggests that it could succeed now. */
export const STALE_ATTEMPT = 5_000;
/** A connection that held this long counts as stable: the retry delays start over. */
export const STABLE_AFTER = 30_000;
/** A server that pings every 15 s and was not heard for this long is not trusted to be there. */
export const SUSPICIOUS_SILENCE = 20_000;
/** The stored time of an operator's message differs from its live copy's by no more than this. */
export const RESTAMP_TOLERANCE = 10_000;
/** Stopping a connection is waited for this long, so that no hung socket holds up logout. */
export const STOP_DEADLINE = 1_000;
