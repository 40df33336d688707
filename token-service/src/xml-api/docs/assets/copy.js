/** Every listing gets a button that copies it; the button says so for a moment, and the status line says it aloud. */
const spoken = document.querySelector('.spoken');

for (const listing of document.querySelectorAll('.code')) {
  const button = listing.querySelector('.copy');
  const text = listing.querySelector('pre').textContent;
  let timer;
  button.hidden = false;
  button.addEventListener('click', async () => {
    const said = await navigator.clipboard.writeText(text).then(
      () => 'Copied',
      () => 'Select and copy',
    );
    button.textContent = said;
    spoken.textContent = said;
    clearTimeout(timer);
    timer = setTimeout(() => {
      button.textContent = 'Copy';
      spoken.textContent = '';
    }, 2000);
  });
}
