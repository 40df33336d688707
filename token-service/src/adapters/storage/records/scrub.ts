import { resources } from '@service/billing/resources/index.ts';

/** Names of the members that hold personal data in any resource. */
const PERSONAL: ReadonlySet<string> = new Set([
  ...resources.flatMap(({ fields }) =>
    Object.entries(fields)
      .filter(([, field]) => field.personal)
      .map(([name]) => name),
  ),
  ...[
    'company',
    'company_name',
    'vat_number',
    'phone',
    'ip_address',
    'email',
    'cc_emails',
    'username',
    'custom_fields',
  ],
  ...[
    'first_name',
    'last_name',
    'name_on_account',
    'address1',
    'address2',
    'city',
    'zip',
    'cancel_comment',
    'nickname',
  ],
  ...['email_address', 'gifter_name', 'personal_message'],
]);

/** `state` is a part of an address, and of every record. */
const isPersonal = (name: string, record: object): boolean =>
  name === 'state' ? 'address1' in record : PERSONAL.has(name);

/** Returns a value of JSON without personal data: texts become null, records within are scrubbed, lists are emptied. */
export const scrubbed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(scrubbed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if (!isPersonal(name, value)) return [name, scrubbed(inner)];
      if (Array.isArray(inner)) return [name, []];
      return [name, typeof inner === 'object' && inner !== null ? scrubbed(inner) : null];
    }),
  );
};
