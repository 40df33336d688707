import type { AccountRecord } from '../../../domain/accounts/record.ts';
import { changesBetween } from '../../../domain/audit-log/changes.ts';
import type { AuditChanges } from '../../../domain/audit-log/entry.ts';

const FIELDS = [
  'email',
  'cc_emails',
  'first_name',
  'last_name',
  'company_name',
  'username',
  'vat_number',
  'tax_exempt',
  'exemption_certificate',
  'entity_use_code',
  'preferred_locale',
  'preferred_time_zone',
  'invoice_template_uuid',
  'override_business_entity_id',
  'parent_account_code',
  'bill_to',
] as const satisfies readonly (keyof AccountRecord)[];

const ADDRESS_FIELDS = ['address1', 'address2', 'city', 'state', 'zip', 'country', 'phone'] as const;

type Kept = Pick<AccountRecord, (typeof FIELDS)[number] | 'address'>;

/**
 * Returns what an update of an account changed, with the value before and after; null where nothing of it differs. The
 * values are personal data, and are erased from the audit log with those of the account.
 */
export const accountChanges = (before: Kept | undefined, after: Kept): AuditChanges | null => {
  if (!before) return null;
  const changes = {
    ...changesBetween<Kept>(before, after, FIELDS),
    ...changesBetween(before.address ?? undefined, after.address ?? undefined, ADDRESS_FIELDS),
  };
  return Object.keys(changes).length === 0 ? null : changes;
};
