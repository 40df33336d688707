import { PLAIN_LETTERS } from '@service/billing/domain/search/fold.ts';
import type { SearchedKind, SearchRecords } from '@service/billing/ports/search.ts';
import { search } from '@service/billing/queries/search/search.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { lookUps } from '../records/search-conditions.ts';
import type { Ground } from '../storage.contract.ts';
import {
  aBillingInfo,
  aCoupon,
  aGiftCard,
  anAccount,
  aRedemption,
  aSite,
  aTransaction,
  aUniqueCode,
  id,
  NOON,
} from './samples.ts';
import { aCreditPayment, anAdjustment, anInvoice, aSubscription } from './selling-samples.ts';

const ada = anAccount(9000, {
  account_code: 'customer_50%',
  email: 'Ada@Example.com',
  company_name: 'Analytical Engines',
  vat_number: 'GB123456789',
  address: { ...anAccount(9000).address, city: 'KØBENHAVN', zip: 'SW1A 1AA' },
});
const other = anAccount(9001, {
  account_code: 'ödegård-ab',
  email: 'ada@example.com.au',
  first_name: 'ÖDÖN',
  last_name: 'Horváth',
  state: 'closed',
  address: { ...anAccount(9001).address, city: 'New York', zip: '10118-4321' },
});
const subscription = aSubscription(9010, ada, { plan_code: 'gold', po_number: 'PO 77' });
const invoice = anInvoice(9020, ada, {
  invoice_number_prefix: 'INV',
  po_number: 'PO-78',
  vat_number: 'GB123456789',
  state: 'past_due',
  total_in_cents: 1999,
});
const inYen = anInvoice(9021, other, { invoice_number: 90_200, currency: 'JPY', total_in_cents: 1999 });
const payment = aTransaction(9030, ada, {
  reference: 'pi_1Payment',
  charge_reference: 'ch_1Charge',
  amount_in_cents: 1999,
  status: 'success',
});
const check = aTransaction(9031, ada, {
  ...{ type: 'manual', gateway_code: null, reference: null, description: 'Check No. 10-4711', action: 'purchase' },
  ...{ amount_in_cents: 1234, currency: 'USD', status: 'success' },
});
const declined = aTransaction(9032, ada, {
  ...{ status: 'declined', action: 'purchase', amount_in_cents: 4321 },
  transaction_error: { error_code: 'insufficient_funds', error_category: 'soft', gateway_error_code: null },
});
const coupon = aCoupon(9040, { coupon_type: 'bulk' });
const gift = aGiftCard(9050, ada);

const dispute = {
  id: id(9060),
  gateway_code: 'main',
  reference: 'du_1Dispute',
  account_id: ada.id,
  transaction_uuid: payment.uuid,
  state: 'open',
  reason: 'fraudulent',
  currency: 'EUR',
  amount_in_cents: 1999,
  booked: true,
  evidence: null,
  answered: false,
  accepted_at: null,
  withdrawn_in_cents: 1999,
  fee_in_cents: 0,
  fee_currency: null,
  evidence_due_at: null,
  reported_at: NOON,
  opened_at: NOON,
  closed_at: null,
} as const;

type Case = readonly [by: string, values: Parameters<SearchRecords['find']>[1], found: string];
const by = (name: string, found: string, ...values: NonNullable<Case[1]>['values']): Case => [
  name,
  { by: name as NonNullable<Case[1]>['by'], values },
  found,
];

