import { expect, it } from 'vitest';
import { textOf } from '../service.ts';
import { onBothEngines } from './engines.ts';
import { DECLINING, invoicing } from './invoicing.ts';

onBothEngines('applying credit to an invoice', (service) => {
  const { get, open, add, post, manual, numberOf, balance, booksClose } = invoicing(service);
  const apply = (number: string | undefined) =>
    service().api('PUT', `/v2/invoices/${number}/apply_credit_balance`, undefined, { 'X-Api-Version': '2.29' });

  it('pays as much as the account holds, and the rest when there is more', async () => {
    const code = await open('saver');
    await add(code, 5000);
    const number = numberOf(await post(code, manual));
    const none = await apply(number);
    expect([none.status, textOf(none.xml, 'symbol')]).toEqual([400, 'unable_to_apply_credit']);
    await add(code, -2000);
    await post(code);
    const part = await apply(number);
    expect(part.status, part.text).toBe(200);
    expect(['state', 'balance_in_cents'].map((name) => textOf(part.xml, name))).toEqual(['pending', '3000']);
    await add(code, -4000);
    await post(code);
    expect(textOf((await apply(number)).xml, 'state')).toBe('paid');
    // 20.00 and 40.00 of credit less the 50.00 that were owed.
    expect(await balance(code)).toBe(-1000);
    await booksClose(code);
    expect(textOf((await apply(number)).xml, 'symbol')).toBe('unable_to_apply_credit');
  });

  it('of a past-due one recovers it and ends its dunning', async () => {
    const code = await open('debtor', DECLINING);
    await add(code, 2500);
    const number = numberOf(await post(code));
    await add(code, -2500);
    await post(code);
    const paid = await apply(number);
    const shown = ['state', 'recovery_reason', 'attempt_next_collection_at'].map((name) => textOf(paid.xml, name));
    expect(shown).toEqual(['paid', 'credit_applied', '']);
    const site = await service().service.opened.sites.find('demo');
    const { invoices } = service().service.opened.storage.of(site?.id ?? '');
    expect((await invoices.byNumber(Number(number)))?.dunning_due_at).toBeNull();
    await booksClose(code);
  });

  it('is refused for credit invoices and unknown ones', async () => {
    const code = await open('odd');
    await add(code, -500);
    await post(code);
    const [credit] = (await get(`/v2/accounts/${code}/invoices`))?.children ?? [];
    const refused = await apply(textOf(credit, 'invoice_number'));
    expect([refused.status, textOf(refused.xml, 'symbol')]).toEqual([400, 'unable_to_apply_credit']);
    expect((await apply('999999')).status).toBe(404);
  });
});
