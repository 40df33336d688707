import type { Records } from '@service/billing/ports/storage.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Ground } from '../storage.contract.ts';
import {
  aBillingInfo,
  aMeasuredUnit,
  anAccount,
  anAddOn,
  anAddress,
  anIntent,
  aPlan,
  aSite,
  aTransaction,
  id,
  NOON,
} from './samples.ts';
import { aCreditPayment, anAdjustment, anInvoice, aSubscription } from './selling-samples.ts';

const everything = { sort: 'created_at', order: 'asc', limit: 200 } as const;

/** A site never sees another site's records, and cannot touch them, whatever it asks. */
export const tenancyHolds = (ground: () => Ground): void => {
  describe('a stranger who knows every id', () => {
    const account = anAccount(400);
    const address = anAddress(401, account);
    const transaction = aTransaction(402, account);
    const acquisition = {
      account_id: account.id,
      cost_in_cents: 1,
      currency: 'USD',
      channel: null,
      subchannel: null,
      campaign: null,
      created_at: NOON,
      updated_at: NOON,
    };
    const note = { id: id(403), account_id: account.id, actor: null, message: 'Mine.', created_at: NOON };
    const intent = anIntent(404, 'mine', 1);
    const plan = aPlan(406);
    const addOn = anAddOn(407, plan);
    const unit = aMeasuredUnit(408);

    let owner: Records;
    let stranger: Records;
    beforeAll(async () => {
      const { open } = ground();
      await open.sites.add(aSite(500));
      await open.sites.add(aSite(501));
      owner = open.storage.of(id(500));
      stranger = open.storage.of(id(501));
      await owner.accounts.add(account);
      await owner.accounts.add(anAccount(405, { parent_id: account.id }));
      await owner.shippingAddresses.add(address);
      await owner.paymentMethods.save(aBillingInfo(account));
      await owner.acquisitions.save(acquisition);
      await owner.notes.add(note);
      await owner.transactions.add(transaction);
      await owner.intents.open(intent);
      await owner.plans.add(plan);
      await owner.addOns.add(addOn);
      await owner.measuredUnits.add(unit);
      await owner.addOns.add(anAddOn(409, plan, { add_on_type: 'usage', measured_unit_id: unit.id }));
      await owner.next('series');
      await open.idempotency({ keptFor: 1000, lease: 1000 }).begin(id(500), 'key', 'hash', NOON);
      await owner.subscriptions.add(aSubscription(410, account));
      await owner.invoices.add(anInvoice(411, account, { state: 'past_due', balance_in_cents: 100 }));
      await owner.invoices.add(
        anInvoice(412, account, { type: 'credit', state: 'open', balance_in_cents: -100, original_ids: [id(411)] }),
      );
      await owner.adjustments.add(anAdjustment(413, account));
      await owner.adjustments.add(
        anAdjustment(414, account, { state: 'invoiced', invoice_id: id(411), original_adjustment_uuid: id(413) }),
      );
      await owner.creditPayments.add(aCreditPayment(415, account, { original_invoice_id: id(412) }));
      await owner.ledger.append({
        id: id(416),
        at: NOON,
        account_id: account.id,
        currency: 'USD',
        kind: 'invoice.posted',
        subject: id(411),
        entries: [
          { account: 'receivable', amount: 979 },
          { account: 'revenue', amount: -979 },
        ],
      });
    });

    test.each<[string, (records: Records) => Promise<unknown>, unknown]>([
      ['identifies no account', ({ accounts }) => accounts.identify(account.account_code), undefined],
      ['finds no account', ({ accounts }) => accounts.find(account.account_code), undefined],
      ['lists none', ({ accounts }) => accounts.list({ ...everything, filter: {} }), { records: [], more: false }],
      ['counts none', ({ accounts }) => accounts.count({ ...everything, filter: {} }), 0],
      ['lists no children', ({ accounts }) => accounts.count({ ...everything, filter: { parent_id: account.id } }), 0],
      ['sees no child', ({ accounts }) => accounts.hasOpenChildren(account.id), false],
      [
        'sees no balance',
        ({ accounts }) => accounts.balance(account.id),
        { past_due: false, balance_in_cents: {}, available_credit_balance_in_cents: {} },
      ],
      ['finds no subscription', ({ subscriptions }) => subscriptions.find(id(410)), undefined],
      [
        'lists no subscriptions',
        ({ subscriptions }) => subscriptions.list({ ...everything, filter: { at: NOON } }),
        { records: [], more: false },
      ],
      [
        'counts no subscriptions',
        ({ subscriptions }) => subscriptions.count({ ...everything, filter: { at: NOON } }),
        0,
      ],
      ['sees no live subscriptions', ({ subscriptions }) => subscriptions.live(account.id), []],
      [
        'knows of no new subscription',
        ({ subscriptions }) => subscriptions.lastCreated(account.id, id(410)),
        undefined,
      ],
      ['finds no invoice', ({ invoices }) => invoices.find(id(411)), undefined],
      ['finds no invoice of a subscription', ({ invoices }) => invoices.lastOfSubscription(id(410)), undefined],
      ['finds no invoice by number', ({ invoices }) => invoices.byNumber(411), undefined],
      [
        'lists no invoices',
        ({ invoices }) => invoices.list({ ...everything, filter: {} }),
        { records: [], more: false },
      ],
      ['counts no invoices', ({ invoices }) => invoices.count({ ...everything, filter: {} }), 0],
      ['sees no open credit', ({ invoices }) => invoices.openCredits(account.id, 'USD'), []],
      ['sees no open charges', ({ invoices }) => invoices.openCharges(account.id), []],
      ['finds no adjustment', ({ adjustments }) => adjustments.find(id(413)), undefined],
      [
        'lists no adjustments',
        ({ adjustments }) => adjustments.list({ ...everything, filter: { account_id: account.id } }),
        { records: [], more: false },
      ],
      [
        'counts no adjustments',
        ({ adjustments }) => adjustments.count({ ...everything, filter: { account_id: account.id } }),
        0,
      ],
      ['sees no pending adjustments', ({ adjustments }) => adjustments.pending(account, 'USD', 100), []],
      ['sees no lines', ({ adjustments }) => adjustments.onInvoice(id(411)), []],
      ['sees no charges of a subscription', ({ adjustments }) => adjustments.chargesSince(id(410), 0), []],
      ['sees no credits of a charge', ({ adjustments }) => adjustments.creditsOf(id(413)), []],
      ['finds no credit payment', ({ creditPayments }) => creditPayments.find(id(415)), undefined],
      [
        'lists no credit payments',
        ({ creditPayments }) => creditPayments.list({ ...everything, filter: {} }),
        { records: [], more: false },
      ],
      ['counts no credit payments', ({ creditPayments }) => creditPayments.count({ ...everything, filter: {} }), 0],
      ['sees no credit payments of an invoice', ({ creditPayments }) => creditPayments.ofInvoice(id(412)), []],
      ['sees nothing in the books', ({ ledger }) => ledger.balances(account.id, 'USD'), {}],
      ['finds no address', ({ shippingAddresses }) => shippingAddresses.find(account.id, 401), undefined],
      [
        'counts no address',
        ({ shippingAddresses }) => shippingAddresses.count({ ...everything, filter: { account_id: account.id } }),
        0,
      ],
      [
        'lists no address',
        ({ shippingAddresses }) => shippingAddresses.list({ ...everything, filter: { account_id: account.id } }),
        { records: [], more: false },
      ],
      ['finds no payment method', ({ paymentMethods }) => paymentMethods.primary(account.id), undefined],
      [
        'finds no payment method by its id',
        ({ paymentMethods }) => paymentMethods.byId(aBillingInfo(account).id),
        undefined,
      ],
      ['finds no acquisition', ({ acquisitions }) => acquisitions.find(account.id), undefined],
      [
        'lists no note',
        ({ notes }) => notes.list({ ...everything, filter: { account_id: account.id } }),
        { records: [], more: false },
      ],
      ['counts no note', ({ notes }) => notes.count({ ...everything, filter: { account_id: account.id } }), 0],
      ['finds no transaction', ({ transactions }) => transactions.find(transaction.uuid), undefined],
      [
        'lists no transaction',
        ({ transactions }) => transactions.list({ ...everything, filter: {} }),
        { records: [], more: false },
      ],
      ['counts no transaction', ({ transactions }) => transactions.count({ ...everything, filter: {} }), 0],
      ['sees no intent', ({ intents }) => intents.expired(5, 5), []],
      ['finds no plan', ({ plans }) => plans.find(plan.plan_code), undefined],
      ['lists no plan', ({ plans }) => plans.list({ ...everything, filter: {} }), { records: [], more: false }],
      ['counts no plan', ({ plans }) => plans.count({ ...everything, filter: {} }), 0],
      ['finds no add-on', ({ addOns }) => addOns.find(plan.id, addOn.add_on_code), undefined],
      ['sees no add-on of a plan', ({ addOns }) => addOns.ofPlan(plan.id), []],
      [
        'lists no add-on',
        ({ addOns }) => addOns.list({ ...everything, filter: { plan_id: plan.id } }),
        { records: [], more: false },
      ],
      ['counts no add-on', ({ addOns }) => addOns.count({ ...everything, filter: { plan_id: plan.id } }), 0],
      ['finds no unit', ({ measuredUnits }) => measuredUnits.find(unit.id), undefined],
      ['finds no unit by name', ({ measuredUnits }) => measuredUnits.named(unit.name), undefined],
      ['sees no unit in use', ({ measuredUnits }) => measuredUnits.inUse(unit.id), false],
      ['counts no unit', ({ measuredUnits }) => measuredUnits.count({ ...everything, filter: {} }), 0],
      ['counts from 1', ({ next }) => next('series'), 1],
    ])('%s', async (_what, ask, nothing) => {
      expect(await ask(stranger)).toEqual(nothing);
    });

    test.each<[string, (records: Records) => Promise<unknown>]>([
      ['the account', ({ accounts }) => accounts.save({ ...account, email: 'mine@example.com' })],
      ['the address', ({ shippingAddresses }) => shippingAddresses.save({ ...address, city: 'Elsewhere' })],
      ['the address’s being there', ({ shippingAddresses }) => shippingAddresses.remove(address.key)],
      ['the billing info’s being there', ({ paymentMethods }) => paymentMethods.removeAll(account.id)],
      ['the acquisition’s being there', ({ acquisitions }) => acquisitions.remove(account.id)],
      ['the intent’s being open', ({ intents }) => intents.close(intent)],
      ['the plan', ({ plans }) => plans.save({ ...plan, state: 'inactive' })],
      ['the add-on', ({ addOns }) => addOns.save({ ...addOn, state: 'inactive' })],
      ['the unit', ({ measuredUnits }) => measuredUnits.save({ ...unit, state: 'inactive' })],
    ])('cannot change %s', async (_what, change) => {
      await change(stranger);
      expect(await owner.accounts.find(account.account_code)).toMatchObject({
        email: account.email,
        has_billing_info: true,
        has_children: true,
      });
      expect(await owner.shippingAddresses.find(account.id, 401)).toEqual(address);
      expect(await owner.acquisitions.find(account.id)).toEqual(acquisition);
      expect(await owner.intents.expired(5, 5)).toEqual([intent]);
      expect(await owner.plans.find(plan.plan_code)).toEqual(plan);
      expect(await owner.addOns.find(plan.id, addOn.add_on_code)).toEqual(addOn);
      expect(await owner.measuredUnits.find(unit.id)).toEqual(unit);
    });

    test.each<[string, (records: Records) => Promise<unknown>]>([
      ['a child', ({ accounts }) => accounts.add(anAccount(410, { parent_id: account.id }))],
      ['an address', ({ shippingAddresses }) => shippingAddresses.add({ ...address, key: id(411) })],
      ['billing info', ({ paymentMethods }) => paymentMethods.save(aBillingInfo(account))],
      ['an acquisition', ({ acquisitions }) => acquisitions.save(acquisition)],
      ['a note', ({ notes }) => notes.add({ ...note, id: id(412) })],
      ['an add-on', ({ addOns }) => addOns.add({ ...addOn, id: id(414) })],
      ['a transaction', ({ transactions }) => transactions.add({ ...transaction, uuid: id(413) })],
    ])('cannot attach %s', async (_what, attach) => {
      await expect(attach(stranger)).rejects.toThrow();
    });

    test('may use the same codes, ids and keys for records of its own', async () => {
      await stranger.accounts.add({ ...account, email: 'other@example.com' });
      await stranger.paymentMethods.save({ ...aBillingInfo(account), last_four: '4242' });
      await stranger.plans.add({ ...plan, name: 'Other' });
      await stranger.measuredUnits.add(unit);
      expect(await stranger.intents.open(intent)).toBe(true);
      expect(await owner.paymentMethods.primary(account.id)).toMatchObject({ last_four: '1111' });
      expect(await owner.accounts.find(account.account_code)).toMatchObject({ email: account.email });
      const keys = ground().open.idempotency({ keptFor: 1000, lease: 1000 });
      expect(await keys.begin(id(501), 'key', 'another hash', NOON)).toEqual({ takenAt: NOON });
    });
  });
};
