import type { Records } from '@service/billing/ports/storage.ts';
import { RELATED_TYPES } from '@service/billing/resources/custom-field-definition.ts';

/**
 * Returns a sentence that names the kinds of records which do not take the names of the setting `custom_fields`,
 * because the site has custom fields for them; an empty text where all kinds take them.
 */
export const ownFieldsNotice = async (
  { customFields }: Pick<Records, 'customFields'>,
  subdomain: string,
): Promise<string> => {
  const kinds = await Promise.all(
    RELATED_TYPES.map(async (kind) => ((await customFields.ofType(kind)).length > 0 ? [kind] : [])),
  );
  const [first, ...others] = kinds.flat();
  if (first === undefined) return '';
  return `\n\n--custom-fields has no effect for: ${[first, ...others].join(', ')}. This site defines their custom fields one by one.
Add one: npm run custom-field -- create ${subdomain} ${first} <name>`;
};
