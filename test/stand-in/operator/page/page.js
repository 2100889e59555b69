const [messages, form, error] = ['messages', 'reply', 'error'].map((id) =>
  document.getElementById(id),
);
const { customerId: select, text } = form.elements;

/** The customers with their messages; who wrote last is first. */
let conversations = [];

const isCustomers = ({ fromUserId }) => fromUserId !== 1;
const lastTime = ({ messages }) => messages.findLast(isCustomers)?.timestamp ?? '';

function customerOption({ id, username, messages }) {
  const last = messages.findLast(isCustomers);
  const unanswered = messages.slice(messages.findLastIndex((message) => !isCustomers(message)) + 1);
  const count = unanswered.length ? ` (${unanswered.length})` : '';
  const text = last ? `: ${last.text ?? 'Şəkil'}` : '';
  return new Option(`${username}${count}${text}`, id);
}

function render() {
  const selected = select.value || conversations[0]?.id;
  select.replaceChildren(...conversations.map(customerOption));
  select.value = selected;
  const shown = conversations.find(({ id }) => String(id) === select.value);
  messages.replaceChildren(...(shown?.messages ?? []).map(messageRow));
  window.scrollTo(0, document.body.scrollHeight);
}

function messageRow(message) {
  const { text, imageUrl } = message;
  const row = document.createElement('li');
  row.append(`${isCustomers(message) ? 'Müştəri' : 'Siz'}: ${text ?? ''}`);
  if (imageUrl) row.append(Object.assign(new Image(), { src: `/${imageUrl}`, alt: 'Şəkil' }));
  return row;
}

async function send() {
  const response = await fetch('/operator/send', { method: 'POST', body: new FormData(form) });
  error.textContent = response.ok ? '' : 'Alınmadı. Zəhmət olmasa, yenidən yoxlayın.';
  if (!response.ok) return;
  const { value } = select;
  form.reset();
  select.value = value;
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void send();
});
text.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  form.requestSubmit();
});
select.addEventListener('change', render);
new EventSource('/operator/events').addEventListener('message', ({ data }) => {
  conversations = JSON.parse(data).sort((a, b) => lastTime(b).localeCompare(lastTime(a)));
  render();
});
