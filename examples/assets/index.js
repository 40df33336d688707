import { copyOnClick } from './copy.js';

const spoken = document.getElementById('spoken');

for (const button of document.querySelectorAll('[data-copies]')) {
  const code = document.getElementById(button.dataset.copies);
  copyOnClick(button, () => code.textContent, spoken);
}
