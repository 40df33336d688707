import { CARD, expect, test } from './checkout.ts';
import { declined } from './origins.ts';

type Page = { service: typeof import('../src/index.ts').service; form: HTMLFormElement };

test('without a callback, a token is in a promise, and in the form', async ({ shop }) => {
  await shop.open();
  await shop.type(CARD);
  const token = await shop.page.evaluate(async () => {
    const { service, form } = window as never as Page;
    const { id } = await service.token(form);
    return { id, hidden: form.querySelector<HTMLInputElement>('[data-service=token]')?.value };
  });
  expect(token).toEqual({ id: 'token-for-Lovelace', hidden: 'token-for-Lovelace' });
});

test('the promise rejects with the error of the service, and with those that a callback makes a method throw', async ({
  origins,
  shop,
}) => {
  origins.answer = declined;
  await shop.open();
  await shop.type(CARD);
  const codes = await shop.page.evaluate(async () => {
    const { service, form } = window as never as Page;
    const codeOf = (promise: Promise<unknown>) =>
      promise.catch((error) => [error.code, error instanceof service.ServiceError]);
    const other = new service.Service();
    const without = new service.Service('key');
    return Promise.all([
      codeOf(service.token(form)),
      codeOf(other.token(form)),
      codeOf(without.token(form)),
      codeOf(other.bankAccount.bankInfo({ routingNumber: '1' })),
      codeOf(service.bankAccount.token({})),
      codeOf(service.wallet.token({ description: '' })),
      codeOf(service.coupon({ coupon: '' })),
    ]);
  });
  expect(codes).toEqual([
    ['declined', true],
    ['not-configured', true],
    ['missing-hosted-field-target', true],
    ['not-configured', true],
    ['validation', true],
    ['invalid-option', true],
    ['missing-coupon', true],
  ]);
});

test('a form that is submitted twice makes one request, and both callers get its answer', async ({ origins, shop }) => {
  const answered = Promise.withResolvers<void>();
  const { answer } = origins;
  origins.answer = async (...asked) => {
    await answered.promise;
    return answer(...asked);
  };
  await shop.open();
  await shop.type(CARD);
  const twice = shop.page.evaluate(async () => {
    const { service, form } = window as never as Page;
    const [first, second] = await Promise.all([service.token(form), service.token(form)]);
    return [first?.id, second?.id, form.querySelectorAll('[data-service=token]').length];
  });
  await expect.poll(() => origins.requests.length).toBe(1);
  answered.resolve();
  expect(await twice).toEqual(['token-for-Lovelace', 'token-for-Lovelace', 1]);
  expect(origins.requests).toHaveLength(1);

  // The next press is another purchase.
  await shop.pay();
  expect(origins.requests).toHaveLength(2);
});

test('a form that was refused can be submitted again at once', async ({ origins, shop }) => {
  const { answer } = origins;
  origins.answer = declined;
  await shop.open();
  await shop.type(CARD);
  expect(await shop.pay()).toMatchObject({ code: 'declined' });
  origins.answer = answer;
  expect(await shop.pay()).toMatchObject({ token: { id: 'token-for-Lovelace' } });
});
