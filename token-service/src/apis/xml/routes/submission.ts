import type { Writable } from '@service/billing/resources/resource.ts';
import type { Resource } from '@service/billing/resources/schema.ts';
import { refusesCardNumbers } from '@service/billing/resources/site.ts';
import type { Submitted } from '@service/billing/resources/submitted.ts';
import { atLeast } from '@service/billing/resources/version.ts';
import { read } from '../../../documents/xml/codec/read.ts';
import type { ApiRequest, RequestBody } from '../endpoint.ts';

/** Parses the body of a creation: required fields must be present. */
export const toCreate = <R extends Resource>(resource: R): RequestBody<R> => ({ resource, mode: 'create' });

/** Parses the body of an update: missing fields stay unchanged. */
export const toUpdate = <R extends Resource>(resource: R): RequestBody<R> => ({ resource, mode: 'update' });

/** Parses the body of a request as its endpoint declares it. A missing optional body counts as empty. */
export const submitted = <R extends Resource>(
  { body, version, caller }: ApiRequest,
  { resource, mode }: RequestBody<R>,
): Submitted<Writable<R>> =>
  body
    ? read(resource, body, { version, mode, refusesCardNumbers: refusesCardNumbers(caller.site) })
    : { value: {} as Writable<R>, issues: [] };

/** Parses the optional body of an action, which versions before 2.21 ignore. */
export const submittedSince221 = <R extends Resource>(
  request: ApiRequest,
  body: RequestBody<R>,
): Submitted<Writable<R>> =>
  submitted(atLeast(request.version, '2.21') ? request : { ...request, body: undefined }, body);
