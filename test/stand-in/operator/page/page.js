import { renderConversation, renderCustomers, renderTitle } from '/operator/render.js';

/** How long the typing indicator is shown after the last keystroke. */
const TYPING_SHOWN_MS = 3000;
const byId = (id) => document.getElementById(id);
const { body } = document;
const [form, text, file] = ['reply', 'text', 'file'].map(byId);

/** The state of the page; `customers` by id, in order of arrival. */
const state = { customers: new Map(), selected: undefined, imageUrl: undefined, isBusy: false };

function render() {
  renderCustomers(state, select);
  renderConversation(state);
  renderTitle(state);
}

function select(id) {
  state.selected = id;
  state.imageUrl = undefined;
  state.customers.get(id).unread = 0;
  body.classList.add('chatting');
  render();
  text.focus();
}

const isShown = (customerId) => state.selected === customerId && !document.hidden;

/** Event handlers by the event's `kind`. */
const handlers = {
  customer({ customer }) {
    const { unread = 0, typingUntil = 0 } = state.customers.get(customer.id) ?? {};
    state.customers.set(customer.id, { ...customer, unread, typingUntil });
  },
  message({ customerId, message, isLiveOnly }) {
    const customer = state.customers.get(customerId);
    // The `customer` event of an unknown customer brings this message too.
    if (!customer) return;
    const isIncoming = message.fromUserId === customerId;
    customer.messages = [...customer.messages, { ...message, isLiveOnly }];
    if (isIncoming) customer.typingUntil = 0;
    if (isIncoming && !isShown(customerId)) customer.unread += 1;
  },
  typing({ customerId }) {
    const customer = state.customers.get(customerId);
    if (!customer) return;
    customer.typingUntil = Date.now() + TYPING_SHOWN_MS;
    setTimeout(render, TYPING_SHOWN_MS + 20);
  },
};

async function call(path, options) {
  byId('error').textContent = '';
  try {
    const response = await fetch(`/operator/${path}`, { method: 'POST', ...options });
    if (!response.ok) throw new Error(`${response.status}`);
    return response;
  } catch {
    byId('error').textContent = 'Alınmadı. Zəhmət olmasa, yenidən yoxlayın.';
    return undefined;
  }
}

const callWithJson = (path, value) =>
  call(path, { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(value) });

async function send() {
  const message = { text: text.value.trim() || null, imageUrl: state.imageUrl ?? null };
  if (state.isBusy || (!message.text && !message.imageUrl)) return;
  state.isBusy = true;
  const response = await callWithJson(`messages/${state.selected}`, message);
  state.isBusy = false;
  if (!response) return;
  text.value = '';
  state.imageUrl = undefined;
  render();
}

async function attach() {
  const [image] = file.files;
  if (!image) return;
  const upload = new FormData();
  upload.append('file', image);
  file.value = '';
  const response = await call('upload', { body: upload });
  if (response) state.imageUrl = (await response.json()).imageUrl;
  render();
  text.focus();
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void send();
});
text.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  void send();
});
text.addEventListener('input', render);
file.addEventListener('change', () => void attach());
byId('remove').addEventListener('click', () => {
  state.imageUrl = undefined;
  render();
});
byId('automatic').addEventListener('change', ({ target }) => {
  void callWithJson(`manual/${state.selected}`, { isManual: !target.checked });
});
byId('back').addEventListener('click', () => {
  state.selected = undefined;
  body.classList.remove('chatting');
  render();
});

document.addEventListener('visibilitychange', () => {
  const customer = state.customers.get(state.selected);
  if (document.hidden || !customer) return;
  customer.unread = 0;
  render();
});

const events = new EventSource('/operator/events');
events.addEventListener('open', () => state.customers.clear());
events.addEventListener('message', ({ data }) => {
  const event = JSON.parse(data);
  handlers[event.kind](event);
  render();
});
render();
