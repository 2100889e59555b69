const byId = (id) => document.getElementById(id);
const isTyping = (customer) => customer.typingUntil > Date.now();

function element(tag, properties, ...children) {
  const created = Object.assign(document.createElement(tag), properties);
  created.append(...children);
  return created;
}

/** Renders the list of customers; a click calls `select` with the customer's id. */
export function renderCustomers({ customers, selected }, select) {
  byId('no-customers').hidden = customers.size > 0;
  const focused = document.activeElement?.dataset?.customer;
  const rows = [...customers.values()].map((customer) => row(customer, selected, select));
  byId('customers').replaceChildren(...rows);
  if (focused) document.querySelector(`[data-customer="${focused}"]`)?.focus();
}

function row(customer, selected, select) {
  const button = element(
    'button',
    { type: 'button', onclick: () => select(customer.id) },
    element('span', {
      className: customer.isOnline ? 'dot online' : 'dot',
      title: customer.isOnline ? 'Xətdədir' : 'Xətdə deyil',
    }),
    element('span', { className: 'phone' }, customer.username),
    customer.unread ? element('span', { className: 'unread' }, customer.unread) : '',
    isTyping(customer)
      ? element('span', { className: 'last typing' }, 'yazır...')
      : element('span', { className: 'last' }, lastMessage(customer)),
  );
  button.dataset.customer = customer.id;
  button.setAttribute('aria-current', String(customer.id === selected));
  return element('li', {}, button);
}

function lastMessage({ messages, id }) {
  const last = messages.at(-1);
  if (!last) return 'Hələ heç nə yazılmayıb';
  const text = last.text ?? 'Şəkil';
  return last.fromUserId === id ? text : `Siz: ${text}`;
}

/** Renders the conversation with the selected customer. */
export function renderConversation({ customers, selected, imageUrl }) {
  const customer = customers.get(selected);
  byId('nothing-selected').hidden = Boolean(customer);
  byId('conversation').hidden = !customer;
  if (!customer) return;
  byId('name').textContent = customer.username;
  byId('presence').textContent = presence(customer);
  byId('presence').className = isTyping(customer) ? 'typing' : '';
  byId('automatic').checked = !customer.isManual;
  byId('attachment').hidden = !imageUrl;
  if (imageUrl) byId('preview').src = `/${imageUrl}`;
  document.querySelector('button.send').disabled = !imageUrl && !byId('text').value.trim();
  renderMessages(customer);
}

function presence(customer) {
  if (isTyping(customer)) return 'yazır...';
  return customer.isOnline ? 'Xətdədir' : 'Xətdə deyil';
}

// Appends the new messages only: rendering all again would reload the images.
function renderMessages({ id, messages }) {
  const list = byId('messages');
  if (list.dataset.customer !== String(id) || list.children.length > messages.length) {
    list.replaceChildren();
    list.dataset.customer = id;
  }
  const added = messages.slice(list.children.length);
  list.append(...added.map((message) => bubble(message, message.fromUserId !== id)));
  if (added.length > 0) list.scrollTop = list.scrollHeight;
}

function bubble({ text, imageUrl, timestamp, isLiveOnly }, isMine) {
  const parts = [];
  if (imageUrl) parts.push(thumbnail(imageUrl));
  if (text) parts.push(element('p', {}, text));
  const time = new Date(`${timestamp.slice(0, 19)}Z`).toTimeString().slice(0, 5);
  const note = isLiveOnly ? `yalnız canlı · ${time}` : time;
  parts.push(element('small', {}, note));
  return element('li', { className: isMine ? 'mine' : '' }, ...parts);
}

function thumbnail(imageUrl) {
  const image = element('img', { src: `/${imageUrl}`, alt: 'Şəkil' });
  image.addEventListener('load', () => {
    const list = byId('messages');
    list.scrollTop = list.scrollHeight;
  });
  return image;
}
