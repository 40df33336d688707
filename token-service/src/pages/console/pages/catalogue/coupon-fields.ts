import { redeemByDay } from '@service/billing/domain/coupons/coupon.ts';
import type { FieldGroup } from './table-spec.ts';

const LIMITS: FieldGroup = {
  title: 'Limits',
  fields: [
    {
      name: 'redeem_by_date',
      label: 'Last day on which it can be redeemed',
      hint: 'To the end of that day, Pacific time. Empty: until it is withdrawn.',
      dayOf: redeemByDay,
    },
    { name: 'max_redemptions', label: 'Redemptions at most', hint: 'Empty: as many as are asked for.' },
    { name: 'max_redemptions_per_account', label: 'Redemptions by one customer at most', hint: 'Empty: no limit.' },
  ],
};

/** The fields of the form of a coupon. Most are written once. */
export const COUPON_GROUPS: readonly FieldGroup[] = [
  {
    title: 'Coupon',
    fields: [
      { name: 'name', label: 'Name' },
      {
        name: 'coupon_code',
        label: 'Code',
        hint: 'Customers type it, in capitals or not. It cannot be changed later.',
      },
      { name: 'coupon_type', label: 'Kind', hint: 'Bulk: each customer gets a unique code, which works once.' },
      {
        name: 'unique_code_template',
        label: 'How unique codes are made',
        hint: "For bulk coupons, such as 'tide-'99999: a fixed text in single quotes; 9 a digit, x a letter, * either, at least five of them.",
      },
      { name: 'description', label: 'Description', hint: 'Customers read it where they redeem the coupon.' },
      { name: 'invoice_description', label: 'Text on invoices' },
    ],
  },
  {
    title: 'Discount',
    fields: [
      {
        name: 'discount_type',
        label: 'What it takes off',
        choices: [
          ['percent', 'A percentage'],
          ['dollars', 'An amount in each currency'],
          ['free_trial', 'Nothing: the trial is longer'],
        ],
      },
      { name: 'discount_percent', label: 'Percent', hint: 'For a percentage only.' },
      { name: 'discount_in_cents', label: 'Amount', hint: 'For an amount only.' },
      { name: 'free_trial_amount', label: 'Length of the free trial', hint: 'For a free trial only.' },
      { name: 'free_trial_unit', label: 'Unit of the free trial' },
    ],
  },
  {
    title: 'Duration',
    fields: [
      {
        name: 'duration',
        label: 'How long it takes something off',
        choices: [
          ['forever', 'Forever'],
          ['single_use', 'Once'],
          ['temporal', 'For a length of time'],
        ],
      },
      { name: 'temporal_amount', label: 'Length', hint: 'For a length of time only.' },
      { name: 'temporal_unit', label: 'Unit of the length' },
    ],
  },
  {
    title: 'What it is for',
    fields: [
      { name: 'applies_to_all_plans', label: 'All plans', hint: 'Clear it for a coupon for items alone.' },
      {
        name: 'plan_codes',
        label: 'Codes of plans',
        hint: 'With commas, if it is not for all plans. Empty for a coupon for items alone.',
      },
      { name: 'applies_to_all_items', label: 'All items', hint: 'As add-ons and as one-time charges.' },
      { name: 'item_codes', label: 'Codes of items', hint: 'With commas, if it is not for all items.' },
      {
        name: 'applies_to_non_plan_charges',
        label: 'One-time charges too',
        hint: 'Those that sell no item. If the coupon is for no items, those that sell one as well.',
      },
      {
        name: 'redemption_resource',
        label: 'It is redeemed for',
        hint: 'All that the account buys, or one subscription.',
      },
    ],
  },
  LIMITS,
];

/** The fields that may be changed while a coupon is restored. */
export const RESTORE_GROUPS: readonly FieldGroup[] = [LIMITS];
