import { expect, test } from 'vitest';
import { REPORT_NAMES, REPORTS } from '../reports/reports.ts';
import { SNAPSHOT_REPORTS } from './month-reports.ts';

/** The reports that the documentation lists as left out. */
const LEFT_OUT = [
  ...['recovery', 'dunned_invoices', 'reconciliation', 'periods', 'tax_evidence'],
  ...['tax_oss', 'ec_sales', 'vat_uk', 'sales_tax_us', 'sales_tax_ca', 'gst_au', 'gst_nz'],
];

test('every report is in the snapshot of a month, or says why it is not', () => {
  const reasons = REPORT_NAMES.flatMap((name) =>
    'notInSnapshots' in REPORTS[name] ? [REPORTS[name].notInSnapshots] : [],
  );
  for (const reason of reasons) expect(reason).toMatch(/^It .{10,}\.$/);
  expect(REPORT_NAMES.filter((name) => !SNAPSHOT_REPORTS.includes(name)).toSorted()).toEqual(LEFT_OUT.toSorted());
});
