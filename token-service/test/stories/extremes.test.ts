import { accountAcquisition } from '@service/billing/resources/account-acquisition.ts';
import { addOn } from '@service/billing/resources/add-on.ts';
import { adjustment } from '@service/billing/resources/adjustment.ts';
import { coupon } from '@service/billing/resources/coupon.ts';
import { editedInvoice } from '@service/billing/resources/edited-invoice.ts';
import { offlinePayment } from '@service/billing/resources/offline-payment.ts';
import { plan } from '@service/billing/resources/plan.ts';
import { postedInvoice } from '@service/billing/resources/posted-invoice.ts';
import { purchase, purchasedCharge, purchasedSubscription } from '@service/billing/resources/purchase.ts';
import { refund, refundedLine } from '@service/billing/resources/refund.ts';
import type { Resource } from '@service/billing/resources/schema.ts';
import { siteClock } from '@service/billing/resources/site-clock.ts';
import { subscriptionAddOn } from '@service/billing/resources/subscription.ts';
import { expect, it } from 'vitest';
import { type ApiResponse, findings, fresh, textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';

type Fields = Readonly<Record<string, string>>;

const OUTSIDE = ['0001-01-01', '1969-12-31T23:59:59Z', '1970-01-01T00:00:00+00:01', '9999-12-31T23:59:59-00:01'];
const NO_OFFSETS = ['2026-12-01T00:00:00+99:99', '2026-12-01T00:00:00-24:00', '2026-12-01T00:00:00+01:60'];
const EXTREMES: Readonly<Record<string, readonly string[]>> = {
  integer: ['-1', '0', '9999', '3300000', '999999999', '9007199254740991', '9'.repeat(30), `-${'9'.repeat(30)}`],
  datetime: [...OUTSIDE, ...NO_OFFSETS, '1970-01-01', '9999-12-31T23:59:59Z'],
  float: ['-1', '0.00001', '9'.repeat(400), `0.${'9'.repeat(400)}`],
};

/** Every number and every timestamp that a client may send in a record, with every extreme value. */
const extremesOf = ({ fields }: Resource): Fields[] =>
  Object.entries(fields).flatMap(([name, { input, writer }]) => {
    if (writer === 'service' || (input?.is !== 'value' && input?.is !== 'money')) return [];
    const values = EXTREMES[input.kind.attribute ?? ''] ?? [];
    return values.map((value) => ({ [name]: input.is === 'money' ? `<USD>${value}</USD>` : value }));
  });

const element = (name: string, fields: Fields | string): string => {
  const inner =
    typeof fields === 'string'
      ? fields
      : Object.entries(fields)
          .map(([key, text]) => element(key, text))
          .join('');
  return `<${name}>${inner}</${name}>`;
};

const PRICE = { unit_amount_in_cents: '<USD>1000</USD>' };

const buying = (items: string, terms: Fields = {}): string => {
  const account = element('account_code', fresh('buyer'));
  return element(
    'purchase',
    element('x', { account, currency: 'USD', collection_method: 'manual', ...terms }).slice(3, -4) + items,
  );
};
const subscribing = (fields: Fields): string => element('subscriptions', element('subscription', fields));
const charging = (fields: Fields): string =>
  element('adjustments', element('adjustment', { unit_amount_in_cents: '1000', ...fields }));

onBothEngines('extreme numbers and timestamps', (service) => {
  const sold = async (
    site: { api: (method: string, path: string, body?: string) => Promise<ApiResponse> },
    path: string,
    body: string,
  ) => {
    const answer = await site.api('POST', path, body);
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer;
  };
  /**
   * A separate site whose clock can be moved, with an account, a plan with an add-on, an open invoice and a paid one.
   */
  /** A site with a plan, whose clock may still be set to any moment, because it has no account. */
  const withoutAccounts = async () => {
    const site = await service().openSite({ manual_invoicing: true });
    const plan_code = fresh('plan');
    await sold(site, '/v2/plans', element('plan', { plan_code, name: 'A', ...PRICE }));
    return { site, plan_code };
  };
  const furnished = async () => {
    const site = await service().openSite({ manual_invoicing: true });
    const [account_code, plan_code, add_on_code] = [fresh('account'), fresh('plan'), fresh('add-on')];
    await sold(site, '/v2/accounts', element('account', { account_code }));
    await sold(site, '/v2/plans', element('plan', { plan_code, name: 'A', ...PRICE }));
    await sold(site, `/v2/plans/${plan_code}/add_ons`, element('add_on', { add_on_code, name: 'A', ...PRICE }));
    const sell = async () =>
      within((await sold(site, '/v2/purchases', buying(charging({ quantity: '1000' })))).xml, 'charge_invoice');
    const invoice = textOf(await sell(), 'invoice_number');
    const second = await sell();
    const paid = textOf(second, 'invoice_number');
    expect((await site.api('PUT', `/v2/invoices/${paid}/mark_successful`)).status).toBe(200);
    const line = textOf(within(second, 'line_items')?.children[0], 'uuid') ?? '';
    return { site, account_code, plan_code, add_on_code, invoice, paid, line };
  };
  type Furnished = Awaited<ReturnType<typeof furnished>>;
  type Body = (at: Furnished, fields: Fields) => readonly [method: string, path: string, body: string];

  const bodies: readonly (readonly [title: string, Resource, Body])[] = [
    [
      'a new plan',
      plan,
      (_, fields) => ['POST', '/v2/plans', element('plan', { plan_code: fresh('p'), name: 'A', ...PRICE, ...fields })],
    ],
    ['a plan', plan, ({ plan_code }, fields) => ['PUT', `/v2/plans/${plan_code}`, element('plan', fields)]],
    [
      'an add-on',
      addOn,
      ({ plan_code }, fields) => [
        'POST',
        `/v2/plans/${plan_code}/add_ons`,
        element('add_on', { add_on_code: fresh('a'), name: 'A', ...PRICE, ...fields }),
      ],
    ],
    [
      'a charge',
      adjustment,
      ({ account_code }, fields) => [
        'POST',
        `/v2/accounts/${account_code}/adjustments`,
        element('adjustment', { currency: 'USD', unit_amount_in_cents: '10000000', ...fields }),
      ],
    ],
    [
      'a coupon',
      coupon,
      (_, fields) => [
        'POST',
        '/v2/coupons',
        element('coupon', {
          ...{ coupon_code: fresh('c'), name: 'A', discount_type: 'percent', discount_percent: '10' },
          ...{ duration: 'temporal', temporal_unit: 'year', temporal_amount: '1', ...fields },
        }),
      ],
    ],
    [
      'a subscription',
      purchasedSubscription,
      ({ plan_code }, fields) => ['POST', '/v2/purchases', buying(subscribing({ plan_code, ...fields }))],
    ],
    [
      'an add-on of a subscription',
      subscriptionAddOn,
      ({ plan_code, add_on_code }, fields) => {
        const subscription_add_ons = element('subscription_add_on', { add_on_code, ...fields });
        return ['POST', '/v2/purchases', buying(subscribing({ plan_code, subscription_add_ons }))];
      },
    ],
    ['a charge of a purchase', purchasedCharge, (_, fields) => ['POST', '/v2/purchases', buying(charging(fields))]],
    ['a purchase', purchase, (_, fields) => ['POST', '/v2/purchases', buying(charging({}), fields)]],
    [
      'a posted invoice',
      postedInvoice,
      ({ account_code }, fields) => [
        'POST',
        `/v2/accounts/${account_code}/invoices`,
        element('invoice', { collection_method: 'manual', ...fields }),
      ],
    ],
    [
      'an edited invoice',
      editedInvoice,
      ({ invoice }, fields) => ['PUT', `/v2/invoices/${invoice}`, element('invoice', fields)],
    ],
    [
      'a payment by hand',
      offlinePayment,
      ({ invoice }, fields) => [
        'POST',
        `/v2/invoices/${invoice}/transactions`,
        element('transaction', { payment_method: 'check', amount_in_cents: '1', ...fields }),
      ],
    ],
    [
      'a refund of an amount',
      refund,
      ({ paid }, fields) => [
        'POST',
        `/v2/invoices/${paid}/refund`,
        element('invoice', { amount_in_cents: '1', refund_method: 'all_credit', ...fields }),
      ],
    ],
    [
      'a refund of a quantity',
      refundedLine,
      ({ paid, line }, fields) => {
        const line_items = element('adjustment', { uuid: line, quantity: '1', prorate: 'false', ...fields });
        return ['POST', `/v2/invoices/${paid}/refund`, element('invoice', { line_items })];
      },
    ],
    [
      'an acquisition',
      accountAcquisition,
      ({ account_code }, fields) => [
        'PUT',
        `/v2/accounts/${account_code}/acquisition`,
        element('account_acquisition', { channel: 'blog', ...fields }),
      ],
    ],
  ];

  const broken = (answers: readonly (readonly [asked: string, ApiResponse])[]) =>
    answers.filter(([, { status }]) => status >= 500).map(([asked, { status }]) => `${status} for ${asked}`);

  it.each(bodies)('for %s are either stored or rejected', async (_title, resource, body) => {
    const at = await furnished();
    const charge = element('adjustment', { currency: 'USD', unit_amount_in_cents: '100' });
    const answers: [string, ApiResponse][] = [];
    for (const fields of extremesOf(resource)) {
      await sold(at.site, `/v2/accounts/${at.account_code}/adjustments`, charge);
      answers.push([JSON.stringify(fields), await at.site.api(...body(at, fields))]);
    }
    expect(broken(answers)).toEqual([]);
    for (const [asked, { status }] of answers) {
      const refused = [...OUTSIDE, ...NO_OFFSETS].some((moment) => asked.includes(`"${moment}"`));
      if (refused) expect(status, asked).toBe(422);
    }
    // A stored record can be rendered, and the same request succeeds with ordinary values.
    for (const list of ['plans', 'subscriptions', 'invoices', 'coupons', 'transactions', 'credit_payments']) {
      expect((await at.site.api('GET', `/v2/${list}?per_page=200`)).status, list).toBe(200);
    }
    const ordinary = await at.site.api(...body(at, {}));
    expect(ordinary.status, ordinary.text).toBeLessThan(300);
  });

  it('in a plan are rejected for a subscription that would end after the year 9999', async () => {
    const { site } = await furnished();
    const answers: [string, ApiResponse][] = [];
    const plans = [
      ...[{ plan_interval_length: '9999', total_billing_cycles: '9999' }, { total_billing_cycles: '9999' }],
      ...[{ trial_interval_length: '9999' }, { plan_interval_length: '9999', trial_interval_length: '9999' }],
    ];
    const requests: Fields[] = [
      ...[{}, { total_billing_cycles: '9999' }, { starts_at: '9999-12-31' }, { trial_ends_at: '9999-12-31' }],
      ...[{ first_bill_date: '9999-12-31' }, { quantity: '999999999', unit_amount_in_cents: '10000000' }],
    ];
    for (const unit of ['days', 'months']) {
      for (const fields of plans) {
        const plan_code = fresh('long');
        const units = { plan_interval_unit: unit, trial_interval_unit: unit, trial_requires_billing_info: 'false' };
        await sold(site, '/v2/plans', element('plan', { plan_code, name: 'A', ...PRICE, ...units, ...fields }));
        for (const request of requests) {
          const body = buying(subscribing({ plan_code, ...request }));
          answers.push([JSON.stringify({ unit, fields, request }), await site.api('POST', '/v2/purchases', body)]);
        }
      }
    }
    expect(broken(answers)).toEqual([]);
    const listed = await site.api('GET', '/v2/subscriptions?per_page=200');
    const ends = listed.xml?.children.map((one) => textOf(one, 'current_term_ends_at') ?? '') ?? [];
    expect(ends.length).toBeGreaterThan(5);
    for (const end of ends) expect(end).toMatch(/^(\d{4}-\d\d-\d\dT[\d:]{8}Z)?$/);
  });

  it('of a first paid period are rejected, also while a trial or a later start lets nothing be due', async () => {
    const { api } = await service().openSite({ mode: 'sandbox' });
    const code = fresh('plan');
    const made = element('plan', { plan_code: code, name: code, ...PRICE, trial_interval_length: '7' });
    expect((await api('POST', '/v2/plans', made)).status).toBe(201);

    const subscribe = (quantity: string, terms: Fields) =>
      api(
        'POST',
        '/v2/purchases',
        buying(subscribing({ plan_code: code, unit_amount_in_cents: '10000000', quantity, ...terms })),
      );
    for (const terms of [{}, { starts_at: '2100-01-01' }] satisfies Fields[]) {
      const refused = await subscribe('999999999', terms);
      expect([refused.status, findings(refused.xml)]).toEqual([422, ['purchase.subscriptions[0].base invalid']]);
      expect((await subscribe('9999999', terms)).status).toBe(200);
    }
  });

  it('for billing cycles are rejected with the maximum allowed', async () => {
    const { site, plan_code } = await furnished();
    const buy = (fields: Fields) => site.api('POST', '/v2/purchases', buying(subscribing({ plan_code, ...fields })));
    for (const field of ['total_billing_cycles', 'renewal_billing_cycles']) {
      expect((await buy({ [field]: '9999' })).status).toBe(200);
      const refused = await buy({ [field]: '10000' });
      expect(refused.status).toBe(422);
      expect(refused.text).toContain('must be less than or equal to 9999');
      expect(findings(refused.xml)).toEqual([`purchase.subscriptions[0].${field} less_than_or_equal_to`]);
    }
  });

  it('for billing cycles are rejected beyond the year 9999', async () => {
    const { site, plan_code } = await withoutAccounts();
    const buy = (fields: Fields) => site.api('POST', '/v2/purchases', buying(subscribing({ plan_code, ...fields })));
    expect((await site.api('PUT', '/v2/sandbox/clock', element('clock', { now: '9900-11-01' }))).status).toBe(200);
    // From 20 November 9900 to the end of 9999 there are 1,189 months and a few days.
    const late = { starts_at: '9900-11-20T12:00:00Z', total_billing_cycles: '1189' };
    expect((await buy(late)).status).toBe(200);
    const tooLate = await buy({ ...late, total_billing_cycles: '1190' });
    expect(tooLate.text).toContain('must be less than or equal to 1189');
  });

  it('are rejected for the site clock, which ends with the year 9999', async () => {
    const { site, plan_code } = await withoutAccounts();
    const travel = (fields: Fields) => site.api('PUT', '/v2/sandbox/clock', element('clock', fields));
    const answers: [string, ApiResponse][] = [];
    for (const fields of extremesOf(siteClock).filter(({ now }) => !now?.startsWith('9999-12-31T23:59:59Z'))) {
      answers.push([JSON.stringify(fields), await travel(fields)]);
    }
    expect(broken(answers)).toEqual([]);
    for (const moment of [...OUTSIDE, ...NO_OFFSETS]) {
      const refused = await travel({ now: moment });
      expect([refused.status, findings(refused.xml)], moment).toEqual([422, ['clock.now invalid']]);
    }
    expect((await travel({ now: '9999-12-31T23:59:59Z' })).status).toBe(200);
    const further = await travel({ advance_in_seconds: '1' });
    expect([further.status, findings(further.xml)]).toEqual([422, ['clock.advance_in_seconds less_than_or_equal_to']]);
    const sale = await site.api('POST', '/v2/purchases', buying(subscribing({ plan_code })));
    expect(sale.status).toBe(422);
  });
});
