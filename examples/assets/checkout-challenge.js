/** The customer confirms a payment on the page of their bank (3-D Secure), in a dialog over the checkout. */
import { messageOf } from './service-errors.js';
import { Refused } from './shop.js';
import { inTab } from './tab-storage.js';

/** The order that waits for the bank. It outlives a reload of the page, but not the tab; it contains no card data. */
const WAITING = 'order-that-waits-for-the-bank';

/** The confirmation has expired, or the order was completed with it. */
const GONE =
  'This payment can no longer be confirmed: it took too long, or you paid in another tab. Look for a receipt in your mail before you pay again.';

const createDialog = () => {
  const dialog = document.createElement('dialog');
  dialog.className = 'challenge';
  dialog.setAttribute('aria-label', 'Confirm your payment');
  const place = document.createElement('div');
  dialog.append(place);
  document.body.append(dialog);
  return { dialog, place };
};

const read = () => inTab((storage) => JSON.parse(storage.getItem(WAITING) ?? 'null')) ?? null;

export const challengeIn = (service, publicKey) => {
  const confirm = (actionTokenId, order) =>
    new Promise((resolve, reject) => {
      inTab((storage) => storage.setItem(WAITING, JSON.stringify({ actionTokenId, order })));
      if (!service.configured) service.configure(publicKey);
      const { dialog, place } = createDialog();
      const challenge = service.Risk().ThreeDSecure({ actionTokenId });
      const end = () => {
        inTab((storage) => storage.removeItem(WAITING));
        challenge.remove();
        dialog.remove();
      };
      const refuse = (error) => {
        end();
        reject(error.code === 'not-found' ? new Refused(GONE) : new Refused(messageOf(error), {}, { declined: true }));
      };
      challenge.on('token', ({ id }) => {
        end();
        resolve(id);
      });
      challenge.on('error', refuse);
      // Escape closes a dialog, also while the focus is outside the frame.
      dialog.addEventListener('cancel', () => refuse({ code: 'three-d-secure-canceled' }));
      dialog.showModal();
      challenge.attach(place);
    });

  return {
    /** Returns the result token. Throws Refused, as after a decline. */
    confirm,
    /** `{actionTokenId, order}` if the page was loaded again during a challenge; else null. */
    waiting: read,
  };
};
