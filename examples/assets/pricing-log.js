const KEPT = 40;

const HEARD = [
  'set.plan',
  'set.addon',
  'set.coupon',
  'unset.coupon',
  'set.gift_card',
  'unset.gift_card',
  'set.address',
  'set.currency',
];

/** `{ quantity: 8 }`, as in source code. */
const literal = (value) => {
  if (typeof value !== 'object') return `'${value}'`;
  const members = Object.entries(value).map(([name, each]) => `${name}: ${Number.isFinite(each) ? each : `'${each}'`}`);
  return `{ ${members.join(', ')} }`;
};

/** Lists, newest first, each call of `pricing` and each event that it emits. */
export const showLog = (list, pricing) => {
  const add = (kind, text) => {
    const line = document.createElement('li');
    line.className = kind;
    line.textContent = text;
    list.prepend(line);
    while (list.children.length > KEPT) list.lastElementChild.remove();
  };
  for (const name of HEARD) pricing.on(name, (item) => add('heard', [name, item?.code].filter(Boolean).join('  ')));
  pricing.on('change', ({ now, next }) => add('heard', `change  now ${now.total}, next ${next.total}`));
  pricing.on('error', ({ code }) => add('failed', `error  ${code}`));
  return (method, args) => add('said', `pricing.${method}(${args.map(literal).join(', ')}).done()`);
};
