import {
  type CustomFieldDefinitionRecord,
  type CustomFieldValue,
  customFieldIssues,
  type SentValues,
} from '../../domain/custom-fields/definition.ts';
import type { Records } from '../../ports/storage.ts';
import type { RelatedType } from '../../resources/custom-field-definition.ts';
import type { Site } from '../../resources/site.ts';
import { type Issue, notFound } from '../../values/failure.ts';
import { siteList } from '../lists/site-list.ts';
import { siteQuery } from '../lists/site-query.ts';

/** Lists the definitions of custom fields. */
export const listCustomFieldDefinitions = siteList(({ customFields }) => customFields);

/** Returns the definition with the number that clients see. Throws `not_found`. */
export const findCustomFieldDefinition = siteQuery(
  async ({ customFields }, id: string): Promise<CustomFieldDefinitionRecord> => {
    const found = /^[1-9]\d{0,14}$/.test(id) ? await customFields.find(Number(id)) : undefined;
    if (!found) throw notFound('CustomFieldDefinition', 'id', id);
    return found;
  },
);

/**
 * Returns the names of custom fields that a kind of record can have: those that are defined for it. Where none is, the
 * names in the settings of the site.
 */
export const customFieldNames = async (
  { customFields }: Pick<Records, 'customFields'>,
  site: Pick<Site, 'custom_fields'>,
  relatedType: RelatedType,
): Promise<readonly string[]> => {
  const defined = await customFields.ofType(relatedType);
  return defined.length > 0 ? defined.map(({ name }) => name) : site.custom_fields;
};

/** Returns the issues of values that a client sent for a record. `path`: of the record, `account`. */
export const sentCustomFieldIssues = async (
  records: Pick<Records, 'customFields'>,
  site: Pick<Site, 'custom_fields'>,
  { relatedType, path }: { readonly relatedType: RelatedType; readonly path: string },
  sent: SentValues,
  held?: readonly CustomFieldValue[],
): Promise<Issue[]> =>
  sent && sent.length > 0
    ? customFieldIssues(await customFieldNames(records, site, relatedType), path, sent, held)
    : [];

/** Returns the definition of a name that is in use. Throws `not_found`. */
export const needDefinition = async (
  { customFields }: Pick<Records, 'customFields'>,
  relatedType: RelatedType,
  name: string,
): Promise<CustomFieldDefinitionRecord> => {
  const found = (await customFields.ofType(relatedType)).find((one) => one.name === name);
  if (!found) throw notFound('CustomFieldDefinition', 'name', `${relatedType}/${name}`);
  return found;
};
