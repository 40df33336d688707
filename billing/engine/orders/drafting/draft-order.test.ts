import { describe, expect, test } from 'vitest';
import { chargeLine } from '../../../domain/adjustments/charge-lines.ts';
import { NO_UNITS, refundableLine } from '../../../domain/adjustments/credit-line.ts';
import type { CouponRecord, RedemptionRow } from '../../../domain/coupons/record.ts';
import type { InvoiceRecord } from '../../../domain/invoices/record.ts';
import { at, boundariesUntil, sell, sold, usageAddOn } from '../../../domain/subscriptions/testing/subscription.ts';
import { fraction } from '../../../values/money/fraction.ts';
import type { TaxRate } from '../../../values/price/cart.ts';
import { creditCharges } from '../../../values/price/change.ts';
import { draftOrder, draftSteps, type OrderDraft } from './draft-order.ts';
import type { SubscriptionItem } from './order.ts';
import { BILLED, draftedItem, draftedOrder, unmoved } from './testing/drafted-order.ts';

let made = 0;
const ids = { uuid: () => `id-${made++}`, secret: () => '' };

const RATES: readonly TaxRate[] = [{ type: 'usst', region: 'CA', rate: '0.0875' }];
/** 10 % off everything, forever. */
const TENTH = {
  row: { uuid: 'redemption', subscription_id: null, total_discounted_in_cents: 0, single_use: false } as RedemptionRow,
  coupon: {
    discount_type: 'percent',
    discount_percent: 10,
    applies_to_all_plans: true,
    plan_codes: [] as readonly string[],
  } as CouponRecord,
};

const lines = (draft: OrderDraft) =>
  draft.charge?.lines.map(({ origin, unit_amount_in_cents, quantity }) => [origin, unit_amount_in_cents, quantity]);

/** The credit of a third of the plan line of an invoice that was charged for a whole interval. */
const creditThird = ({ charge }: OrderDraft) => {
  const plan = charge?.lines.find(({ origin }) => origin === 'plan');
  if (!plan) throw new Error('The invoice has no plan line');
  const line = refundableLine({ ...plan, account_code: 'ada', invoice: '1000' }, []);
  const changeable = { ...line, whole: line.gross, open: line.gross, covered: fraction(1) };
  const [credit] = creditCharges([changeable], line.gross, fraction(1, 3));
  if (!credit) throw new Error('Nothing is credited');
  return { line, credit, units: NO_UNITS };
};

const firstInvoice = (): OrderDraft =>
  draftOrder(
    { ids },
    draftedOrder([draftedItem('add', sell('2024-04-01', { unit: 10_000, plan: { setup_fee_in_cents: {} } }), RATES)], {
      coupons: { active: [TENTH], replaced: [], redeemed: [] },
    }),
  );

/** The charge invoice of an order, of which so many cents are owed. */
const paidOf = ({ charge }: OrderDraft, balance_in_cents = 0): InvoiceRecord => {
  if (!charge) throw new Error('The order charges nothing');
  return { ...charge.invoice, balance_in_cents };
};

