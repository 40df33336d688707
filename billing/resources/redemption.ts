import {
  code,
  credential,
  currency,
  derived,
  flag,
  inputOnly,
  integer,
  link,
  noted,
  onCreate,
  oneOf,
  required,
  since,
  time,
} from './field.ts';
import { resource, type Writable } from './resource.ts';
import type { Infer } from './schema.ts';

/** A coupon that an account redeemed. */
export const redemption = resource('redemption', {
  coupon: link(),
  account: link(),
  subscription: link(),
  uuid: code(32),
  single_use: flag(),
  total_discounted_in_cents: integer(0),
  currency: noted('Required where the coupon takes off an amount.', onCreate(currency())),
  state: derived(oneOf(['active', 'inactive'])),
  coupon_code: credential(since('2.5', code(50)), ({ unique_code_key }) => Boolean(unique_code_key)),
  created_at: time(),
  updated_at: time(),
  account_code: inputOnly(onCreate(required(code(50)))),
  subscription_uuid: noted('Required for coupons of subscriptions.', inputOnly(onCreate(code(36)))),
});

/** The stored columns of a redemption; its state follows from dates, and from its subscription. */
export type Redemption = Omit<Infer<typeof redemption>, 'state' | 'currency'> & { readonly currency: string };
export type RedemptionInput = Writable<typeof redemption>;
