import { drawCustomers, drawConversation } from '/operator/draw.js';

const TYPING_SHOWN_MS = 3000;
const byId = (id) => document.getElementById(id);
const { body } = document;
const [form, text, file] = ['answer', 'text', 'file'].map(byId);

/** Everything the page knows; `customers` by id, in the order in which they came. */
const state = { customers: new Map(), chosen: undefined, imageUrl: undefined, isBusy: false };

function draw() {
  drawCustomers(state, choose);
  drawConversation(state);
}

function choose(id) {
  state.chosen = id;
  state.imageUrl = undefined;
  state.customers.get(id).unread = 0;
  body.classList.add('chatting');
  draw();
  text.focus();
}

const receive = {
  customer({ customer }) {
    const { unread = 0, typingUntil = 0 } = state.customers.get(customer.id) ?? {};
    state.customers.set(customer.id, { ...customer, unread, typingUntil });
  },
  message({ customerId, message, isLiveOnly }) {
    const customer = state.customers.get(customerId);
    // A customer who is not known yet arrives with everything that was said so far.
    if (!customer) return;
    const isTheirs = message.fromUserId === customerId;
    customer.messages = [...customer.messages, { ...message, isLiveOnly }];
    if (isTheirs) customer.typingUntil = 0;
    if (isTheirs && state.chosen !== customerId) customer.unread += 1;
  },
  typing({ customerId }) {
    const customer = state.customers.get(customerId);
    if (!customer) return;
    customer.typingUntil = Date.now() + TYPING_SHOWN_MS;
    setTimeout(draw, TYPING_SHOWN_MS + 20);
  },
};

async function call(path, options) {
  byId('error').textContent = '';
  try {
    const response = await fetch(`/operator/${path}`, { method: 'POST', ...options });
    if (!response.ok) throw new Error(`${response.status}`);
    return response;
  } catch {
    byId('error').textContent = 'Alınmadı. Zəhmət olmasa yenidən yoxlayın.';
    return undefined;
  }
}

const callWithJson = (path, value) =>
  call(path, { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(value) });

async function send() {
  const words = { text: text.value.trim() || null, imageUrl: state.imageUrl ?? null };
  if (state.isBusy || (!words.text && !words.imageUrl)) return;
  state.isBusy = true;
  const response = await callWithJson(`messages/${state.chosen}`, words);
  state.isBusy = false;
  if (!response) return;
  text.value = '';
  state.imageUrl = undefined;
  draw();
}

async function attach() {
  const [picture] = file.files;
  if (!picture) return;
  const upload = new FormData();
  upload.append('file', picture);
  file.value = '';
  const response = await call('upload', { body: upload });
  if (response) state.imageUrl = (await response.json()).imageUrl;
  draw();
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
text.addEventListener('input', draw);
file.addEventListener('change', () => void attach());
byId('remove').addEventListener('click', () => {
  state.imageUrl = undefined;
  draw();
});
byId('automatic').addEventListener('change', ({ target }) => {
  void callWithJson(`taken/${state.chosen}`, { isTaken: !target.checked });
});
byId('back').addEventListener('click', () => {
  state.chosen = undefined;
  body.classList.remove('chatting');
  draw();
});

const events = new EventSource('/operator/events');
events.addEventListener('open', () => state.customers.clear());
events.addEventListener('message', ({ data }) => {
  const event = JSON.parse(data);
  receive[event.kind](event);
  draw();
});
draw();
