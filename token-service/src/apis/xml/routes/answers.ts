import type { Resource } from '@service/billing/resources/schema.ts';
import { relationsOf } from '../../../documents/xml/addresses.ts';
import type { EndpointAnswer } from '../endpoint.ts';

export const nothing: EndpointAnswer = { is: 'nothing' };

export const shown = (resource: Resource, record: object): EndpointAnswer => ({
  is: 'record',
  status: 200,
  resource,
  record,
});

/** Returns 201 with the record's URL as `Location`. */
export const created = (resource: Resource, record: object): EndpointAnswer => {
  const location = relationsOf(resource)?.self?.(record);
  return { is: 'record', status: 201, resource, record, ...(location ? { location } : {}) };
};
