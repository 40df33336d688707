import type { Version } from '@service/billing/resources/version.ts';

/** A difference between versions that no table of elements, addresses or statuses shows. */
export interface Behaviour {
  /** The first version that behaves so. */
  readonly since: Version;
  /** Sentences for the developer of a client that raises its version. */
  readonly says: string;
  /** The files that ask for the version; `test/docs/version-rules.test.ts` compares them with the sources. */
  readonly gates: readonly string[];
}

/** Every rule that depends on the version of a request, the oldest first. */
export const BEHAVIOURS: readonly Behaviour[] = [
  {
    since: '2.3',
    says: 'The cursor of a list has two numbers, joined by a colon. 2.2 also accepts one number, a Unix time.',
    gates: ['token-service/src/apis/xml/lists/cursor.ts'],
  },
  {
    since: '2.6',
    says: 'A list is counted by HEAD only: GET no longer returns X-Records.',
    gates: ['token-service/src/apis/xml/lists/list-endpoint.ts'],
  },
  {
    since: '2.6',
    says: 'A new subscription whose total_billing_cycles is nil renews for ever. Before, nil was the number of its plan; without the element it still is.',
    gates: ['token-service/src/apis/xml/routes/subscriptions.ts'],
  },
  {
    since: '2.8',
    says: 'A purchase may have several subscriptions. Before, a second one is refused with 422 too_many.',
    gates: ['billing/engine/orders/reading/read-purchase.ts'],
  },
  {
    since: '2.8',
    says: 'A country must be a code of ISO 3166-1 with two letters, or it is refused with 422 inclusion. Before, it is any text of up to 50 characters.',
    gates: ['billing/resources/kind.ts'],
  },
  {
    since: '2.9',
    says: 'Lists of subscriptions accept the filter started_with_gift; before, it is ignored.',
    gates: ['token-service/src/apis/xml/routes/subscriptions.ts'],
  },
  {
    since: '2.9',
    says: 'An invoice with more lines than it embeds is no longer searched for the subscription that its link named.',
    gates: ['billing/queries/invoices/invoices.ts'],
  },
  {
    since: '2.10',
    says: 'What creates invoices answers invoice_collection in place of invoice: invoicing pending charges, purchases, previews, collect and mark_failed. Read its charge_invoice to keep working. A refund answers an invoice as before, the credit invoice.',
    gates: ['token-service/src/apis/xml/routes/invoice-collection.ts'],
  },
  {
    since: '2.10',
    says: 'States of an invoice are renamed: open is pending, and collected is paid, or closed or voided for a credit invoice. subtotal_in_cents is the amount after discounts, which was subtotal_after_discount_in_cents; the amount before discounts is subtotal_before_discount_in_cents. amount_remaining_in_cents is balance_in_cents.',
    gates: ['token-service/src/documents/xml/views/invoice.ts'],
  },
  {
    since: '2.10',
    says: 'The filter collected of lists of invoices means paid charge invoices only; before, closed and voided credit invoices too.',
    gates: ['token-service/src/apis/xml/routes/invoices.ts'],
  },
  {
    since: '2.10',
    says: 'A credit line that reverses another has the type credit and positive amounts. Before, it is a charge with a negative amount and quantity.',
    gates: ['token-service/src/documents/xml/views/adjustment.ts'],
  },
  {
    since: '2.10',
    says: 'A credit invoice links to all of its original_invoices; before, to the first one.',
    gates: ['billing/queries/invoices/invoices.ts'],
  },
  {
    since: '2.11',
    says: 'A paused subscription has the state paused, and lists can be filtered by it. Before, it is shown as active.',
    gates: [
      'token-service/src/apis/xml/routes/subscriptions.ts',
      'token-service/src/documents/xml/views/subscription.ts',
    ],
  },
  {
    since: '2.20',
    says: 'The line of a shipping fee has the origin shipping_fee; before, one_time.',
    gates: ['token-service/src/documents/xml/views/adjustment.ts'],
  },
  {
    since: '2.21',
    says: 'Collecting an invoice and converting a trial read the body of the request; before, it is ignored.',
    gates: ['token-service/src/apis/xml/routes/submission.ts'],
  },
  {
    since: '2.29',
    says: 'A line of a fraction of a unit shows its exact quantity in quantity_decimal, and its refund may name a part of it. Before, it is one unit for all of it.',
    gates: ['token-service/src/apis/xml/routes/refunds.ts', 'token-service/src/documents/xml/views/adjustment.ts'],
  },
  {
    since: '2.29',
    says: 'A plan with ramp pricing has no unit_amount_in_cents; before, it shows the price of its first interval.',
    gates: ['token-service/src/documents/xml/views/plan.ts'],
  },
  {
    since: '2.29',
    says: 'Subscriptions and invoices link to the payment method of the wallet that pays them, where one was chosen; before, to the billing info of the account.',
    gates: [
      'token-service/src/documents/xml/views/invoice.ts',
      'token-service/src/documents/xml/views/subscription.ts',
    ],
  },
];
