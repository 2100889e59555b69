const [messages, form, error] = ['messages', 'reply', 'error'].map((id) =>
  document.getElementById(id),
);
const { customerId: select, text } = form.elements;

/** The customers with their messages, in the order of their first login. */
let conversations = [];

function render() {
  const selected = select.value;
  select.replaceChildren(...conversations.map(({ id, username }) => new Option(username, id)));
  if (selected) select.value = selected;
  const shown = conversations.find(({ id }) => String(id) === select.value);
  messages.replaceChildren(...(shown?.messages ?? []).map(messageRow));
  window.scrollTo(0, document.body.scrollHeight);
}

function messageRow({ fromUserId, text, imageUrl }) {
  const row = document.createElement('li');
  row.append(`${fromUserId === 1 ? 'Siz' : 'Müştəri'}: ${text ?? ''}`);
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
  conversations = JSON.parse(data);
  render();
});
