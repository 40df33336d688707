import { expect, it } from 'vitest';
import { findings, fresh, textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';
import { invoicing } from './invoicing.ts';

onBothEngines('invoices of pending charges and credits', (service) => {
  const { api, get, open, add, post, manual, charge, credits, numberOf, balance, summary, booksClose } =
    invoicing(service);

  it('separate charges from credits, pay from credit and then by card, and equal their preview', async () => {
    const place =
      '<address><address1>1 Pier</address1><city>San Francisco</city><state>CA</state><zip>94105</zip><country>US</country></address>';
    const code = await open('poster', '4111111111111111', place);
    await add(code, 5000);
    await add(code, 999);
    await add(code, -1000);
    const preview = await api('POST', `/v2/accounts/${code}/invoices/preview`);
    expect(preview.status, preview.text).toBe(200);
    expect(textOf(charge(preview), 'invoice_number')).toBe('');
    expect(await get(`/v2/accounts/${code}/invoices`)).toMatchObject({ children: [] });

    const posted = await post(code);
    expect(posted.status, posted.text).toBe(201);
    expect(posted.headers.get('location')).toBe(charge(posted)?.attributes.get('href'));
    // 8.75 % of 59.99, less 10.00 of credit.
    expect(summary(charge(posted))).toMatchObject({ state: 'paid', total_in_cents: '6524', tax_in_cents: '525' });
    expect({ ...summary(charge(preview)), state: 'paid' }).toEqual(summary(charge(posted)));
    expect(credits(posted).map(summary)).toEqual(credits(preview).map(summary));
    expect(credits(posted).map((one) => textOf(one, 'state'))).toEqual(['closed']);
    const [payment] = within(charge(posted), 'transactions')?.children ?? [];
    expect(textOf(payment, 'amount_in_cents')).toBe('5524');
    expect(await balance(code)).toBe(0);
    await booksClose(code);
    expect(textOf((await post(code)).xml, 'symbol')).toBe('will_not_invoice');
  });

  it('are not created when nothing is pending', async () => {
    const code = await open('idle');
    for (const path of ['invoices', 'invoices/preview']) {
      const refused = await api('POST', `/v2/accounts/${code}/${path}`);
      expect([refused.status, textOf(refused.xml, 'symbol')]).toEqual([422, 'will_not_invoice']);
    }
    expect((await post(fresh('missing'))).status).toBe(404);
  });

  it('contain one currency, which is sent where items wait in several', async () => {
    const code = await open('traveller', '4111111111111111');
    await add(code, 700, 'EUR');
    await add(code, 300);
    const both = await post(code);
    expect([both.status, findings(both.xml)]).toEqual([422, ['invoice.currency multiple_currencies']]);
    expect(both.text).toContain('several currencies: EUR, USD');
    const first = await post(code, '<currency>EUR</currency>');
    expect(textOf(charge(first), 'currency')).toBe('EUR');
    expect(textOf(charge(await post(code)), 'currency')).toBe('USD');
    expect((await post(code)).status).toBe(422);
  });

  it('use the terms sent, and keep credits without charges as credit', async () => {
    const code = await open('guild');
    await add(code, 4000);
    const posted = await post(
      code,
      `${manual}<net_terms>30</net_terms><po_number>PO 9</po_number><customer_notes>Thank you.</customer_notes>`,
    );
    expect(posted.status, posted.text).toBe(201);
    const invoice = charge(posted);
    expect(textOf(invoice, 'state')).toBe('pending');
    expect(textOf(invoice, 'po_number')).toBe('PO 9');
    expect(textOf(invoice, 'customer_notes')).toBe('Thank you.');
    expect(Date.parse(textOf(invoice, 'due_on') ?? '') - Date.parse(textOf(invoice, 'created_at') ?? '')).toBe(
      30 * 86_400_000,
    );

    await add(code, -1500);
    const given = await post(code, '<credit_customer_notes>With our apologies.</credit_customer_notes>');
    expect(charge(given)).toBeUndefined();
    expect(textOf(credits(given)[0], 'customer_notes')).toBe('With our apologies.');
    expect(given.headers.get('location')).toBe(credits(given)[0]?.attributes.get('href'));
    expect(await balance(code)).toBe(2500);
    await booksClose(code);
    await add(code, 100);
    expect(findings((await post(code, '<collection_method>barter</collection_method>')).xml)).toEqual([
      'invoice.collection_method inclusion',
    ]);
  });

  it('are created once, even for concurrent or repeated requests', async () => {
    const code = await open('eager', '4111111111111111');
    await add(code, 1100);
    const answers = await Promise.all(Array.from({ length: 6 }, () => post(code)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422, 422, 422]);
    await add(code, 1100);
    const key = { 'Idempotency-Key': fresh('posting') };
    const [first, second] = [await post(code, '', key), await post(code, '', key)];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(numberOf(second)).toBe(numberOf(first));
    expect((await get(`/v2/accounts/${code}/invoices`))?.children).toHaveLength(2);
    await booksClose(code);
  });

  it('are shown as one invoice to versions before 2.10', async () => {
    const code = await open('old-timer', '4111111111111111');
    await add(code, 1200);
    const old = { 'X-Api-Version': '2.9' };
    const preview = await api('POST', `/v2/accounts/${code}/invoices/preview`, undefined, old);
    expect([preview.xml?.name, textOf(preview.xml, 'state')]).toEqual(['invoice', 'open']);
    const posted = await post(code, undefined, old);
    expect([posted.xml?.name, textOf(posted.xml, 'state')]).toEqual(['invoice', 'collected']);
    expect((await post(code, '<credit_customer_notes/>', old)).status).toBe(400);
  });

  it('are numbered without gaps, however many are posted at once', async () => {
    const rich = await Promise.all(Array.from({ length: 25 }, () => open('crowd', '4111111111111111')));
    for (const code of rich) await add(code, 900);
    const known = (await get('/v2/invoices?per_page=200'))?.children ?? [];
    const before = Math.max(999, ...known.map((one) => Number(textOf(one, 'invoice_number'))));
    const purchases = await Promise.all(
      Array.from({ length: 25 }, async (_, n) => ({
        code: fresh('crowd-buyer'),
        // Some of them are declined and must not use up a number.
        token: await service().token({ number: n % 5 === 0 ? '4000000000000002' : '4111111111111111' }),
      })),
    );
    const answers = await Promise.all([
      ...rich.map((code) => post(code)),
      ...purchases.map(({ code, token }) =>
        api(
          'POST',
          '/v2/purchases',
          `<purchase><account><account_code>${code}</account_code><billing_info><token_id>${token}</token_id></billing_info></account><currency>USD</currency><adjustments><adjustment><unit_amount_in_cents>700</unit_amount_in_cents></adjustment></adjustments></purchase>`,
        ),
      ),
    ]);
    // Under load the service may ask some clients to retry later; these leave no gap either.
    const isLater = ({ status, text }: (typeof answers)[number]) =>
      status === 503 || text.includes('simultaneous_request');
    const later = answers.filter(isLater).length;
    expect(answers.filter((answer) => answer.status === 422 && !isLater(answer))).toHaveLength(5);
    const numbers = answers.flatMap((answer) => numberOf(answer) ?? []).map(Number);
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 45 - later }, (_, n) => before + 1 + n));
    expect(later).toBeLessThan(10);
  });
});
