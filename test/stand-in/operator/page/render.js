import { dayChip, groupPhone, isOtherDay, linkParts, time } from '/operator/format.js';

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
    element('span', { className: 'phone' }, groupPhone(customer.username)),
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
  byId('name').textContent = groupPhone(customer.username);
  byId('presence').textContent = presence(customer);
  byId('presence').className = isTyping(customer) ? 'typing' : '';
  byId('automatic').checked = !customer.isManual;
  renderPreview(imageUrl);
  document.querySelector('button.send').disabled = !imageUrl && !byId('text').value.trim();
  renderMessages(customer);
}

function presence(customer) {
  if (isTyping(customer)) return 'yazır...';
  return customer.isOnline ? 'Xətdədir' : 'Xətdə deyil';
}

// The preview takes height from the list, so the list scrolls to its end again.
function renderPreview(imageUrl) {
  const src = imageUrl ? `/${imageUrl}` : '';
  const preview = byId('preview');
  byId('attachment').hidden = !src;
  if (preview.getAttribute('src') === src) return;
  preview.setAttribute('src', src);
  scrollToEnd();
}

function scrollToEnd() {
  const list = byId('messages');
  list.scrollTop = list.scrollHeight;
}

// Appends the new messages only: rendering all again would reload the images.
function renderMessages({ id, messages }) {
  const list = byId('messages');
  const isOther = list.dataset.customer !== String(id);
  let count = list.querySelectorAll('.bubble').length;
  if (isOther || count > messages.length) {
    list.replaceChildren();
    list.dataset.customer = id;
    count = 0;
  }
  for (const [index, message] of messages.slice(count).entries()) {
    const previous = messages[count + index - 1];
    if (!previous || isOtherDay(previous.timestamp, message.timestamp)) {
      list.append(element('li', { className: 'day' }, dayChip(message.timestamp)));
    }
    list.append(bubble(message, message.fromUserId !== id));
  }
  if (count < messages.length) scrollToEnd();
}

function bubble({ text, imageUrl, timestamp, isLiveOnly }, isMine) {
  const parts = [];
  if (imageUrl) parts.push(thumbnail(imageUrl));
  if (text) parts.push(element('p', {}, ...linkParts(text).map(textOrLink)));
  const note = isLiveOnly ? `yalnız canlı · ${time(timestamp)}` : time(timestamp);
  parts.push(element('small', {}, note));
  return element('li', { className: isMine ? 'bubble mine' : 'bubble' }, ...parts);
}

const textOrLink = ({ text, href }) =>
  href ? element('a', { href, target: '_blank', rel: 'noopener noreferrer' }, text) : text;

function thumbnail(imageUrl) {
  const url = `/${imageUrl}`;
  const image = element('img', { src: url, alt: 'Şəkil' });
  image.addEventListener('load', scrollToEnd);
  return element('a', { href: url, target: '_blank', title: 'Şəkli yeni vərəqdə aç' }, image);
}

/** Shows the number of unread messages of all customers in front of the title. */
export function renderTitle({ customers }) {
  const unread = [...customers.values()].reduce((sum, customer) => sum + customer.unread, 0);
  document.title = unread > 0 ? `(${unread}) Operator` : 'Operator';
}