describe('an order', () => {
  test('that adds a subscription bills the setup fee and the first period', () => {
    const draft = draftOrder({ ids }, draftedOrder([draftedItem('add', sell('2024-04-01'))]));
    expect(lines(draft)).toEqual([
      ['setup_fee', 500, 1],
      ['plan', 3000, 1],
    ]);
    expect([draft.due, draft.charge?.invoice.origin]).toEqual([3500, 'purchase']);
    expect([draft.subscriptions.added.length, draft.subscriptions.updated.length]).toEqual([1, 0]);
  });

  test('that renews a subscription bills the next period, without the setup fee', () => {
    const { transitions } = boundariesUntil(sell('2024-04-01').subscription, '2024-05-01');
    const renewals = transitions.map((transition) => draftedItem('renew', transition, RATES));
    const draft = draftOrder({ ids }, draftedOrder(renewals, { origin: 'renewal' }));
    expect(lines(draft)).toEqual([['plan', 3000, 1]]);
    // 8.75 % of 30.00 is 2.625.
    expect([draft.due, draft.charge?.invoice.origin]).toEqual([3263, 'renewal']);
    expect(draft.subscriptions.added).toEqual([]);
    expect(draft.subscriptions.updated[0]).toMatchObject({
      record: { tax_rate: '0.0875', started_with_gift: false },
      events: ['renewed_subscription'],
    });
  });

  test('of many charges is drafted in steps', () => {
    const setting = { uuid: ids.uuid, at: at('2024-04-01'), account_id: 'ada', currency: 'USD' };
    const charges = Array.from({ length: 3_000 }, () => ({
      line: chargeLine(setting, { unit_amount_in_cents: 110 }, null),
      pending: false,
      discountable: true,
      rates: RATES,
    }));
    const steps = draftSteps({ ids }, draftedOrder([], { charges }));
    let taken = 0;
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done) {
        // 8.75 % of 3,300.00.
        expect(step.value.due).toBe(358_875);
        break;
      }
      taken += 1;
    }
    expect(taken).toBeGreaterThanOrEqual(6);
    expect([...draftSteps({ ids }, draftedOrder([draftedItem('add', sell('2024-04-01'))]))]).toEqual([]);
  });

  // 100.00 to 160.00 with 10 of 30 days left, 10 % off, 8.75 % tax: 33.33 - 3.33 + 2.63 back, 53.33 - 5.33 + 4.20 to
  // pay.
  test('that changes a plan charges the rest of the period, and its credit pays for it', () => {
    const before = firstInvoice();
    expect(before.due).toBe(9788);
    const { subscription } = sell('2024-04-01', { unit: 16_000 });
    const left = { startedAt: at('2024-04-21'), endsAt: at('2024-05-01') };
    const product = { kind: 'plan', code: 'gold' } as const;
    const change: SubscriptionItem = {
      ...BILLED,
      ...unmoved(subscription),
      kind: 'change',
      creditOrigin: 'immediate_change',
      subscription,
      charges: [{ kind: 'product', product, amount: 16_000, period: left, proration: fraction(1, 3) }],
      credits: [creditThird(before)],
      credited: [paidOf(before)],
      rates: RATES,
      shipping: null,
    };
    const draft = draftOrder(
      { ids },
      draftedOrder([change], { origin: 'immediate_change', coupons: { active: [TENTH], replaced: [], redeemed: [] } }),
    );
    expect(lines(draft)).toEqual([['plan', 5333, 1]]);
    expect(draft.charge?.invoice).toMatchObject({ origin: 'immediate_change', total_in_cents: 5220 });
    expect(draft.credits.map(({ invoice }) => [invoice.origin, invoice.total_in_cents, invoice.original_ids])).toEqual([
      ['immediate_change', -3263, [before.charge?.invoice.uuid]],
    ]);
    expect(draft.due).toBe(1957);
    expect(draft.subscriptions).toEqual({
      added: [],
      updated: [
        {
          record: { ...subscription, tax_type: 'usst', tax_region: 'CA', tax_rate: '0.0875' },
          events: [],
          voidedUsage: [],
        },
      ],
    });
    const charged = before.charge?.lines[0]?.uuid;
    expect(draft.credited).toEqual([
      {
        invoice_id: before.charge?.invoice.uuid,
        amount_in_cents: 3263,
        paid_in_cents: 0,
        lines: [{ uuid: charged, quantity_remaining: 1, quantity_decimal_remaining: null, credited_share: '1/3' }],
      },
    ]);
  });

  // 25.00 of late corrections: 27.19 with 8.75 % tax. 30.00 and 10.00 of usage: 36.00 after 10 % off, 39.15 with tax.
  test('that bills usage discounts it, and larger corrections pay for the same renewal', () => {
    const before = sold('2024-04-01', { add_ons: [usageAddOn('archive', 100)] });
    const [addOn] = before.add_ons;
    if (!addOn) throw new Error('The subscription has no add-on');
    const used = (late: boolean, from: string, until: string, amount: string) => {
      const period = { startedAt: at(from), endsAt: at(until) };
      const selection = { subscription_id: before.uuid, add_on_code: 'archive', late, ...period };
      return { addOn, period, selection, total: { count: 1, amount, last: 1 }, before: '0' };
    };
    const { transitions } = boundariesUntil(before, '2024-05-01');
    const [renewal] = transitions.map((transition) => ({
      ...draftedItem('renew', transition, RATES),
      before,
      usage: [used(true, '2024-03-01', '2024-04-01', '-25'), used(false, '2024-04-01', '2024-05-01', '10')],
    }));
    const draft = draftOrder(
      { ids },
      draftedOrder([renewal as SubscriptionItem], {
        origin: 'renewal',
        coupons: { active: [TENTH], replaced: [], redeemed: [] },
      }),
    );
    expect(lines(draft)).toEqual([
      ['plan', 3000, 1],
      ['add_on', 100, 10],
    ]);
    expect(draft.charge?.invoice.total_in_cents).toBe(3915);
    const [credit] = draft.credits;
    expect(credit?.invoice).toMatchObject({ origin: 'usage_correction', type: 'credit', total_in_cents: -2719 });
    expect(credit?.invoice).toMatchObject({ state: 'closed', balance_in_cents: 0, discount_in_cents: 0 });
    expect(credit?.lines[0]).toMatchObject({ unit_amount_in_cents: -100, quantity: 25, tax_in_cents: -219 });
    expect(draft.due).toBe(3915 - 2719);
    expect(draft.usage?.map(({ line }) => line)).toEqual([credit?.lines[0]?.uuid, draft.charge?.lines[1]?.uuid]);
  });

  test('credits what is owed before anything else', () => {
    const before = firstInvoice();
    const { subscription } = sell('2024-04-01', { unit: 16_000 });
    const credit = creditThird(before);
    const owing = (balance: number) => {
      const change: SubscriptionItem = {
        ...BILLED,
        ...unmoved(subscription),
        kind: 'change',
        creditOrigin: 'immediate_change',
        subscription,
        charges: [],
        credits: [credit],
        credited: [paidOf(before, balance)],
        rates: RATES,
        shipping: null,
      };
      const { credits, credited, creditPayments } = draftOrder({ ids }, draftedOrder([change]));
      return {
        left: credits.map(({ invoice }) => [invoice.state, 0 - invoice.balance_in_cents]),
        paid: credited.map(({ amount_in_cents, paid_in_cents }) => [amount_in_cents, paid_in_cents]),
        uses: creditPayments.map((one) => [one.action, one.applied_to_invoice_id, one.amount_in_cents]),
      };
    };
    const charge = before.charge?.invoice.uuid;
    expect(owing(0)).toEqual({ left: [['open', 3263]], paid: [[3263, 0]], uses: [] });
    expect(owing(1000)).toEqual({
      left: [['open', 2263]],
      paid: [[3263, 1000]],
      uses: [['payment', charge, 1000]],
    });
    expect(owing(9788)).toEqual({ left: [['closed', 0]], paid: [[3263, 3263]], uses: [['payment', charge, 3263]] });
  });

  describe('that a parent pays', () => {
    const payer = { ...draftedOrder([]).payer, id: 'parent', exists: true, account_code: 'parent' };
    const billing = { ...draftedOrder([]).billing, account_id: 'parent' };

    test('bills it for lines of the account, each with the discounts of whom it is for', () => {
      const line = (account_id: string, cents: number) =>
        chargeLine(
          { uuid: ids.uuid, at: at('2024-04-01'), account_id, currency: 'USD' },
          { unit_amount_in_cents: cents },
          null,
        );
      const charges = [line('ada', 1000), line('ben', 2000)].map((one) => ({
        line: one,
        pending: true,
        discountable: true,
        rates: [],
      }));
      const half = {
        row: { ...TENTH.row, account_id: 'ben' },
        coupon: { ...TENTH.coupon, discount_percent: 50, applies_to_non_plan_charges: true },
      };
      const coupons = { active: [half], replaced: [], redeemed: [] };
      const draft = draftOrder({ ids }, draftedOrder([], { payer, billing, charges, coupons }));
      expect(draft.payer).toEqual({ id: 'parent', account_code: 'parent' });
      expect([draft.account_id, draft.charge?.invoice.account_id]).toEqual(['ada', 'parent']);
      expect(draft.charge?.lines.map((one) => [one.account_id, one.total_in_cents])).toEqual([
        ['ada', 1000],
        ['ben', 1000],
      ]);
    });

    test('credits the account that was billed before, which pays none of it', () => {
      const before = firstInvoice();
      const { subscription } = sell('2024-04-01');
      const credit = creditThird(before);
      const item: SubscriptionItem = {
        ...BILLED,
        kind: 'change',
        ...unmoved(subscription),
        subscription,
        charges: [],
        credits: [credit],
        credited: [paidOf(before)],
        creditOrigin: 'immediate_change',
        rates: [],
        shipping: null,
      };
      const charges = [
        {
          line: chargeLine(
            { uuid: ids.uuid, at: at('2024-04-11'), account_id: 'ada', currency: 'USD' },
            { unit_amount_in_cents: 9000 },
            null,
          ),
          pending: true,
          discountable: true,
          rates: [],
        },
      ];
      const draft = draftOrder({ ids }, draftedOrder([item], { payer, billing, charges }));
      expect(draft.credits.map(({ invoice }) => invoice.account_id)).toEqual(['ada']);
      expect([draft.creditedAccounts, draft.creditPayments, draft.due]).toEqual([['ada'], [], 9000]);
    });
  });

  test('that ends a subscription credits it, and charges nothing', () => {
    const { subscription } = sell('2024-04-01');
    const end: SubscriptionItem = {
      ...BILLED,
      ...unmoved(subscription),
      kind: 'end',
      creditOrigin: 'termination',
      subscription,
      charges: [],
      credits: [creditThird(firstInvoice())],
      credited: [],
      rates: RATES,
      shipping: null,
    };
    const draft = draftOrder({ ids }, draftedOrder([end], { origin: 'termination' }));
    expect(draft.charge).toBeUndefined();
    expect(draft.credits.map(({ invoice }) => [invoice.origin, invoice.balance_in_cents])).toEqual([
      ['termination', -3263],
    ]);
    expect(draft.due).toBe(0);
  });
});
