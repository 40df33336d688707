import { idempotencyRows } from './idempotency-rows.ts';
import { limitRows } from './limit-rows.ts';
import { listRows } from './list-rows.ts';
import type { Row } from './row.ts';
import { requestRows, statusRows } from './status-rows.ts';
import { versionRows } from './version-rows.ts';

/** Every common rule of the XML API, as tables to run against a service. */
export const tables: readonly (readonly [string, readonly Row[]])[] = [
  ['what a request is answered with', statusRows],
  ['how a request is understood', requestRows],
  ['which version answers', versionRows],
  ['how often a site may ask', limitRows],
  ['how a list is paged', listRows],
  ['what happens once', idempotencyRows],
];
