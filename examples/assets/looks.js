import { copyOnClick } from './copy.js';
import { arabic } from './look-arabic.js';
import { lists } from './look-lists.js';
import { plastic } from './look-plastic.js';
import { rounded } from './look-rounded.js';
import { terminal } from './look-terminal.js';
import { underlined } from './look-underlined.js';

const LOOKS = { underlined, plastic, rounded, terminal, arabic, lists };
const TITLES = { number: 'Card number', month: 'Expiry month', year: 'Expiry year', cvv: 'Security code' };

const $ = (id) => document.getElementById(id);

/**
 * Frames of one page have different titles, so that a list of frames is clear; the fields in them may share a label.
 */
const withTitles = (look, fields) => {
  const named = Object.entries(TITLES).map(([name, label]) => [
    name,
    { label: fields[name].title ?? label, title: `${label}, ${look}`, ...fields[name] },
  ]);
  return { ...fields, ...Object.fromEntries(named) };
};

const show = ({ Service }) => {
  const { publicKey } = $('looks').dataset;
  for (const [look, options] of Object.entries(LOOKS)) {
    new Service({ ...options, publicKey, fields: withTitles(look, options.fields) });
  }
};

/** The same files that this page runs. */
const showCode = async (details) => {
  const { look } = details.dataset;
  for (const [kind, file] of [
    ['JavaScript', `look-${look}.js`],
    ['CSS', `look-${look}.css`],
  ]) {
    const block = $('code').content.cloneNode(true);
    const [bar, button, code] = ['span', 'button', 'code'].map((name) => block.querySelector(name));
    bar.textContent = kind;
    button.setAttribute('aria-label', `Copy the ${kind} of this look`);
    copyOnClick(button, () => code.textContent, $('spoken'));
    details.append(block);
    const answer = await fetch(`/assets/${file}`);
    code.textContent = await answer.text();
  }
};

if (window.service) show(window.service);
else
  $('problem').textContent = 'The card fields could not be loaded. Your browser may be blocking them. Reload the page.';

for (const details of document.querySelectorAll('[data-look]')) {
  details.addEventListener('toggle', () => showCode(details), { once: true });
}
