import type { Writable } from '@service/billing/resources/resource.ts';
import type { Resource } from '@service/billing/resources/schema.ts';
import type { Submitted } from '@service/billing/resources/submitted.ts';
import { refusesCardNumbers } from '@service/billing/site.ts';
import { read } from '../../xml/codec/read.ts';
import type { ApiRequest, Body } from '../endpoint.ts';

/** A body that makes something: what is required must be there. */
export const toCreate = <R extends Resource>(resource: R): Body<R> => ({ resource, mode: 'create' });

/** A body that changes what is there: what it does not name stays. */
export const toUpdate = <R extends Resource>(resource: R): Body<R> => ({ resource, mode: 'update' });

/** The body of a request, read as its endpoint declares it. A body that may be missing and is reads as nothing sent. */
export const submitted = <R extends Resource>(
  { body, version, caller }: ApiRequest,
  { resource, mode }: Body<R>,
): Submitted<Writable<R>> =>
  body
    ? read(resource, body, { version, mode, refusesCardNumbers: refusesCardNumbers(caller.site) })
    : { value: {} as Writable<R>, issues: [] };
