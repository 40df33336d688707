/**
 * Searches pages, operations and fields by an index that is loaded with the page, and the text by its words, which are
 * loaded when the search gets the focus. Both work offline from then on. `/` moves to the search; the arrow keys move
 * through the results.
 */
const form = document.querySelector('.search');
const input = form.querySelector('input');
const results = form.querySelector('.results');
const spoken = document.querySelector('p.spoken');
const MOST = 12;

form.hidden = false;
const load = (path) => fetch(path).then((response) => response.json());
const index = load('/docs/search.json');
let text;
const loadText = () => {
  text ??= load('/docs/search-words.json').catch(() => ({}));
  return text;
};
input.addEventListener('focus', loadText, { once: true });

/** Higher is better; 0: a word of the query does not occur. A word of the text counts less than one of a name. */
const score = ([name, within, href], words, inText) => {
  const title = name.toLowerCase().replaceAll('_', ' ');
  const all = `${title} ${name.toLowerCase()} ${within.toLowerCase().replaceAll('_', ' ')}`;
  let sum = 0;
  for (const word of words) {
    if (!all.includes(word)) {
      if (!` ${inText[href] ?? ''}`.includes(` ${word}`)) return 0;
      sum += 0.5;
    } else if (title === word) sum += 8;
    else if (title.startsWith(word)) sum += 4;
    else if (` ${title}`.includes(` ${word}`)) sum += 3;
    else sum += title.includes(word) ? 2 : 1;
  }
  return sum + (title === words.join(' ') ? 8 : 0) - title.length / 200;
};

const find = async (query) => {
  const words = query.toLowerCase().replaceAll('_', ' ').split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const [places, inText] = await Promise.all([index, loadText()]);
  const found = places
    .map((place) => ({ place, score: score(place, words, inText) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ place }) => place);
  // An operation is also a section: the better name of an address stays.
  const seen = new Set();
  return found.filter(([, , href]) => !seen.has(href) && seen.add(href)).slice(0, MOST);
};

const show = (places, query) => {
  results.replaceChildren(
    ...places.map(([name, within, href]) => {
      const link = document.createElement('a');
      link.href = href;
      const context = document.createElement('span');
      context.className = 'quiet';
      context.textContent = within;
      link.append(name, ' ', context);
      return link;
    }),
  );
  if (query && places.length === 0) results.textContent = 'Nothing found. Try another word.';
  results.hidden = query === '';
  spoken.textContent = query && `${places.length} ${places.length === 1 ? 'result' : 'results'}`;
};

input.addEventListener('input', async () => {
  const query = input.value.trim();
  const places = await find(query);
  if (query === input.value.trim()) show(places, query);
});

form.addEventListener('submit', (event) => {
  event.preventDefault();
  results.querySelector('a')?.click();
});

form.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') {
    results.hidden = true;
    input.focus();
    return;
  }
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const stops = [input, ...results.querySelectorAll('a')];
  const next = stops.indexOf(document.activeElement) + (event.key === 'ArrowDown' ? 1 : -1);
  event.preventDefault();
  stops[Math.max(0, Math.min(next, stops.length - 1))].focus();
});

results.addEventListener('click', () => {
  results.hidden = true;
});

document.addEventListener('click', ({ target }) => {
  if (!form.contains(target)) results.hidden = true;
});

document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.target.closest('input, textarea')) return;
  event.preventDefault();
  input.focus();
});
