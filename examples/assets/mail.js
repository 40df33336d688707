import { ask, Refused } from './shop.js';

const $ = (id) => document.getElementById(id);
const PATH = '/api/sandbox/mails';
const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

const element = (name, text, className = '') => {
  const made = document.createElement(name);
  made.textContent = text;
  made.className = className;
  return made;
};

const open = (button, { id, subject }) => {
  for (const other of $('list').querySelectorAll('button')) other.removeAttribute('aria-current');
  button.setAttribute('aria-current', 'true');
  // A new frame each time: another address in the same one would be a step of the page's history.
  const frame = $('shown').cloneNode();
  frame.title = subject;
  frame.src = `${PATH}/${encodeURIComponent(id)}`;
  $('shown').replaceWith(frame);
};

const itemOf = (mail) => {
  const button = element('button', '');
  button.type = 'button';
  button.append(element('strong', mail.subject), element('span', moment.format(new Date(mail.queued_at)), 'quiet'));
  button.addEventListener('click', () => open(button, mail));
  const item = element('li', '');
  item.append(button);
  return item;
};

const show = ({ mails }) => {
  $('none').hidden = mails.length > 0;
  $('mails').hidden = mails.length === 0;
  $('list').replaceChildren(...mails.map(itemOf));
  $('list').querySelector('button')?.click();
};

try {
  show(await ask('GET', PATH));
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  $('problem').textContent = error.message;
}
