import { whileBusy } from './busy.js';
import { dayOf, moment, stateOf, wordsFor } from './history-words.js';
import { ask, Refused } from './shop.js';

const $ = (id) => document.getElementById(id);
const PATH = '/api/sandbox';

const element = (name, text = '', className = '') => {
  const made = document.createElement(name);
  made.textContent = text;
  made.className = className;
  return made;
};

/** Shows a refusal; anything else is an error of this page. */
const attempt = (action) => async () => {
  $('problem').textContent = '';
  try {
    await action();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    $('problem').textContent = error.message;
  }
};

const stopButton = ({ uuid, name }) => {
  const button = element('button', '', 'danger');
  button.type = 'button';
  button.append(element('span', `Stop ${name}`, 'label'), element('span', 'Stopping…', 'progress'));
  button.querySelector('.progress').hidden = true;
  button.addEventListener(
    'click',
    whileBusy(
      button,
      attempt(async () => {
        show(await ask('PUT', `${PATH}/subscriptions/${uuid}/stop`, {}));
        $('spoken').textContent = `${name} is stopped.`;
        $('subscriptions-title').focus();
      }),
    ),
  );
  return button;
};

const subscriptionItem = (subscription) => {
  const item = element('li');
  item.append(element('strong', subscription.name), element('span', stateOf(subscription), 'what'));
  if (subscription.state === 'active') item.append(stopButton(subscription));
  return item;
};

const happeningItem = (happening, isNew) => {
  const { text, bad } = wordsFor(happening);
  const item = element('li');
  const day = element('span', dayOf(happening.at), 'quiet');
  if (isNew) day.append(element('span', 'New', 'new'));
  const what = element('span', text, bad ? 'what bad' : 'what');
  if (happening.number) what.append(' ', linkTo(happening));
  item.append(day, what);
  return item;
};

/** Leads to the receipt, or to the account page that pays what the customer has to confirm. */
const linkTo = ({ number, state }) => {
  const [name, href] =
    state === 'to_confirm'
      ? ['Confirm the payment', `/api/account?invoice=${number}`]
      : ['Receipt', `/receipt.html?number=${number}`];
  const link = element('a', name);
  link.href = href;
  link.setAttribute('aria-label', `${name} ${number}`);
  return link;
};

/** The state that the page showed before, to mark what is new. */
let before;

const show = ({ now, subscriptions, happened }) => {
  $('now').textContent = moment(now);
  $('date').min = now.slice(0, 10);
  $('subscriptions')
    .querySelector('ul')
    .replaceChildren(...subscriptions.map(subscriptionItem));
  $('none').hidden = subscriptions.length > 0;
  const items = happened.map((each) => happeningItem(each, before !== undefined && each.at > before));
  $('history')
    .querySelector('ol')
    .replaceChildren(...items);
  $('history').hidden = items.length === 0;
  for (const id of ['clock', 'subscriptions']) $(id).hidden = false;
};

const soon = () => new Promise((resolve) => setTimeout(resolve, 500));

/** Shows each state on the way, until everything that was due has happened. */
const arrive = async (first) => {
  for (let state = first; ; state = await ask('GET', PATH)) {
    show(state);
    if (state.reached_at >= state.now) return state;
    $('spoken').textContent = `On the way: ${dayOf(state.reached_at)}.`;
    await soon();
  }
};

const move = (button, step) =>
  whileBusy(
    button,
    attempt(async () => {
      const { now } = await ask('GET', PATH);
      before = now;
      $('spoken').textContent = '';
      const { happened } = await arrive(await ask('PUT', `${PATH}/clock`, step()));
      const count = happened.filter(({ at }) => at > before).length;
      $('spoken').textContent = count === 0 ? 'No events in this time' : count === 1 ? '1 event' : `${count} events`;
    }),
  );

for (const by of ['month', 'year', 'day'])
  $(by).addEventListener(
    'click',
    move($(by), () => ({ by })),
  );
const go = move($('go'), () => ({ date: $('date').value }));
$('to').addEventListener('submit', (event) => {
  event.preventDefault();
  go();
});

await attempt(async () => {
  await arrive(await ask('GET', PATH));
  $('spoken').textContent = '';
})();
