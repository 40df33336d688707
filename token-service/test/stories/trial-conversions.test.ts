import { expect, it } from 'vitest';
import { textOf, within } from '../service.ts';
import { DECLINING, openEndingShop, trialOf } from './ending-shop.ts';
import { onBothEngines } from './engines.ts';
import { cardInfo } from './subscription-shop.ts';

const DATES = [
  'state',
  'trial_ends_at',
  'current_period_started_at',
  'current_period_ends_at',
  'converted_at',
] as const;

onBothEngines('converting a trial', (service) => {
  /** A shop that has sold a plan of 30.00 a month with a trial of 30 days on the tenth of January. */
  const inTrial = async (billing?: string, inner = '') => {
    const shop = await openEndingShop(service());
    await shop.travel('2027-01-10T00:00:00Z');
    const free = '<trial_requires_billing_info>false</trial_requires_billing_info>';
    const { code, uuid } = await shop.sell(inner, `${trialOf(30)}${free}`, billing);
    await shop.travel('2027-01-20T00:00:00Z');
    const convert = (version?: string) => shop.act(uuid, 'convert_trial', undefined, version);
    return { shop, code, uuid, convert };
  };

  it('ends it now, bills the first period, and computes later ones from today', async () => {
    const { shop, code, uuid, convert } = await inTrial();
    const converted = await convert('2.7');
    expect(converted.status, converted.text).toBe(200);
    expect(await shop.show(uuid, ...DATES)).toEqual([
      'active',
      '2027-01-20T00:00:00Z',
      '2027-01-20T00:00:00Z',
      '2027-02-20T00:00:00Z',
      '2027-01-20T00:00:00Z',
    ]);
    await shop.travel('2027-02-20T00:00:00Z');
    expect(await shop.invoices(code)).toEqual([
      '2027-01-10T00:00:00Z purchase paid 0',
      '2027-01-20T00:00:00Z renewal paid 3000',
      '2027-02-20T00:00:00Z renewal paid 3000',
    ]);
    const again = await convert();
    expect([again.status, textOf(again.xml, 'symbol')]).toEqual([422, 'not_in_trial']);
  });

  it('reports a declined payment, and the trial continues', async () => {
    const { shop, code, uuid, convert } = await inTrial(cardInfo(DECLINING));
    const before = await shop.stored(uuid);
    const declined = await convert();
    expect([declined.status, textOf(within(declined.xml, 'transaction_error'), 'error_code')]).toEqual([
      422,
      'declined_saveable',
    ]);
    expect(textOf(within(declined.xml, 'transaction'), 'amount_in_cents')).toBe('3000');
    expect(await shop.stored(uuid)).toEqual(before);
    expect(await shop.invoices(code)).toEqual(['2027-01-10T00:00:00Z purchase paid 0']);
  });

  it('needs billing info', async () => {
    const { shop, code, convert } = await inTrial('');
    const declined = await convert();
    expect([declined.status, textOf(within(declined.xml, 'transaction_error'), 'error_code')]).toEqual([
      422,
      'no_billing_information',
    ]);
    expect(within(declined.xml, 'transaction')).toBeUndefined();
    expect(await shop.invoices(code)).toHaveLength(1);
  });

  it('needs none if the invoice is collected manually', async () => {
    const { shop, code, convert } = await inTrial('', '<collection_method>manual</collection_method>');
    expect((await convert()).status).toBe(200);
    expect((await shop.invoices(code)).slice(1)).toEqual(['2027-01-20T00:00:00Z renewal pending 3000']);
  });
});
