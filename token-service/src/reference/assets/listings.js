/**
 * Adds a copy button to every listing, and lets readers choose the language of requests for all pages. The copy button
 * shows the result for a moment, and a status line announces it to screen readers.
 */
const spoken = document.querySelector('p.spoken');
const LANGUAGE = 'docs-language';

const remembered = () => {
  try {
    return localStorage.getItem(LANGUAGE);
  } catch {
    return null;
  }
};

const choose = (language) => {
  for (const element of document.querySelectorAll('[data-language]')) {
    const isChosen = element.dataset.language === language;
    if (element.localName === 'pre') element.hidden = !isChosen;
    else element.setAttribute('aria-pressed', String(isChosen));
  }
};

for (const button of document.querySelectorAll('button[data-language]')) {
  button.addEventListener('click', () => {
    // The listing that was clicked stays where it is, although those above it change their height.
    const before = button.getBoundingClientRect().top;
    choose(button.dataset.language);
    scrollBy(0, button.getBoundingClientRect().top - before);
    try {
      localStorage.setItem(LANGUAGE, button.dataset.language);
    } catch {
      // The choice is not remembered where storage is blocked.
    }
  });
}
const language = remembered();
if (language && document.querySelector(`pre[data-language="${CSS.escape(language)}"]`)) choose(language);

for (const listing of document.querySelectorAll('.code')) {
  const button = listing.querySelector('.copy');
  let timer;
  button.hidden = false;
  button.addEventListener('click', async () => {
    const message = await navigator.clipboard.writeText(listing.querySelector('pre:not([hidden])').textContent).then(
      () => 'Copied',
      () => 'Select and copy',
    );
    button.textContent = message;
    spoken.textContent = message;
    clearTimeout(timer);
    timer = setTimeout(() => {
      button.textContent = 'Copy';
      spoken.textContent = '';
    }, 2000);
  });
}
