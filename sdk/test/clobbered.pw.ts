import type { Page } from '@playwright/test';
import { expect, test } from './checkout.ts';
import type { Origins } from './origins.ts';
import { catalogueAnswer } from './pricing-shop.ts';

/**
 * A page whose form has a control for every member that forms have, by name and by id: `form.elements` and
 * `form.querySelectorAll` are inputs there. Playwright's locators use such members too, so a script drives the page.
 */
const open = async (page: Page, origins: Origins, body: string, script = '') => {
  origins.headers = {};
  origins.page = `<!doctype html><title>Checkout</title>
<body><form id="checkout-form" lang="de" style="padding: 20px; background: #111">${body}</form>
<script>
  window.theForm = document.getElementById('checkout-form');
  window.members = new Set(['action', 'submit', 'id', 'toString', 'hasOwnProperty', 'constructor']);
  for (let proto = HTMLFormElement.prototype; proto; proto = Object.getPrototypeOf(proto)) {
    for (const name of Object.getOwnPropertyNames(proto)) members.add(name);
  }
  const { append } = Element.prototype;
  for (const name of members) {
    const [named, identified] = [document.createElement('input'), document.createElement('input')];
    named.name = name;
    identified.id = name;
    append.call(theForm, named, identified);
    // A control elsewhere on the page that belongs to the form.
    named.type = identified.type = 'hidden';
  }
  window.log = [];
</script>
<script src="${origins.browser}/v1/service.js"></script>
<script>
  service.configure('key');
  ${script}
</script>`;
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.goto(origins.shop);
  expect(await page.evaluate(() => (window as never as { members: Set<string> }).members.size)).toBeGreaterThan(250);
  const hidden = await page.evaluate(() => {
    const { theForm } = window as never as { theForm: HTMLFormElement };
    return [theForm.elements, theForm.querySelectorAll, theForm.closest].map((member) => typeof member);
  });
  expect(hidden).toEqual(['object', 'object', 'object']);
  return errors;
};

const log = (page: Page) => page.evaluate(() => (window as never as { log: unknown[] }).log);

/** Types into the frames of the page, by the name of their inputs. */
const type = async (page: Page, values: Record<string, string>) => {
  for (const [name, value] of Object.entries(values)) {
    await expect
      .poll(async () => {
        for (const frame of page.frames().slice(1)) {
          const done = await frame
            .evaluate(
              ([name, value]) => {
                const input = document.querySelector<HTMLInputElement>(`input.control[name="${name}"]`);
                if (!input) return false;
                input.value = value;
                input.dispatchEvent(new Event('input', { bubbles: true }));
                return true;
              },
              [name, value] as const,
            )
            .catch(() => false);
          if (done) return true;
        }
        return false;
      })
      .toBe(true);
  }
};

const NAMES = `<input data-service="first_name" id="first"><input data-service="last_name" id="last">`;
const TOKEN = `window.pay = (...source) =>
  service.token(...source, theForm, (error, token) => log.push(error ? [error.code, error.message, error.fields] : token.id));`;
const pay = (page: Page, source = '') => page.evaluate(`pay(${source})`);

