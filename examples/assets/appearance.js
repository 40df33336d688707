import { copyOnClick } from './copy.js';

const $ = (id) => document.getElementById(id);
const knobs = $('knobs');

/** The colors of each theme, which the color inputs begin with. */
const COLORS = {
  light: {
    colorAccent: '#1a56db',
    colorBackground: '#ffffff',
    colorText: '#1a1d21',
    colorQuiet: '#5b6370',
    colorBorder: '#868e99',
    colorDanger: '#b3261e',
  },
  dark: {
    colorAccent: '#8ab0ff',
    colorBackground: '#17191d',
    colorText: '#eceef1',
    colorQuiet: '#a9b1bc',
    colorBorder: '#767f8c',
    colorDanger: '#ff9a91',
  },
};
const SHAPE = { fontFamily: '', fontSize: '16', borderRadius: '12', spacing: '16' };

/** The rules of each choice, by the name of its input. */
const RULES = {
  labels: {
    light: { Label: { fontWeight: 400 } },
    capitals: { Label: { textTransform: 'uppercase', letterSpacing: '.06em' } },
  },
  edge: { thick: { Field: { borderWidth: '2px' } }, none: { Field: { borderColor: 'transparent' } } },
  hover: { dark: { 'Field:hover': { borderColor: 'currentColor' } } },
  focus: { glow: { 'Field:focus': { boxShadow: '0 0 0 4px rgb(26 86 219 / 25%)' } } },
  wrong: { tinted: { 'Field:invalid': { backgroundColor: 'rgb(179 38 30 / 12%)' } } },
  hints: { italic: { Hint: { fontStyle: 'italic' } } },
  errors: { bold: { Error: { fontWeight: 600 } } },
  method: { pills: { Method: { borderRadius: '24px' } } },
  selected: { filled: { 'Method:selected': { backgroundColor: 'rgb(26 86 219 / 12%)' } } },
};

const dark = matchMedia('(prefers-color-scheme: dark)');

/** The theme that the form has: `auto` is that of the page around it. */
const themeInUse = () => {
  const { value } = knobs.elements.theme;
  return value === 'auto' ? (dark.matches ? 'dark' : 'light') : value;
};

/** Returns the options of what differs from the default. */
const appearance = () => {
  const { theme, ...values } = Object.fromEntries(new FormData(knobs));
  const usual = { ...COLORS[themeInUse()], ...SHAPE };
  const variables = Object.fromEntries(
    Object.entries(values)
      .filter(([name, value]) => name in usual && value !== usual[name])
      .map(([name, value]) => [name, /^\d+$/.test(value) ? `${value}px` : value]),
  );
  const rules = Object.assign({}, ...Object.entries(RULES).map(([name, choices]) => choices[values[name]]));
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
  for (const [name, color] of Object.entries(COLORS[themeInUse()])) knobs.elements[name].value = color;
};

const start = ({ configure, PaymentForm }) => {
  configure($('builder').dataset.publicKey);
  const payment = PaymentForm({ methods: ['card', 'bank'], appearance: appearance() }).attach('#payment');
  const show = () => {
    $('stage').dataset.theme = themeInUse();
    $('code').textContent =
      `service.PaymentForm({\n  appearance: ${written(appearance(), '  ')},\n}).attach('#payment');`;
  };
  const change = ({ target }) => {
    if (target === knobs.elements.theme) useColors();
    show();
    payment.configure({ appearance: appearance() });
  };
  knobs.addEventListener('input', change);
  dark.addEventListener('change', () => change({ target: knobs.elements.theme }));
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
