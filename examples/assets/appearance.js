import { copyOnClick } from './copy.js';

const $ = (id) => document.getElementById(id);
const knobs = $('knobs');

/** The colors of each theme, which the color inputs begin with. */
const COLORS = {
  light: { colorAccent: '#1a56db', colorBackground: '#ffffff', colorText: '#1a1d21' },
  dark: { colorAccent: '#8ab0ff', colorBackground: '#17191d', colorText: '#eceef1' },
};
const SHAPE = { fontFamily: '', borderRadius: '12', spacing: '16' };
const LABELS = {
  light: { fontWeight: 400 },
  capitals: { textTransform: 'uppercase', letterSpacing: '.06em' },
};
const GLOW = { boxShadow: '0 0 0 4px rgb(26 86 219 / 25%)' };

/** Returns the options of what differs from the default. */
const appearance = () => {
  const { theme, labels, focus, ...values } = Object.fromEntries(new FormData(knobs));
  const usual = { ...COLORS[theme], ...SHAPE };
  const variables = Object.fromEntries(
    Object.entries(values)
      .filter(([name, value]) => value !== usual[name])
      .map(([name, value]) => [name, /^\d+$/.test(value) ? `${value}px` : value]),
  );
  const rules = { ...(labels && { Label: LABELS[labels] }), ...(focus && { 'Field:focus': GLOW }) };
  return {
    theme,
    ...(Object.keys(variables).length > 0 && { variables }),
    ...(Object.keys(rules).length > 0 && { rules }),
  };
};

/** Returns a value as one would write it in JavaScript. */
const written = (value, indent = '') => {
  if (typeof value !== 'object') return typeof value === 'string' ? `'${value}'` : String(value);
  const members = Object.entries(value).map(([name, each]) => {
    const key = /^\w+$/.test(name) ? name : `'${name}'`;
    return `${indent}  ${key}: ${written(each, `${indent}  `)},\n`;
  });
  return `{\n${members.join('')}${indent}}`;
};

const useColors = () => {
  for (const [name, color] of Object.entries(COLORS[knobs.elements.theme.value])) knobs.elements[name].value = color;
};

const start = ({ configure, PaymentForm }) => {
  configure($('builder').dataset.publicKey);
  const options = () => ({ methods: ['card', 'bank'], appearance: appearance() });
  const payment = PaymentForm(options()).attach('#payment');
  let waiting;
  const show = () => {
    $('stage').dataset.theme = knobs.elements.theme.value;
    $('code').textContent =
      `service.PaymentForm({\n  appearance: ${written(appearance(), '  ')},\n}).attach('#payment');`;
  };
  const change = ({ target }) => {
    if (target === knobs.elements.theme) useColors();
    show();
    // The form starts again with each change: once, when the knob rests.
    clearTimeout(waiting);
    waiting = setTimeout(() => payment.configure(options()), 150);
  };
  knobs.addEventListener('input', change);
  knobs.addEventListener('reset', () =>
    setTimeout(() => {
      useColors();
      change({ target: knobs });
    }),
  );
  show();
};

useColors();
copyOnClick($('copy'), () => $('code').textContent, $('spoken'));
knobs.addEventListener('submit', (event) => event.preventDefault());
$('preview').addEventListener('submit', (event) => event.preventDefault());
if (window.service) {
  const { service } = window;
  start({ configure: (key) => service.configure(key), PaymentForm: (options) => service.PaymentForm(options) });
} else {
  $('problem').textContent = 'The payment form could not be loaded. Your browser may be blocking it. Reload the page.';
}
