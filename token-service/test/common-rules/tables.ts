import { idempotencyRows } from './idempotency-rows.ts';
import { limitRows } from './limit-rows.ts';
import { listRows } from './list-rows.ts';
import type { Row } from './row.ts';
import { requestRows, statusRows } from './status-rows.ts';
import { versionRows } from './version-rows.ts';

export type Tables = readonly (readonly [string, readonly Row[]])[];

/** Rules that are decided before or after the database is asked. */
export const requestTables: Tables = [
  ['what a request is answered with', statusRows],
  ['how a request is understood', requestRows],
  ['which version answers', versionRows],
  ['how often a site may ask', limitRows],
];

/** Rules that the database decides. */
export const databaseTables: Tables = [
  ['how a list is paged', listRows],
  ['what happens once', idempotencyRows],
];

/** Every common rule of the XML API, as tables to run against a service. */
export const tables: Tables = [...requestTables, ...databaseTables];