test('separate fields: token, autofilled name, label, click on the form', async ({ page, origins }) => {
  const fields = ['number', 'month', 'year', 'cvv'].map((name) => `<div data-service="${name}"></div>`).join('');
  const errors = await open(page, origins, `${NAMES}<label>Card ${fields}</label>`, TOKEN);
  await type(page, { cardnumber: '4111111111111111', 'cc-exp-month': '12', 'cc-exp-year': '40', cvc: '123' });
  await page.frames()[1]!.evaluate(() => {
    const name = document.querySelector<HTMLInputElement>('[name=ccname]')!;
    name.value = 'Ada Lovelace';
    name.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await expect
    .poll(() => page.evaluate(() => (document.getElementById('last') as HTMLInputElement).value))
    .toBe('Lovelace');
  await page.evaluate(() => {
    const { theForm } = window as never as { theForm: HTMLFormElement };
    const click = () => new MouseEvent('click', { bubbles: true });
    EventTarget.prototype.dispatchEvent.call(theForm, click());
    document.querySelector('label')?.dispatchEvent(click());
  });
  await pay(page);
  await expect.poll(() => log(page)).toEqual(['token-for-Lovelace']);
  const hidden = 'input[name=service-token]';
  expect(await page.evaluate((hidden) => document.querySelector<HTMLInputElement>(hidden)?.value, hidden)).toBe(
    'token-for-Lovelace',
  );
  expect(errors).toEqual([]);
});

test('Elements, the combined card and the payment form', async ({ page, origins }) => {
  const errors = await open(
    page,
    origins,
    '<input data-service="first_name" value="Ada"><div id="card"></div><div id="form-target"></div>',
    `${TOKEN}
    service.configure({ required: ['city'] });
    window.elements = service.Elements(); elements.CardElement().attach('#card');
    window.payment = service.PaymentForm({ methods: ['card', 'bank', 'wallet'] }).attach('#form-target');
    for (const each of [elements, payment]) each.on('ready', () => log.push('ready')).on('error', (error) => log.push(error.message));`,
  );
  await expect.poll(() => log(page)).toEqual(['ready', 'ready']);
  // In the language and the colors of the form around it, and without the first name, which the form has.
  const shown = await page.evaluate(() => {
    const root = document.querySelector<HTMLElement>('.service-payment-form')!;
    const names = [...root.querySelectorAll('input')].map((input) => input.dataset.service).filter(Boolean);
    return { lang: root.lang, text: root.style.getPropertyValue('--service-colorText'), names: names.slice(0, 2) };
  });
  expect(shown).toEqual({ lang: 'de', text: '#eceef1', names: ['last_name', 'city'] });
  await pay(page, 'elements');
  await pay(page, 'payment');
  await expect
    .poll(() => log(page))
    .toEqual(['ready', 'ready', ...Array(2).fill(['validation', expect.any(String), expect.any(Array)])]);
  expect(errors).toEqual([]);
});

test('bank accounts, prices, and a challenge', async ({ page, origins }) => {
  origins.answer = (params, path) =>
    path === 'tokens'
      ? { status: 200, body: { id: 'bank-token', type: 'bank_account' } }
      : catalogueAnswer(params, path);
  origins.files['three-d-secure.html'] = { type: 'text/html', body: '<title>Bank</title>' };
  const bank = {
    routing_number: '123456780',
    account_number: '111',
    account_number_confirmation: '111',
    account_type: 'checking',
    name_on_account: 'Ada',
  };
  const inputs = Object.entries(bank).map(([name, value]) => `<input data-service="${name}" value="${value}">`);
  const errors = await open(
    page,
    origins,
    `${inputs.join('')}<input data-service="plan" value="P"><output data-service="total_now" id="total"></output><div id="challenge"></div>`,
    `service.bankAccount.token(theForm, (error, token) => log.push(error ? error.message : token.id));
    service.Pricing().attach(theForm);
    service.Risk().ThreeDSecure({ actionTokenId: 'x' }).attach('#challenge').on('error', (error) => log.push(error.message));`,
  );
  await expect.poll(() => log(page)).toEqual(['bank-token']);
  await expect
    .poll(() => page.evaluate(() => document.getElementById('total')?.textContent))
    .toMatch(/^[1-9]\d*\.\d\d$/);
  await expect
    .poll(() => page.evaluate(() => document.querySelector('#challenge iframe')?.getAttribute('title')))
    .toBe('Zahlung bestätigen');
  expect(errors).toEqual([]);
});

test('a form that is the target itself', async ({ page, origins }) => {
  const errors = await open(
    page,
    origins,
    '',
    `for (const name of members) {
      const input = document.createElement('input');
      input.setAttribute('form', 'checkout-form');
      input.name = name;
      document.body.append(input);
    }
    const payment = service.PaymentForm().attach('#checkout-form');
    payment.on('ready', () => log.push('ready')).on('error', (error) => log.push(error.message));`,
  );
  await expect.poll(() => log(page)).toEqual(['ready']);
  expect(errors).toEqual([]);
});
