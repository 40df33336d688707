import { MAX_UNIT_CENTS } from '../values/money/cents.ts';
import type { Seconds } from '../values/time.ts';
import { account } from './account.ts';
import { address } from './address.ts';
import { billingInfo } from './billing-info.ts';
import {
  code,
  credential,
  currency,
  email,
  embedded,
  flag,
  frozen,
  inputOnly,
  integer,
  link,
  linkAccepting,
  maybe,
  noted,
  omittedWhenAbsent,
  onCreate,
  oneOf,
  personal,
  recordId,
  required,
  since,
  text,
  time,
  until,
} from './field.ts';
import { resource, type Writable } from './resource.ts';
import type { Infer } from './schema.ts';

/** The delivery of a gift card to its recipient. */
export const giftCardDelivery = resource('delivery', {
  method: onCreate(required(oneOf(['email', 'post']))),
  email_address: personal(onCreate(email())),
  deliver_at: noted('One hour to one year ahead, on the hour. Nil: at once.', onCreate(time())),
  first_name: personal(onCreate(text())),
  last_name: personal(onCreate(text())),
  address: onCreate(embedded(() => address)),
  gifter_name: personal(onCreate(text())),
  personal_message: personal(onCreate(text(255))),
});

/** A prepaid amount that a gifter buys for a recipient. */
export const giftCard = resource(
  'gift_card',
  {
    gifter_account: linkAccepting(required(onCreate(embedded(() => account)))),
    billing_info: noted(
      'That of the gifter, if its account has none.',
      inputOnly(onCreate(embedded(() => billingInfo))),
    ),
    recipient_account: link(),
    invoice: until('2.11', link()),
    purchase_invoice: since('2.12', link()),
    redemption_invoice: since('2.12', link()),
    id: integer(1),
    redemption_code: credential(code(16)),
    balance_in_cents: maybe(integer(0)),
    product_code: onCreate(required(code(50))),
    unit_amount_in_cents: onCreate(required(integer(1, MAX_UNIT_CENTS))),
    currency: onCreate(required(currency())),
    delivery: frozen(onCreate(required(embedded(() => giftCardDelivery)))),
    tax_service_opt_out: since('2.29', noted('Not kept: gift cards are never taxed.', inputOnly(onCreate(flag())))),
    liability_gl_account_id: since('2.29', maybe(recordId())),
    revenue_gl_account_id: since('2.29', maybe(recordId())),
    performance_obligation_id: since('2.29', maybe(recordId())),
    created_at: time(),
    updated_at: time(),
    delivered_at: maybe(time()),
    redeemed_at: maybe(time()),
    canceled_at: maybe(time()),
    checkout_cost: { ...omittedWhenAbsent(maybe(integer(0))), stored: false },
  },
  {
    ignored: ['gifter_account_code', 'invoice', 'invoice_number', 'recipient_account_code'],
    actions: {
      redeem: {
        method: 'post',
        when: ({ redeemed_at, canceled_at, redemption_code, paid }: Redeemable) =>
          redemption_code !== null && redeemed_at === null && canceled_at === null && paid !== false,
      },
    },
  },
);

interface Redeemable {
  /** A preview has none. */
  readonly redemption_code: string | null;
  readonly redeemed_at: Seconds | null;
  readonly canceled_at: Seconds | null;
  /** A preview has none. */
  readonly paid?: boolean;
}

export type GiftCard = Omit<Infer<typeof giftCard>, 'checkout_cost'>;
export type GiftCardInput = Writable<typeof giftCard>;
