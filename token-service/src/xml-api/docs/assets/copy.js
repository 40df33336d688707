/**
 * Adds a copy button to every listing. The button shows the result for a moment, and a status line announces it to
 * screen readers.
 */
const spoken = document.querySelector('.spoken');

for (const listing of document.querySelectorAll('.code')) {
  const button = listing.querySelector('.copy');
  const text = listing.querySelector('pre').textContent;
  let timer;
  button.hidden = false;
  button.addEventListener('click', async () => {
    const message = await navigator.clipboard.writeText(text).then(
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
