import { expect, test } from 'vitest';
import { backToReport, fromReport } from './back-to-report.ts';

const TAX = '/reports/tax_oss?from=2026-07-01&to=2026-09-30&part=correction';
const queryOf = (path: string): string => path.slice(path.indexOf('?') + 1);

test('a page leads back to the report that led to it, with its days and filters, through several reports', () => {
  const sales = fromReport('/reports/sales?country=FR', TAX);
  expect(backToReport(queryOf(sales))).toEqual({ href: TAX, label: 'VAT one-stop shop (EU)' });
  const back = backToReport(queryOf(fromReport('/invoices/1042', sales)));
  expect(back?.label).toBe('Sales and credits');
  expect(backToReport(queryOf(back?.href ?? ''))?.href).toBe(TAX);
});

test('a report leads back to the month whose checklist led to it', () => {
  const aging = fromReport('/reports/aging?to=2026-10-31', '/reports/periods/2026-10');
  expect(backToReport(queryOf(aging))).toEqual({ href: '/reports/periods/2026-10', label: '2026-10' });
});

test.each([
  [''],
  ['back='],
  ['back=https://evil.example/reports/tax'],
  ['back=//evil.example/reports/tax'],
  ['back=/reports/nothing'],
  ['back=/reports/tax/../../sign-out'],
  ['back=/settings'],
])('%j leads back to no report', (query) => {
  expect(backToReport(query)).toBeUndefined();
});

test('what is no address of a report stays in its query', () => {
  expect(backToReport(`back=${encodeURIComponent('/reports/tax?a="><b>&\n//evil')}`)?.href).toBe(
    '/reports/tax?a=%22%3E%3Cb%3E&%0A%2F%2Fevil=',
  );
});

test('a link back that is too long is left out', () => {
  expect(fromReport('/invoices/1', `/reports/tax?country=${'x'.repeat(2000)}`)).toBe('/invoices/1');
  expect(fromReport('/invoices/1', undefined)).toBe('/invoices/1');
});
