import type { Page } from '@playwright/test';
import type { Origins } from './origins.ts';

/** Opens a page with nothing but a payment form and a button. */
export const openPaymentForm = async (
  page: Page,
  origins: Origins,
  options: object,
  { policy = true, lang = 'en', dir = 'ltr', configuration = {}, inputs = '' } = {},
): Promise<void> => {
  const { browser } = origins;
  origins.headers = policy
    ? {
        'content-security-policy':
          `default-src 'none'; script-src ${browser} 'nonce-page'; frame-src ${browser}; ` +
          `connect-src ${browser}; require-trusted-types-for 'script'`,
      }
    : {};
  origins.page = `<!doctype html>
<html lang="${lang}" dir="${dir}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>Checkout</title>
${policy ? '' : '<style>html { background: light-dark(#fff, #17191d); color: light-dark(#111, #eee); }</style>'}
<form id="form">${inputs}<div id="payment"></div><button>Pay</button></form>
<script src="${browser}/v1/service.js"></script>
<script nonce="page">
  window.outcomes = [];
  service.configure(${JSON.stringify({ publicKey: 'key', ...configuration })});
  const payment = service.PaymentForm(${JSON.stringify(options)}).attach('#payment');
  payment.on('ready', () => outcomes.push('ready'));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    service.token(payment, form, (error, token) => outcomes.push(error ? error.code : token.id));
  });
</script>`;
  await page.goto(origins.shop);
};

/** Returns `ready`, and the error codes and token ids of the page's attempts, oldest first. */
export const outcomes = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as never as { outcomes: string[] }).outcomes);
