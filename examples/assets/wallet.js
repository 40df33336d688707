import { whileBusy } from './busy.js';
import { writeMoney } from './money.js';
import { refusalOf } from './service-errors.js';
import { askShop, Refused } from './shop.js';

const $ = (id) => document.getElementById(id);
const { publicKey } = $('wallet').dataset;

/**
 * Returns the id of a token for the agreement. Call it from a click handler, or no window opens. Rejects with a
 * ServiceError.
 */
const askWallet = (description) =>
  new Promise((resolve, reject) => {
    window.service.wallet.token({ description }, (error, token) => (error ? reject(error) : resolve(token.id)));
  });

const show = ({ billing_info }) => {
  const agreed = billing_info?.type === 'paypal';
  $('ask').hidden = agreed;
  $('on-file').hidden = !agreed;
  if (!agreed) return;
  $('stored-name').textContent = `${billing_info.first_name} ${billing_info.last_name}`;
  $('stored-agreement').textContent = billing_info.paypal_billing_agreement_id;
};

const say = (words) => {
  $('result').textContent = words;
  $('problem').textContent = '';
};

const tell = (error) => {
  if (!(error instanceof Refused)) throw error;
  // The page has no inputs, so all errors are shown in one place.
  $('problem').textContent = [error.message, ...Object.values(error.faults)].filter(Boolean).join(' ');
};

const pay = async () => {
  say('');
  const token = await askWallet('The digital quarterly, four issues a year').catch((error) => {
    throw refusalOf(error, () => false);
  });
  show(await askShop('POST', { token }));
  say(`You pay from the wallet of ${$('stored-name').textContent}. You were not charged today.`);
  $('result').focus();
};

$('open').addEventListener(
  'click',
  whileBusy($('open'), () => pay().catch(tell)),
);
$('again').addEventListener('click', () => {
  say('');
  show({});
  $('open').focus();
});

writeMoney();
if (window.service) {
  window.service.configure({ publicKey });
  askShop('GET').then(show).catch(tell);
} else {
  $('open').hidden = true;
  $('problem').textContent = 'This page could not be loaded whole. Your browser may be blocking it. Reload the page.';
}
