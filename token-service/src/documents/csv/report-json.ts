import type { RunResult } from '@service/billing/queries/reports/report-runs.ts';
import { reportJsonRow } from './report-csv.ts';

/** Returns the result of a run as the JSON document that the report itself has. */
export async function* reportRunJson(result: RunResult): AsyncGenerator<string, void> {
  const { name, title: display_name, definition, from, to, isReconciled, columns, rows } = result;
  // A report that differs from the ledger has no result.
  const head = { name, display_name, definition, from, to, agrees: isReconciled ? true : null, differences: [] };
  yield `${JSON.stringify(head).slice(0, -1)},"rows":[`;
  let separator = '';
  for await (const row of rows()) {
    yield `${separator}${JSON.stringify(reportJsonRow(columns, row))}`;
    separator = ',';
  }
  yield ']}';
}
