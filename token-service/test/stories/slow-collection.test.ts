import { expect, it } from 'vitest';
import { textOf } from '../service.ts';
import { onBothEngines } from './engines.ts';
import { DECLINING, invoicing } from './invoicing.ts';

/** The process that collects an invoice gets its answer after its lease, when another one has looked the payment up. */
onBothEngines('a collection whose answer comes after its lease', (service) => {
  const { get, put, open, add, post, numberOf, booksClose } = invoicing(service);

  /** Collects an invoice; while the gateway is asked, another request finds that the lease has ended. */
  const collectSlowly = async (number: string | undefined) => {
    service().whileAsked(async () => {
      service().whileAsked(async () => {});
      service().clock.advance({ seconds: 61 });
      await put(number, 'apply_credit_balance');
    });
    try {
      return await put(number, 'collect');
    } finally {
      service().whileAsked(async () => {});
    }
  };
  const statuses = async (number: string | undefined) =>
    ((await get(`/v2/invoices/${number}/transactions`))?.children ?? []).map((one) => textOf(one, 'status'));

  it('is recorded once when it is declined', async () => {
    const code = await open('slow', DECLINING);
    await add(code, 2500);
    const number = numberOf(await post(code));
    const collected = await collectSlowly(number);
    expect(collected.status, collected.text).toBe(422);
    expect(textOf(collected.xml, 'transaction_error', 'error_code')).toBe('declined_saveable');
    expect(await statuses(number)).toEqual(['failed', 'failed']);
    await booksClose(code);
  });

  it('is recorded once when it is approved, and not reversed', async () => {
    const code = await open('slow');
    await add(code, 2500);
    const number = numberOf(await post(code));
    const site = await service().service.opened.sites.find('demo');
    const { paymentMethods, accounts } = service().service.opened.storage.of(site?.id ?? '');
    const other = await accounts.find(await open('card', '4111111111111111'));
    const held = await paymentMethods.primary(other?.id ?? '');
    const account = await accounts.find(code);
    if (!held || !account) throw new Error('no billing info');
    await paymentMethods.save({ ...held, id: account.id, account_id: account.id });

    const collected = await collectSlowly(number);
    expect(collected.status, collected.text).toBe(200);
    expect(await statuses(number)).toEqual(['success']);
    expect(textOf(await get(`/v2/invoices/${number}`), 'state')).toBe('paid');
    expect(service().gatewayCalls.map(({ action }) => action)).not.toContain('void');
    await booksClose(code);
  });
});
