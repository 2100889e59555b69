const byId = (id) => document.getElementById(id);
const isTyping = (customer) => customer.typingUntil > Date.now();

function element(tag, properties, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

/** Draws the list of customers; choosing one calls back with the id. */
export function drawCustomers({ customers, chosen }, choose) {
  byId('nobody').hidden = customers.size > 0;
  const focused = document.activeElement?.dataset?.customer;
  const rows = [...customers.values()].map((customer) => row(customer, chosen, choose));
  byId('customers').replaceChildren(...rows);
  if (focused) document.querySelector(`[data-customer="${focused}"]`)?.focus();
}

function row(customer, chosen, choose) {
  const button = element(
    'button',
    { type: 'button', onclick: () => choose(customer.id) },
    element('span', {
      className: customer.isOnline ? 'dot online' : 'dot',
      title: customer.isOnline ? 'Xətdədir' : 'Xətdə deyil',
    }),
    element('span', { className: 'phone' }, customer.username),
    customer.unread ? element('span', { className: 'unread' }, customer.unread) : '',
    isTyping(customer)
      ? element('span', { className: 'last typing' }, 'yazır...')
      : element('span', { className: 'last' }, lastWords(customer)),
  );
  button.dataset.customer = customer.id;
  button.setAttribute('aria-current', String(customer.id === chosen));
  return element('li', {}, button);
}

function lastWords({ messages, id }) {
  const last = messages.at(-1);
  if (!last) return 'Hələ heç nə yazılmayıb';
  const words = last.text ?? 'Şəkil';
  return last.fromUserId === id ? words : `Siz: ${words}`;
}

/** Draws the conversation with the chosen customer. */
export function drawConversation({ customers, chosen, imageUrl }) {
  const customer = customers.get(chosen);
  byId('nothing').hidden = Boolean(customer);
  byId('conversation').hidden = !customer;
  if (!customer) return;
  byId('name').textContent = customer.username;
  byId('presence').textContent = presence(customer);
  byId('presence').className = isTyping(customer) ? 'typing' : '';
  byId('automatic').checked = !customer.isTaken;
  byId('picture').hidden = !imageUrl;
  if (imageUrl) byId('preview').src = `/${imageUrl}`;
  document.querySelector('button.send').disabled = !imageUrl && !byId('text').value.trim();
  drawMessages(customer);
}

function presence(customer) {
  if (isTyping(customer)) return 'yazır...';
  return customer.isOnline ? 'Xətdədir' : 'Xətdə deyil';
}

// Only what is new is added, so that pictures do not flicker and reading is not disturbed.
function drawMessages({ id, messages }) {
  const list = byId('messages');
  if (list.dataset.customer !== String(id) || list.children.length > messages.length) {
    list.replaceChildren();
    list.dataset.customer = id;
  }
  const fresh = messages.slice(list.children.length);
  list.append(...fresh.map((message) => bubble(message, message.fromUserId !== id)));
  if (fresh.length > 0) list.scrollTop = list.scrollHeight;
}

function bubble({ text, imageUrl, timestamp, isLiveOnly }, isMine) {
  const bubbleParts = [];
  if (imageUrl) bubbleParts.push(picture(imageUrl));
  if (text) bubbleParts.push(element('p', {}, text));
  const time = new Date(`${timestamp.slice(0, 19)}Z`).toTimeString().slice(0, 5);
  const note = isLiveOnly ? `yalnız canlı · ${time}` : time;
  bubbleParts.push(element('small', {}, note));
  return element('li', { className: isMine ? 'mine' : '' }, ...bubbleParts);
}

function picture(imageUrl) {
  const image = element('img', { src: `/${imageUrl}`, alt: 'Şəkil' });
  image.addEventListener('load', () => {
    const list = byId('messages');
    list.scrollTop = list.scrollHeight;
  });
  return image;
}
