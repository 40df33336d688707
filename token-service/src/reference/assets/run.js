/**
 * Lets readers run the examples against the sandbox that serves this page. Its examples carry the reader's last
 * account, invoice, subscription and token. Pages load this file only where no other machine can reach the service,
 * because it uses the published key of the demo site.
 */
const { exampleKey: key, exampleVersion: version } = document.querySelector('main').dataset;
const spoken = document.querySelector('p.spoken');
/** Milliseconds. */
const LONGEST = 20_000;
/** Characters of an answer. */
const MOST = 20_000;

const ask = (method, path, body) =>
  fetch(path, {
    method,
    // Without cookies and without the browser's own question for a password.
    credentials: 'omit',
    redirect: 'error',
    signal: AbortSignal.timeout(LONGEST),
    headers: {
      Authorization: `Basic ${btoa(`${key}:`)}`,
      Accept: 'application/xml',
      'X-Api-Version': version,
      ...(body && { 'Content-Type': 'application/xml; charset=utf-8' }),
    },
    body,
  });

const newest = async (path, element) => {
  const response = await ask('GET', `${path}?per_page=1`);
  if (!response.ok) return undefined;
  const list = new DOMParser().parseFromString(await response.text(), 'application/xml');
  return list.querySelector(element)?.textContent || undefined;
};

const lastToken = async () => (await (await fetch('/docs/sandbox.json')).json()).token_id;

/** The newest record of each kind. */
const READERS = {
  account_code: () => newest('/v2/accounts', 'account > account_code'),
  invoice_number: () => newest('/v2/invoices', 'invoice > invoice_number'),
  subscription_uuid: () => newest('/v2/subscriptions', 'subscription > uuid'),
  token_id: lastToken,
};
const asked = new Map();
const mine = (name) => {
  if (!asked.has(name))
    asked.set(
      name,
      READERS[name]().catch(() => undefined),
    );
  return asked.get(name);
};

/** The recorded value where it is a part of an address or an element, and nowhere else. */
const patternOf = (value) =>
  new RegExp(`(?<=[/>])${RegExp.escape?.(value) ?? value.replace(/\W/g, '\\$&')}(?=[/?"'<]|$)`, 'g');

const replaceInText = (root, pattern, value) => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const text of texts) {
    const pieces = text.data.split(pattern);
    if (pieces.length === 1) continue;
    text.replaceWith(
      ...pieces.flatMap((piece, place) => {
        if (place === 0) return [piece];
        const mark = document.createElement('mark');
        mark.title = 'Yours';
        mark.textContent = value;
        return [mark, piece];
      }),
    );
  }
};

const figures = [...document.querySelectorAll('figure[data-method]')];
/** The examples as they were recorded. */
const recorded = new Map(
  figures.map((figure) => {
    const codes = [...figure.querySelectorAll('pre code')];
    return [figure, { ...figure.dataset, codes: codes.map((code) => [code, code.cloneNode(true)]) }];
  }),
);

/** Puts the reader's values into an example; those that there are none of stay as they were recorded. */
const personalize = async (figure) => {
  const { path, body, yours = '{}', codes } = recorded.get(figure);
  const values = [];
  for (const [name, known] of Object.entries(JSON.parse(yours))) values.push([patternOf(known), await mine(name)]);
  const replaced = values.filter(([, value]) => value);
  if (replaced.length === 0) return;
  const inBody = (text, [pattern, value]) => text.replace(pattern, () => value);
  figure.dataset.path = replaced.reduce(
    (text, [pattern, value]) => inBody(text, [pattern, encodeURIComponent(value)]),
    path,
  );
  if (body) figure.dataset.body = replaced.reduce(inBody, body);
  for (const [code, original] of codes) {
    code.replaceChildren(...original.cloneNode(true).childNodes);
    for (const [pattern, value] of replaced) replaceInText(code, pattern, value);
  }
};

/** The examples follow what is newest, also after one of them has created something. */
const personalizeAll = () => {
  asked.clear();
  return Promise.all(figures.map(personalize));
};

const show = (figure, title, text) => {
  const answer = figure.querySelector('.ran') ?? document.createElement('div');
  answer.className = 'ran';
  const heading = document.createElement('p');
  heading.className = 'quiet';
  heading.textContent = title;
  const pre = document.createElement('pre');
  pre.tabIndex = 0;
  pre.textContent = text.length > MOST ? `${text.slice(0, MOST)}\n…` : text;
  answer.replaceChildren(heading, ...(text ? [pre] : []));
  figure.append(answer);
  spoken.textContent = title;
};

const run = async (figure, button) => {
  button.disabled = true;
  try {
    const { method, path, body } = figure.dataset;
    const response = await ask(method, path, body);
    show(figure, `Your sandbox answered ${response.status}`, await response.text());
    if (method !== 'GET') await personalizeAll();
  } catch {
    show(figure, 'Your sandbox did not answer.', '');
  } finally {
    button.disabled = false;
  }
};

const ready = personalizeAll();
for (const figure of figures) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Run';
  button.title = 'Sends this request to your sandbox';
  button.addEventListener('click', async () => {
    await ready;
    await run(figure, button);
  });
  figure.querySelector('.copy').before(button);
}
