import { expect, test } from 'vitest';
import { dueDatesOf, INVOICE_AGES, invoiceAge } from './aging.ts';

const DAY = 86_400;
const AT = 100 * DAY + 3600;

test.each([
  [null, 'current'],
  [AT + DAY, 'current'],
  [AT + 1, 'current'],
  [AT, 'today'],
  [AT - DAY + 1, 'today'],
  [AT - DAY, '1-30'],
  [AT - 31 * DAY + 1, '1-30'],
  [AT - 31 * DAY, '31-60'],
  [AT - 61 * DAY, '61-90'],
  [AT - 91 * DAY + 1, '61-90'],
  [AT - 91 * DAY, '90+'],
  [0, '90+'],
] as const)('an invoice that was due at %s is %s', (due_on, age) => {
  expect(invoiceAge(due_on, AT)).toBe(age);
});

test('the due dates of an age are those of its invoices, and each date has one age', () => {
  for (const { age } of INVOICE_AGES) {
    const { due_from, due_to } = dueDatesOf(age, AT);
    for (const due_on of [due_from, due_to]) if (due_on !== undefined) expect(invoiceAge(due_on, AT)).toBe(age);
    if (due_to !== undefined) expect(invoiceAge(due_to + 1, AT)).not.toBe(age);
    if (due_from !== undefined) expect(invoiceAge(due_from - 1, AT)).not.toBe(age);
  }
});
