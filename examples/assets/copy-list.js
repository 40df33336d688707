import { copyOnClick } from './copy.js';

/** Fills a list with rows of `[text, description]`, each with a button that copies the text. */
export const copyList = (list, rows, spoken) => {
  for (const [text, outcome] of rows) {
    const item = document.createElement('li');
    const shown = document.createElement('span');
    shown.className = 'figures';
    shown.textContent = text;
    const what = document.createElement('span');
    what.className = 'quiet';
    what.textContent = outcome;
    const copy = document.createElement('button');
    copy.type = 'button';
    copy.className = 'copy';
    copy.textContent = 'Copy';
    copy.setAttribute('aria-label', `Copy ${text}`);
    copyOnClick(copy, () => text, spoken);
    item.append(shown, what, copy);
    list.append(item);
  }
};
