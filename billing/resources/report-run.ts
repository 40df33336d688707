import { code, integer, link, list, maybe, noted, oneOf, text, time } from './field.ts';
import { resource } from './resource.ts';

/** `waiting`: due work has not begun it. `canceled` and `failed` ones have no result. */
const REPORT_RUN_STATES = ['waiting', 'running', 'done', 'canceled', 'failed'] as const;

export type ReportRunState = (typeof REPORT_RUN_STATES)[number];

const reportRunFilter = resource('filter', { name: code(50), value: text() });

/** A report that is made in the background. */
export const reportRun = resource('report_run', {
  id: code(32),
  report: code(50),
  from: noted('The same as to in a report about one day.', text(10)),
  to: text(10),
  filters: list(() => reportRunFilter),
  state: oneOf(REPORT_RUN_STATES),
  requested_by: text(255),
  days_done: integer(),
  days: integer(),
  records_read: integer(),
  row_count: noted('Nil until it is done.', maybe(integer())),
  sha256: noted('Nil until it is done.', maybe(code(64))),
  error: maybe(text(1000)),
  result: noted('Only where it is done.', link()),
  created_at: time(),
  started_at: maybe(time()),
  ended_at: maybe(time()),
});
