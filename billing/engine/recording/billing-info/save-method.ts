import type { BillingInfoRecord } from '../../../domain/billing-info/record.ts';
import {
  type MethodRoles,
  methodUuid,
  resultingRoles,
  roleIssues,
  type SentRoles,
} from '../../../domain/billing-info/wallet.ts';
import type { Records } from '../../../ports/storage.ts';
import { refuse } from '../../../values/failure.ts';

/** A payment method to save, without what the other methods of its account decide. */
export type MethodToSave = Omit<BillingInfoRecord, 'uuid' | keyof MethodRoles>;

interface SavedAs {
  /** The method that it replaces. */
  readonly before: BillingInfoRecord | undefined;
  readonly sent: SentRoles;
  /** The path of the method in the request, for its problems. */
  readonly path: string;
}

/**
 * Saves a payment method with its roles, takes them from the methods that had them, and says that it was updated.
 * Throws `Invalid` where the roles cannot be given.
 */
export const saveMethod = async (
  { paymentMethods, events }: Pick<Records, 'paymentMethods' | 'events'>,
  method: MethodToSave,
  { before, sent, path }: SavedAs,
): Promise<BillingInfoRecord> => {
  const others = (await paymentMethods.ofAccount(method.account_id)).filter(({ id }) => id !== method.id);
  refuse(roleIssues(path, before, others, sent));
  const roles = resultingRoles(before, others, sent);
  if (others.length > 0) await paymentMethods.takeRoles({ ...method, ...roles });
  const billing_info = { ...method, ...roles, uuid: methodUuid(method.id) };
  await paymentMethods.save(billing_info);
  const primaryBefore = roles.primary_payment_method
    ? others.find(({ primary_payment_method }) => primary_payment_method)
    : undefined;
  // The customer is told that another method pays from now on.
  events.say({ type: 'billing_info_updated', billing_info, before: primaryBefore ?? before });
  return billing_info;
};
