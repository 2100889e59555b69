/**
 * How to find a part of the page: by role and accessible name, by placeholder, by text, or by
 * selector. A name or text also matches a longer one that contains it.
 */
export type Control =
  | { role: keyof typeof ROLE_SELECTORS; name?: string; within?: Control }
  | { placeholder: string }
  | { text: string }
  | { selector: string; within?: Control };

/** The elements with a role, for drivers that cannot search by role. */
export const ROLE_SELECTORS = {
  alert: '[role=alert]',
  article: '[role=article]',
  banner: 'header',
  button: 'button',
  heading: 'h1, h2',
  img: 'img, [role=img]',
  list: 'ul',
  listitem: 'li',
  log: '[role=log]',
  progressbar: 'progress, [role=progressbar]',
  separator: '[role=separator]',
  status: '[role=status], output',
} as const;

const header: Control = { role: 'banner' };
const list: Control = { role: 'log', name: 'Mesajlar' };

/** The parts of the chat screen. */
export const CHAT = {
  header,
  connection: { selector: '[data-connection]', within: header },
  strip: { role: 'status', within: header },
  reconnect: { role: 'button', name: 'Yenidən qoşul', within: header },
  logout: { role: 'button', name: 'Çıxış', within: header },
  list,
  messages: { role: 'article', within: list },
  // Not by their text: a search in very long texts would block the page's main thread.
  own: { selector: '[data-own="true"]', within: list },
  incoming: { selector: '[data-own="false"]', within: list },
  newest: { role: 'button', name: 'Ən son mesaja keç' },
  newMessages: { role: 'separator', name: 'Yeni mesajlar', within: list },
  loading: { text: 'Mesajlar yüklənir...' },
  input: { placeholder: 'Mesajınızı yazın...' },
  send: { selector: 'button[aria-label="Göndər"]' },
  attach: { role: 'button', name: 'Şəkil əlavə et' },
  /** The images that wait to be sent. */
  waiting: { role: 'listitem', within: { role: 'list', name: 'Göndəriləcək şəkillər' } },
  removeImage: { role: 'button', name: 'Şəkli sil' },
  cancel: { role: 'button', name: 'Göndərməyi ləğv et' },
  progress: { role: 'progressbar' },
  filePicker: { selector: 'input[type=file]' },
} as const satisfies Record<string, Control>;

/** The parts of the login screen. */
export const LOGIN = {
  heading: { role: 'heading', name: 'Telefon nömrənizi daxil edin' },
  phone: { placeholder: 'Telefon nömrəsi' },
  button: { role: 'button', name: 'Daxil ol' },
  note: { selector: 'input[type="tel"] + div' },
  error: { role: 'alert' },
} as const satisfies Record<string, Control>;
