import type { CustomFieldDefinitionRecord } from '@service/billing/domain/custom-fields/definition.ts';
import type { CustomFieldFilter } from '@service/billing/ports/custom-fields.ts';
import type { QueryDeps } from '@service/billing/queries/lists/site-query.ts';
import {
  findCustomFieldDefinition,
  listCustomFieldDefinitions,
} from '@service/billing/queries/settings/custom-fields.ts';
import { customFieldDefinition, RELATED_TYPES } from '@service/billing/resources/custom-field-definition.ts';
import { Failure } from '@service/billing/values/failure.ts';
import type { Endpoint, ListEndpoint } from '../endpoint.ts';
import { listed } from '../lists/listed.ts';
import { shown } from './answers.ts';

const PATH = '/v2/custom_field_definitions';
const SINCE = '2.29';

/** Definitions of custom fields, which operators make. */
export const customFieldRoutes = (deps: QueryDeps): Endpoint[] => {
  const find = findCustomFieldDefinition(deps);
  return [
    {
      name: 'custom_field_definition',
      method: 'GET',
      path: `${PATH}/:custom_field_definition_id`,
      since: SINCE,
      handle: async ({ caller, params }) =>
        shown(customFieldDefinition, await find(caller, params.custom_field_definition_id ?? '')),
    },
  ];
};

const relatedTypeIn = (query: URLSearchParams): CustomFieldFilter => {
  const sent = query.get('related_type');
  if (!sent) return {};
  const related_type = RELATED_TYPES.find((one) => one === sent);
  if (!related_type) throw new Failure('related_type', { known: RELATED_TYPES.join(', ') });
  return { related_type };
};

export const customFieldLists = (deps: QueryDeps): ListEndpoint<CustomFieldFilter>[] => [
  {
    name: 'custom_field_definitions',
    path: PATH,
    since: SINCE,
    resource: customFieldDefinition,
    filters: ['related_type'],
    filter: async ({ query }) => relatedTypeIn(query),
    ...listed(listCustomFieldDefinitions(deps)),
    idOf: (record) => (record as CustomFieldDefinitionRecord).key,
  },
];
