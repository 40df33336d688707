import { LATEST } from '@service/billing/resources/version.ts';
import { beforeAll, expect, it } from 'vitest';
import { type ApiResponse, fresh, textOf, within } from '../service.ts';
import { CHALLENGED } from './challenging.ts';
import { FAILING } from './dunning-shop.ts';
import { onBothEngines } from './engines.ts';
import { cardInfo, openShop, type SubscriptionShop } from './subscription-shop.ts';

/** Cards whose payments the gateway wants to be reviewed for fraud, and declines for it. */
const [REVIEWED, FILTERED] = ['4222222222222220', '4000000000000085'];

onBothEngines('what a gateway says of a payment', (service) => {
  let shop: SubscriptionShop;
  beforeAll(async () => {
    shop = await openShop(service(), {}, LATEST);
  });

  const pay = (card: string, version = LATEST) =>
    shop.api(
      'POST',
      '/v2/transactions',
      `<transaction><account><account_code>${fresh('payer')}</account_code>${cardInfo(card)}</account><amount_in_cents>900</amount_in_cents><currency>USD</currency></transaction>`,
      { 'X-Api-Version': version },
    );
  const show = async (uuid: string | undefined, version = LATEST) =>
    (await shop.api('GET', `/v2/transactions/${uuid}`, undefined, { 'X-Api-Version': version })).xml;
  const declinedIn = ({ xml }: ApiResponse) => within(xml, 'transaction');

  it('is a review for fraud of a payment that succeeded, and a decline of one that did not', async () => {
    const approved = await pay(REVIEWED);
    expect(approved.status, approved.text).toBe(201);
    const fraudOf = (xml: ApiResponse['xml']) => [textOf(xml, 'fraud', 'score'), textOf(xml, 'fraud', 'decision')];
    expect(fraudOf(approved.xml)).toEqual(['', 'review']);
    const uuid = textOf(approved.xml, 'uuid');
    expect(fraudOf(await show(uuid))).toEqual(['', 'review']);
    expect(within(await show(uuid, '2.4'), 'fraud')).toBeUndefined();

    const declined = await pay(FILTERED);
    expect([declined.status, textOf(declined.xml, 'transaction_error', 'error_category')]).toEqual([422, 'fraud']);
    expect(fraudOf(declinedIn(declined))).toEqual(['', 'decline']);
    expect(fraudOf(await show(textOf(declinedIn(declined), 'uuid')))).toEqual(['', 'decline']);

    const clean = await pay('4111111111111111');
    expect(within(clean.xml, 'fraud')).toBeUndefined();
  });

  it('is the advice of the card network about another attempt, from version 2.29 on', async () => {
    const code = await shop.account();
    const uuid = await shop.subscribe(code, await shop.plan());
    expect((await shop.api('PUT', `/v2/accounts/${code}/billing_info`, cardInfo(FAILING.neverAgain))).status).toBe(200);
    await shop.travel((await shop.show(uuid, 'current_period_ends_at'))[0] ?? '');
    const { xml } = await shop.api('GET', `/v2/accounts/${code}/transactions?state=failed`);
    const failed = textOf(xml?.children[0], 'uuid');
    expect(textOf(await show(failed), 'transaction_error', 'merchant_advice')).toBe('do_not_retry');
    const older = await show(failed, '2.28');
    expect(textOf(older, 'transaction_error', 'error_code')).toBeTruthy();
    expect(within(older, 'transaction_error', 'merchant_advice')).toBeUndefined();
    const plain = await pay('4000000000000002');
    expect(within(plain.xml, 'transaction_error', 'merchant_advice')).toBeUndefined();
  });

  it('is not that the customer has to confirm an order by mail or telephone, wherever it is named', async () => {
    const moto = '<transaction_type>moto</transaction_type>';
    const [plan, trial] = [await shop.plan(), await shop.plan('<trial_interval_length>7</trial_interval_length>')];
    const outcomeOf = ({ status, xml }: ApiResponse) => textOf(xml, 'transaction_error', 'error_code') ?? status;
    const asked = 'three_d_secure_action_required';

    // A card that is presented, on an account.
    for (const [inner, outcome] of [
      ['', asked],
      [moto, 201],
    ] as const) {
      const body = `<account><account_code>${fresh('caller')}</account_code>${inner}${cardInfo(CHALLENGED)}</account>`;
      expect(outcomeOf(await shop.api('POST', '/v2/accounts', body))).toBe(outcome);
    }

    // A stored card.
    const code = await shop.account(moto + cardInfo(CHALLENGED));
    const buyer = `<account><account_code>${code}</account_code></account>`;
    const subscription = (inner: string) =>
      `<subscription><plan_code>${plan}</plan_code><currency>USD</currency>${buyer}${inner}</subscription>`;
    expect(outcomeOf(await shop.api('POST', '/v2/subscriptions', subscription('')))).toBe(asked);
    const sold = await shop.api('POST', '/v2/subscriptions', subscription(moto));
    expect(outcomeOf(sold)).toBe(201);

    const path = `/v2/subscriptions/${textOf(sold.xml, 'uuid')}`;
    const changed = (inner: string) => `<subscription><quantity>2</quantity>${inner}</subscription>`;
    expect(outcomeOf(await shop.api('PUT', path, changed(moto)))).toBe(200);
    expect((await shop.invoices(code)).at(-1)).toMatch(/ immediate_change paid /);

    const tried = await shop.subscribe(code, trial);
    const converted = (inner: string) =>
      shop.api('PUT', `/v2/subscriptions/${tried}/convert_trial`, `<subscription>${inner}</subscription>`);
    expect(outcomeOf(await converted(''))).toBe(asked);
    expect(outcomeOf(await converted(moto))).toBe(200);

    // What is past due is tried with the new card as if its customer were present.
    const store = (card: string, inner = '') =>
      shop.api(
        'PUT',
        `/v2/accounts/${code}/billing_info`,
        cardInfo(card).replace('</billing_info>', `${inner}</billing_info>`),
      );
    expect((await store(FAILING.soft)).status).toBe(200);
    await shop.travel((await shop.show(textOf(sold.xml, 'uuid') ?? '', 'current_period_ends_at'))[0] ?? '');
    expect(outcomeOf(await store(CHALLENGED, moto))).toBe(200);
    await service().dueWork();
    const { xml } = await shop.api('GET', `/v2/accounts/${code}/invoices?state=past_due`);
    const number = textOf(xml?.children[0], 'invoice_number');
    const collect = () => shop.api('PUT', `/v2/invoices/${number}/collect`, `<invoice>${moto}</invoice>`);
    expect(outcomeOf(await collect())).toBe(200);
    expect(textOf((await shop.api('GET', `/v2/invoices/${number}`)).xml, 'state')).toBe('paid');
  });
});