const CASES: Readonly<Record<SearchedKind, readonly Case[]>> = {
  customer: [
    by('id', ada.id, ada.id),
    by('code', ada.id, 'customer_50%'),
    by('code_prefix', ada.id, 'customer_5'),
    by('email', ada.id, 'ada@example.com'),
    by('email_prefix', ada.id, 'ada@example.c'),
    by('words', ada.id, ['alytical'], ['ada']),
    by('card', ada.id, '1111', 'Visa', 11, 2030),
    by('words_and_card', ada.id, '1111', ['ada'], ['alytical']),
    by('vat_number', ada.id, 'GB123456789'),
    by('method_vat_number', ada.id, 'IE9999999'),
    by('payment_method', ada.id, aBillingInfo(ada).id),
    by('method_reference', ada.id, 'pm_1Card'),
    by('city', other.id, 'new york'),
    by('postal_code', other.id, '101184321'),
    by('postal_code_prefix', ada.id, 'sw1'),
  ],
  subscription: [
    by('uuid', subscription.uuid, subscription.uuid),
    by('po_number', subscription.uuid, 'PO 77'),
    by('accounts', subscription.uuid, ada.id, other.id, id(1)),
  ],
  invoice: [
    by('uuid', invoice.uuid, invoice.uuid),
    by('line', invoice.uuid, id(9022)),
    by('credit_payment', invoice.uuid, id(9023)),
    by('number', invoice.uuid, 9020, 'inv'),
    by('number_prefix', inYen.uuid, 902, ''),
    by('number_and_words', invoice.uuid, 9020, ['ada']),
    by('po_number', invoice.uuid, 'PO-78'),
    by('vat_number', invoice.uuid, 'GB123456789'),
    by('accounts', invoice.uuid, ada.id, other.id, id(1)),
  ],
  payment: [
    by('decline', declined.uuid, 'expired_card', 'insufficient_funds'),
    by('uuid', payment.uuid, payment.uuid),
    by('reference', payment.uuid, 'pi_1Payment'),
    by('charge', payment.uuid, 'ch_1Charge'),
    by('recorded_reference', check.uuid, 'check no. 10-4711'),
    by('recorded_part', check.uuid, ['4711']),
    by('dispute', payment.uuid, 'du_1Dispute'),
    by('accounts', payment.uuid, ada.id, other.id, id(1)),
  ],
  coupon: [
    by('code', coupon.key, 'coupon-9040'),
    by('unique_code', coupon.key, 'unique-9041'),
    by('redemption', coupon.key, id(9042)),
  ],
  gift_card: [by('key', gift.key, gift.key), by('redemption_code', gift.key, 'GIFTCARD9050')],
};

