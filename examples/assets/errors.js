import { whileBusy } from './busy.js';
import { styleOfThePage } from './card-fields.js';
import { copyList } from './copy-list.js';
import { refusalOf } from './service-errors.js';
import { askShop, Refused } from './shop.js';
import { withCard, withoutCard } from './situations.js';

const $ = (id) => document.getElementById(id);
const { publicKey } = $('errors').dataset;

const copyOf = (id) => $(id).content.cloneNode(true);

/** Returns the source text of a function, without the indentation of its place in the file. */
const sourceOf = (happen) => {
  const lines = String(happen).split('\n');
  const depth = lines.at(-1).search(/\S/);
  return [lines[0], ...lines.slice(1).map((line) => line.slice(depth))].join('\n');
};

/** One member per line, and one error per line. */
const written = (members) => {
  const value = (of) =>
    typeof of?.[0] === 'object' ? `[\n    ${of.map(value).join(',\n    ')}\n  ]` : JSON.stringify(of);
  const lines = Object.entries(members).map(([name, of]) => `  ${name}: ${value(of)}`);
  return `{\n${lines.join(',\n')}\n}`;
};

/** Returns what your code gets, beside what the customer sees. */
const outcomeOf = (error) => {
  const ofShop = error instanceof Refused;
  const { message, faults } = ofShop ? error : refusalOf(error);
  const outcome = copyOf('outcome');
  outcome.querySelector('.who').textContent = ofShop ? 'What the shop’s server says' : 'What the library says';
  const { name, code, classification, fields, details } = error;
  outcome.querySelector('.told').textContent = written(
    ofShop ? { message, fields: faults } : { name, code, classification, message: error.message, fields, details },
  );
  for (const words of new Set([message, ...Object.values(faults)].filter(Boolean))) {
    const item = document.createElement('li');
    item.textContent = words;
    outcome.querySelector('.words ul').append(item);
  }
  return outcome;
};

const show = (list, { title, about, happen }) => {
  const situation = copyOf('situation');
  const [heading, text, button, source, outcome] = ['h3', '.quiet', 'button', '.source', '.outcome'].map((name) =>
    situation.querySelector(name),
  );
  heading.textContent = title;
  text.textContent = about;
  button.setAttribute('aria-label', `Make it happen: ${title}`);
  source.textContent = sourceOf(happen);
  const tryIt = async () => {
    outcome.replaceChildren();
    try {
      await happen();
      outcome.textContent = 'Nothing went wrong. Try it with the card above.';
    } catch (error) {
      outcome.replaceChildren(outcomeOf(error));
    }
  };
  button.addEventListener('click', whileBusy(button, tryIt));
  list.append(situation);
};

const start = (service) => {
  const places = { number: '#number', month: '#month', year: '#year', cvv: '#cvv' };
  const configure = () =>
    service.configure({ publicKey, required: ['cvv'], fields: { ...places, all: { style: styleOfThePage() } } });
  configure();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', configure);
  for (const situation of withCard(service, $('card'), askShop)) show($('with-card'), situation);
  for (const situation of withoutCard(service, publicKey, askShop)) show($('without-card'), situation);
};

copyList($('declined-card'), [['4000 0000 0000 0002', 'Declined by the bank']], $('spoken'));
$('card').addEventListener('submit', (event) => event.preventDefault());
if (window.service) start(window.service);
else $('problem').textContent = 'The library could not be loaded. Your browser may be blocking it. Reload the page.';
