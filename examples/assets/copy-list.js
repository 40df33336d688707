import { copyOnClick } from './copy.js';

/** Fills a list with rows of `[text, description]`, each with a button; `prepare(button, row, index)` makes it work. */
export const listWithButtons = (list, rows, label, prepare) => {
  for (const [index, row] of rows.entries()) {
    const [text, outcome] = row;
    const item = document.createElement('li');
    const shown = document.createElement('span');
    shown.className = 'figures';
    shown.textContent = text;
    const what = document.createElement('span');
    what.className = 'quiet';
    what.textContent = outcome;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = label;
    button.setAttribute('aria-label', `${label} ${text}`);
    prepare(button, row, index);
    item.append(shown, what, button);
    list.append(item);
  }
};

/** Fills a list with rows of `[text, description]`, each with a button that copies the text. */
export const copyList = (list, rows, spoken) =>
  listWithButtons(list, rows, 'Copy', (button, [text]) => copyOnClick(button, () => text, spoken));