/** The contract of search: every look-up on every engine, then what operators find. */
export const searchBehaves = (ground: () => Ground): void => {
  describe('search', () => {
    const site = aSite(9100, { currencies: ['USD', 'JPY'], time_zone: 'America/New_York' });
    const limits = { hits: 5, personal: true };
    beforeAll(async () => {
      const { open } = ground();
      await open.sites.add(site);
      await open.sites.add(aSite(9101));
      const records = open.storage.of(site.id);
      for (const account of [ada, other]) await records.accounts.add(account);
      await records.paymentMethods.save({
        ...aBillingInfo(ada),
        reference: 'cus_1Customer/pm_1Card',
        vat_number: 'IE9999999',
        city: 'Wien',
        zip: '1010',
      });
      await records.subscriptions.add(subscription);
      for (const each of [invoice, inYen]) await records.invoices.add(each);
      await records.adjustments.add(anAdjustment(9022, ada, { invoice_id: invoice.uuid, state: 'invoiced' }));
      await records.creditPayments.add(aCreditPayment(9023, ada, { original_invoice_id: invoice.uuid }));
      for (const each of [payment, check, declined]) await records.transactions.add(each);
      await records.disputes.save(dispute);
      await records.coupons.add(coupon);
      await records.coupons.codes.add(coupon.key, [aUniqueCode(9041, coupon)]);
      await records.redemptions.add(aRedemption(9042, ada, coupon));
      await records.giftCards.add(gift);
      await records.auditLog.append({
        ...{ id: id(9070), at: NOON, actor: 'key:1', action: 'account.created', subject: 'customer_50%' },
        ...{ correlation: 'request-9070', changes: null, address: null },
      });
    });
    const found = (text: string, changes: Partial<typeof limits> = {}) =>
      search(ground().open)({ site }, text, { ...limits, ...changes });
    const names = async (text: string, changes: Partial<typeof limits> = {}) =>
      (await found(text, changes)).groups.flatMap(({ hits }) => hits.map((hit) => `${hit.kind} ${hit.id}`));

    for (const [kind, cases] of Object.entries(CASES) as [SearchedKind, readonly Case[]][]) {
      test.each(cases)(`finds a ${kind} by %s, and another site's not`, async (_by, condition, expected) => {
        const { open } = ground();
        const ids = await open.storage.of(site.id).search.find(kind, condition, {}, 10);
        expect(ids.map((each) => each.id)).toContain(expected);
        expect(await open.storage.of(id(9101)).search.find(kind, condition, {}, 10)).toEqual([]);
        expect(await open.storage.of(id(9101)).search.shown(kind, [expected])).toEqual([]);
      });
      test(`has a row here for every look-up of a ${kind}`, () => {
        expect(cases.map(([name]) => name).toSorted()).toEqual(Object.keys(lookUps[kind]).toSorted());
      });
    }

    test('an email address identifies an account, whatever the case; its beginning finds more', async () => {
      const { exact, groups } = await found('ADA@example.COM');
      expect(exact).toEqual({
        kind: 'customer',
        id: 'customer_50%',
        title: 'Ada Løvelace',
        detail: 'Analytical Engines · Ada@Example.com · customer_50% · active',
        exact: true,
      });
      expect(groups).toMatchObject([{ kind: 'customer', count: 2, more: false }]);
      expect(groups[0]?.hits.map((hit) => hit.id)).toEqual(['customer_50%', 'ödegård-ab']);
      expect(await names('da@example.com.a')).toEqual(['customer ödegård-ab']);
    });

    test('customers are found by parts of name, company and code, and wildcards are letters', async () => {
      expect(await names('lytical eng')).toEqual(['customer customer_50%']);
      expect(await names('LØVELACE')).toEqual(['customer customer_50%']);
      expect(await names('ödön horváth')).toEqual(['customer ödegård-ab']);
      expect(await names('_50%')).toEqual(['customer customer_50%']);
      expect(await names('e_ample')).toEqual([]);
      expect(await names('ada charles')).toEqual([]);
    });

    test('what a save changes is found at once, and no longer by what it was', async () => {
      const { accounts } = ground().open.storage.of(site.id);
      await accounts.save({ ...other, last_name: 'Kálmán' });
      expect([await names('kálmán'), await names('horváth')]).toEqual([['customer ödegård-ab'], []]);
      await accounts.save(other);
    });

    test('a card is found by its last four digits, brand and expiry', async () => {
      for (const text of ['1111', 'visa 1111', '11/30 1111 visa']) {
        expect((await found(text)).exact, text).toMatchObject({ kind: 'customer', id: 'customer_50%' });
      }
      for (const text of ['amex 1111', '1111 12/30', '1112']) expect((await found(text)).exact, text).toBeNull();
    });

    test('a name and digits find the customer with the card, and the invoice of the customer', async () => {
      expect(await names('ada 1111')).toEqual(['customer customer_50%']);
      expect(await names('1111 visa løvelace')).toEqual(['customer customer_50%']);
      expect(await names('ada 9020')).toEqual(['invoice INV9020']);
      expect(await names('ödön 9020')).toEqual([]);
      expect(await names('ödön 1111')).toEqual([]);
      expect(await names('ada 1111', { personal: false })).toEqual([]);
    });

    test('the reason of a decline finds the payments, and says so', async () => {
      const { groups } = await found('insufficient funds');
      expect(groups).toMatchObject([{ kind: 'payment', hits: [{ id: declined.uuid, exact: false }] }]);
      expect(JSON.stringify(groups)).toContain('declined: insufficient funds');
      expect(await names('expired card')).toEqual([]);
    });

    test('an invoice is found by its number, with or without its prefix, and by the beginning of it', async () => {
      for (const text of ['9020', '#9020', 'inv9020']) {
        expect((await found(text)).exact, text).toEqual({
          ...{ kind: 'invoice', id: 'INV9020', title: 'INV9020', exact: true },
          detail: 'Ada Løvelace · 19.99 USD · past_due',
        });
      }
      expect(await names('902')).toEqual(['invoice 90200', 'invoice INV9020']);
      expect(await names('X9020')).toEqual([]);
    });

    test.each([
      [subscription.uuid, 'subscription', subscription.uuid],
      [`${'0'.repeat(8)}-0000-0000-0000-00000000${'2346'}`, 'payment', payment.uuid],
      [invoice.uuid, 'invoice', 'INV9020'],
      ['pi_1Payment', 'payment', payment.uuid],
      ['du_1Dispute', 'payment', payment.uuid],
      ['pm_1Card', 'customer', 'customer_50%'],
      ['coupon-9040', 'coupon', 'Coupon-9040'],
      ['uNiQuE-9041', 'coupon', 'Coupon-9040'],
      ['giftcard9050', 'gift_card', '9050'],
      ['PO 77', 'subscription', subscription.uuid],
      ['request-9070', 'request', 'request-9070'],
    ])('%s leads to one %s', async (text, kind, address) => {
      expect((await found(text)).exact).toMatchObject({ kind, id: address, exact: true });
    });

    test('a VAT number finds customer and invoice, so neither is the one that is meant', async () => {
      const { exact, groups } = await found('gb 123.456.789');
      expect(exact).toBeNull();
      expect(groups.map(({ kind, count }) => `${kind} ${count}`)).toEqual(['customer 1', 'invoice 1']);
    });

    test('codes that are worth money are never in the result', async () => {
      expect(JSON.stringify(await found('giftcard9050')).toUpperCase()).not.toContain('GIFTCARD9050');
      expect(JSON.stringify(await found('unique-9041')).toLowerCase()).not.toContain('unique-9041');
    });

    test('filters select by state, plan, country, amount and date', async () => {
      expect(await names('state:past_due')).toEqual(['customer customer_50%', 'invoice INV9020']);
      expect(await names('state:closed')).toEqual(['customer ödegård-ab']);
      expect(await names('plan:gold')).toEqual([`subscription ${subscription.uuid}`]);
      expect(await names('plan:gold country:IE')).toEqual([`subscription ${subscription.uuid}`]);
      expect(await names('plan:gold country:AT')).toEqual([]);
      expect(await names('country:ie')).toHaveLength(2);
      expect(await names('amount:19.99')).toEqual(['invoice INV9020', `payment ${payment.uuid}`]);
      expect(await names('amount:1999')).toEqual(['invoice 90200']);
      expect(await names('amount>15 amount<20 state:past_due')).toEqual(['invoice INV9020']);
      expect(await names('created:2026-03-01 state:past_due')).toEqual(['customer customer_50%', 'invoice INV9020']);
      expect(await names('created:2026-02')).toEqual([]);
      expect(await names('state:happy')).toEqual([]);
    });

    test('a customer is found by the city and the postal code of an address or a payment method', async () => {
      for (const text of ['København', 'wien', '1010', 'sw1a1aa', 'SW1A-1']) {
        expect(await names(text), text).toEqual(['customer customer_50%']);
      }
      for (const text of ['NEW YORK', '10118', '10118-4321']) {
        expect(await names(text), text).toEqual(['customer ödegård-ab']);
      }
      // A hit shows what was found by, which it does not have otherwise.
      const detailOf = async (text: string) => (await found(text)).groups[0]?.hits[0]?.detail;
      expect(await detailOf('new york')).toContain(' · 10118-4321 New York');
      expect(await detailOf('wien')).toContain(' · 1010 Wien, of a payment method');
      expect(await detailOf('SW1A-1')).toContain(' · SW1A 1AA KØBENHAVN');
      expect(await detailOf('ada city:wien')).toContain(' · 1010 Wien, of a payment method');
      for (const text of ['York', '101', 'Vienna']) expect(await names(text), text).toEqual([]);
      expect(await names('wien state:closed')).toEqual([]);
    });

    test('names and cities are found without their diacritical marks, and as people write them without', async () => {
      const danish = ['København', 'Kobenhavn', 'KOBENHAVN', 'Koebenhavn', 'city:kobenhavn'];
      for (const text of danish) expect(await names(text), text).toEqual(['customer customer_50%']);
      for (const text of ['odon', 'ÖDÖN', 'oedoen', 'horvath', 'ödegard', 'Oedegard']) {
        expect(await names(text), text).toEqual(['customer ödegård-ab']);
      }
      // Each letter of the table, by the database itself.
      const { accounts, search: look } = ground().open.storage.of(site.id);
      for (const [place, [letter, plain]] of PLAIN_LETTERS.entries()) {
        const account_code = `letter-${place}`;
        await accounts.add(anAccount(9600 + place, { account_code, first_name: `x${letter}x${place}y`, email: null }));
        const words = { by: 'words', values: [[`x${plain}x${place}y`]] } as const;
        expect(await look.find('customer', words, {}, 9), letter).toHaveLength(1);
      }
    });

    test('filters by city and postal code select and narrow', async () => {
      expect(await names('city:"new york"')).toEqual(['customer ödegård-ab']);
      expect(await names('city:Wien')).toEqual(['customer customer_50%']);
      expect(await names('postal_code:101')).toEqual(['customer ödegård-ab', 'customer customer_50%']);
      expect(await names('postal_code:101 city:wien country:IE state:closed')).toEqual([]);
      expect(await names('postal_code:101 city:wien country:IE')).toEqual(['customer customer_50%']);
      expect(await names('postal_code:"SW1A 1" plan:gold')).toEqual([`subscription ${subscription.uuid}`]);
      expect(await names('city:Cork plan:gold')).toEqual([]);
      expect(await names('ada city:Wien')).toEqual(['customer customer_50%']);
      expect(await names('ada city:Berlin')).toEqual([]);
    });

    test('a payment that was recorded by hand is found by its reference, and by a part of it', async () => {
      expect((await found('check no. 10-4711')).exact).toEqual({
        ...{ kind: 'payment', id: check.uuid, title: '12.34 USD', exact: true },
        detail: 'purchase · success · Ada Løvelace · Check No. 10-4711',
      });
      expect(await names('CHECK 4711')).toEqual([`payment ${check.uuid}`]);
      expect(await names('Check No. 10-4712')).toEqual([]);
    });

    test('filters narrow what words find, also among the records of customers', async () => {
      expect(await names('ada state:closed')).toEqual(['customer ödegård-ab']);
      expect(await names('ada state:past_due')).toEqual(['customer customer_50%']);
      expect(await names('ada plan:gold')).toEqual([`subscription ${subscription.uuid}`]);
      expect(await names('ada amount>1')).toEqual([
        'invoice 90200',
        'invoice INV9020',
        `payment ${declined.uuid}`,
        `payment ${check.uuid}`,
        `payment ${payment.uuid}`,
      ]);
      expect(await names('horváth plan:gold')).toEqual([]);
    });

    test('without personal data nothing is found by it, and accounts have their codes', async () => {
      const withheld = { personal: false };
      for (const text of [
        'ada@example.com',
        'ada',
        'analytical',
        '1111',
        'gb123456789',
        'po 77',
        'pm_1Card',
        'country:IE',
        'city:Wien',
        'postal_code:SW1',
        'wien',
        'sw1a1aa',
        'check no. 10-4711',
        'ada plan:gold',
      ]) {
        expect((await found(text, withheld)).groups, text).toEqual([]);
      }
      expect(await names('customer_', withheld)).toEqual(['customer customer_50%']);
      expect((await found('9020', withheld)).exact?.detail).toBe('customer_50% · 19.99 USD · past_due');
      const all = await Promise.all(
        [
          'customer_50%',
          'INV9020',
          'pi_1Payment',
          'plan:gold',
          'giftcard9050',
          'state:past_due',
          subscription.uuid,
        ].map((text) => found(text, withheld)),
      );
      expect(all.every(({ groups }) => groups.length > 0)).toBe(true);
      expect(JSON.stringify(all)).not.toMatch(/ada|løvelace|analytical|example\.com/i);
    });

    test('a number that may be that of a card is searched nowhere', async () => {
      const { called } = { called: [] as string[] };
      const storage = {
        of: () => {
          called.push('of');
          throw new Error('searched');
        },
      };
      const result = await search({ storage })({ site }, 'card 4242 4242 4242 4242', limits);
      expect(result).toEqual({ card_number: true, groups: [], exact: null });
      expect(called).toEqual([]);
    });

    test('a role sees the kinds that it may open', async () => {
      const only = await search(ground().open)({ site }, 'state:past_due', { ...limits, kinds: ['invoice'] });
      expect(only.groups.map(({ kind }) => kind)).toEqual(['invoice']);
      expect((await search(ground().open)({ site }, 'request-9070', { ...limits, kinds: ['invoice'] })).groups).toEqual(
        [],
      );
    });

    test('a list of accounts knows email, last four digits and parts', async () => {
      const { accounts } = ground().open.storage.of(site.id);
      const listed = async (filter: Parameters<typeof accounts.list>[0]['filter']) => {
        const query = { filter, sort: 'created_at', order: 'asc', limit: 10 } as const;
        const { records } = await accounts.list(query);
        expect(await accounts.count(query)).toBe(records.length);
        return records.map(({ account_code }) => account_code);
      };
      expect(await listed({ email: 'aDa@example.com' })).toEqual(['customer_50%']);
      expect(await listed({ last_four: '1111' })).toEqual(['customer_50%']);
      expect(await listed({ last_four: '1112' })).toEqual([]);
      expect(await listed({ city: 'NEW york' })).toEqual(['ödegård-ab']);
      expect(await listed({ city: 'Wien', country: 'IE' })).toEqual(['customer_50%']);
      expect(await listed({ city: 'Wien', state: 'closed' })).toEqual([]);
      expect(await listed({ postal_code: '101' })).toEqual(['customer_50%', 'ödegård-ab']);
      expect(await listed({ postal_code: '101', city: 'new york' })).toEqual(['ödegård-ab']);
      expect(await listed({ part: 'ada', postal_code: '1011' })).toEqual(['ödegård-ab']);
      expect(await listed({ part: 'a@EXAMPLE' })).toEqual(['customer_50%', 'ödegård-ab']);
      expect(await listed({ part: 'Ada Løv' })).toEqual(['customer_50%']);
      expect(await listed({ part: '%' })).toEqual(['customer_50%']);
      expect(await listed({ part: 'a@example', state: 'closed' })).toEqual(['ödegård-ab']);
    });

    test('an erased customer is found by the code alone', async () => {
      const { open } = ground();
      const erased = anAccount(9002, { account_code: 'gone', email: 'gone@erased.example', first_name: 'Forgotten' });
      const records = open.storage.of(site.id);
      await records.accounts.add(erased);
      expect(await names('forgotten')).toEqual(['customer gone']);
      await open.storage.transaction(site.id, ({ erasure }) => erasure.erase(erased));
      expect([await names('forgotten'), await names('gone@erased')]).toEqual([[], []]);
      expect(await names('gone')).toEqual(['customer gone']);
    });
  });
};
