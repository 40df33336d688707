import { MAX_UNIT_CENTS } from '../values/money/cents.ts';
import { currency, editable, integer, link, oneOf, text, time } from './field.ts';
import { resource, type Writable } from './resource.ts';
import type { Infer } from './schema.ts';

export const CHANNELS = [
  'referral',
  'social_media',
  'email',
  'paid_search',
  'organic_search',
  'direct_traffic',
  'marketing_content',
  'blog',
  'events',
  'outbound_sales',
  'advertising',
  'public_relations',
  'other',
] as const;

/** The acquisition of a customer, and its cost. */
export const accountAcquisition = resource('account_acquisition', {
  account: link(),
  cost_in_cents: editable(integer(0, MAX_UNIT_CENTS)),
  currency: editable(currency()),
  channel: editable(oneOf(CHANNELS)),
  subchannel: editable(text()),
  campaign: editable(text()),
  created_at: time(),
  updated_at: time(),
});

export type AccountAcquisition = Infer<typeof accountAcquisition>;
export type AccountAcquisitionInput = Writable<typeof accountAcquisition>;
