import type { Resource, Writable } from '@service/billing/resources/resource.ts';
import type { Submitted } from '@service/billing/resources/submitted.ts';
import { type Mode, read } from '../codec/read.ts';
import type { ApiRequest } from '../endpoint.ts';

/** The body of a request, read against a table. A body that may be missing and is reads as nothing sent. */
export const submitted = <R extends Resource>(request: ApiRequest, resource: R, mode: Mode): Submitted<Writable<R>> =>
  request.body
    ? read(resource, request.body, { version: request.version, mode })
    : { value: {} as Writable<R>, issues: [] };
