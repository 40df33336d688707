import { Invalid } from '@service/billing/values/failure.ts';
import { expect, test } from 'vitest';
import { problemsOf } from '../route.ts';
import { type FilledForm, fittedToPage } from './filled.ts';
import { choiceField, inputField } from './form.ts';

const refused = (): FilledForm => ({
  values: {},
  labels: new Map(),
  problems: problemsOf(
    new Invalid([
      { field: 'plan.unit_amount_in_cents', symbol: 'blank' },
      { field: 'plan.item_codes[1]', symbol: 'not_found' },
      { field: 'plan.name', symbol: 'blank' },
    ]),
  ) ?? { fields: {} },
});

test('problems call the fields of a form as their labels do, above the form and below the field', () => {
  const filled = refused();
  inputField(filled, { name: 'unit_amount_in_cents', label: 'Price (optional)' });
  choiceField(filled, { name: 'item_codes', label: 'Codes of items' }, []);
  const named = fittedToPage(filled);
  expect(named?.problems.form).toBe(
    "Price can't be blank. Codes of items, number 2, could not be found. Name can't be blank.",
  );
  expect(named?.problems.fields).toEqual({
    unit_amount_in_cents: "Price can't be blank.",
    item_codes: 'Codes of items, number 2, could not be found.',
    name: "Name can't be blank.",
  });
});

test('nothing is changed where a form has no such fields, or calls them alike', () => {
  const filled = refused();
  inputField(filled, { name: 'name', label: 'Name' });
  expect(fittedToPage(filled)).toBeUndefined();
  expect(fittedToPage({ values: {}, problems: { form: 'Wait.', fields: {} }, labels: new Map() })).toBeUndefined();
});
