import { whileBusy } from './busy.js';
import { styleOfThePage } from './card-fields.js';
import { faultBoard } from './form-errors.js';
import { refusalOf } from './service-errors.js';

/**
 * Shows the payment view, with an instance of its own while the view is shown. `onToken` gets the token. Returns the
 * function to call when the view is left.
 */
export const paymentView = (place, { Service, publicKey, onToken }) => {
  const form = place.querySelector('form');
  const problem = form.querySelector('.problem');
  const board = faultBoard(form, form.querySelector('[aria-live]'));
  const look = () => ({ all: { style: styleOfThePage() } });
  const service = new Service({ publicKey, required: ['cvv'], fields: look() });

  /** Aborted when the view is left, and with it every listener outside the form. */
  const life = new AbortController();
  const restyle = () => service.configure({ fields: look() });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', restyle, { signal: life.signal });

  const askForToken = () =>
    new Promise((resolve, reject) => {
      service.token(form, (error, token) => (error ? reject(error) : resolve(token)));
    });

  const pay = whileBusy(form.querySelector('button'), async () => {
    board.clear();
    problem.textContent = '';
    try {
      onToken(await askForToken());
    } catch (error) {
      // If the view was left meanwhile, its error texts are gone.
      if (life.signal.aborted) return;
      const { message, faults } = refusalOf(error, board.has);
      board.add(faults);
      board.focusFirst();
      problem.textContent = message;
    }
  });

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    pay();
  });
  service.on('field:submit', () => form.requestSubmit());

  return () => {
    life.abort();
    service.destroy();
  };
};
