import { expect, it } from 'vitest';
import type { BillingInfoRecord } from '../../domain/billing-info/record.ts';
import type { Records } from '../../ports/storage.ts';
import { methodOfAttempt } from './method-of-attempt.ts';

const method = (uuid: string, primary_payment_method: boolean) =>
  ({ id: `01a1f8d3ea00720fb5dc${uuid}`, uuid, primary_payment_method }) as BillingInfoRecord;
const [PRIMARY, OTHER] = [method('3adc64f44943', true), method('5bcd64f44944', false)];
const INVOICE = { uuid: 'i', account_id: 'a', billing_info_uuid: null, state: 'past_due' } as const;

const attempt = (wallet: readonly BillingInfoRecord[], billing_info_uuid: string) => {
  const paymentMethods = { ofAccount: async () => wallet, primary: async () => wallet[0] };
  return methodOfAttempt({ paymentMethods } as unknown as Records, INVOICE, { billing_info_uuid });
};

it('charges the method that an attempt names, and none in its place once it is removed', async () => {
  expect(await attempt([PRIMARY, OTHER], OTHER.uuid)).toEqual({ held: OTHER, backup: false });
  await expect(attempt([PRIMARY], OTHER.uuid)).rejects.toMatchObject({ symbol: 'simultaneous_request' });
});
