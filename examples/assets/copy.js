/** Makes a button copy `text()`; the button confirms it for a moment, and the live region announces it. */
export const copyOnClick = (button, text, spoken) => {
  const label = button.textContent;
  let timer;
  button.addEventListener('click', async () => {
    const outcome = await navigator.clipboard.writeText(text()).then(
      () => 'Copied',
      () => 'Select and copy',
    );
    button.textContent = outcome;
    spoken.textContent = outcome;
    clearTimeout(timer);
    timer = setTimeout(() => {
      button.textContent = label;
      spoken.textContent = '';
    }, 2000);
  });
};
