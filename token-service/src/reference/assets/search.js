/**
 * Searches the documentation while the reader types, and shows each result with the sentence that was found. Without
 * this script the form leads to a page with the same results. `/` moves to the search; the arrow keys move through the
 * results.
 */
const form = document.querySelector('.search');
const input = form.querySelector('input');
const results = form.querySelector('.results');
const spoken = document.querySelector('p.spoken');
/** Milliseconds after a key before the service is asked, so that fast typing asks once. */
const PAUSE = 80;

/** The results of queries that were asked for on this page. */
const answers = new Map();
const find = async (query) => {
  const known = answers.get(query);
  if (known) return known;
  try {
    const response = await fetch(`/docs/search.json?q=${encodeURIComponent(query)}`);
    if (!response.ok) return undefined;
    const found = await response.json();
    answers.set(query, found);
    return found;
  } catch {
    return undefined;
  }
};

/** Every second piece is a word that was searched. */
const withMarks = (pieces) =>
  pieces.map((piece, place) => {
    if (place % 2 === 0) return piece;
    const mark = document.createElement('mark');
    mark.textContent = piece;
    return mark;
  });

const line = (className, ...content) => {
  const element = document.createElement('span');
  element.className = className;
  element.append(...content);
  return element;
};

const show = (found, query) => {
  results.replaceChildren(
    ...(found ?? []).map(({ href, title, within, sentence }) => {
      const link = document.createElement('a');
      link.href = href;
      link.append(...withMarks(title), ' ', line('quiet', within));
      if (sentence.join('')) link.append(line('sentence', ...withMarks(sentence)));
      return link;
    }),
  );
  if (query && !found) results.textContent = 'The search did not answer. Press Enter to try again.';
  else if (query && found.length === 0) results.textContent = 'Nothing found. Try another word.';
  results.hidden = query === '';
  spoken.textContent = query && found ? `${found.length} ${found.length === 1 ? 'result' : 'results'}` : '';
};

let timer;
input.addEventListener('input', () => {
  clearTimeout(timer);
  const query = input.value.trim();
  if (query === '') return show([], '');
  timer = setTimeout(async () => {
    const found = await find(query);
    if (query === input.value.trim()) show(found, query);
  }, PAUSE);
});

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const query = input.value.trim();
  const [first] = (await find(query)) ?? [];
  if (first) location.assign(first.href);
  else if (query) location.assign(`/docs/search?q=${encodeURIComponent(query)}`);
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
