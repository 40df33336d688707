import { expect, test } from 'vitest';
import { createModel } from './model.ts';
import type { FieldState, FieldType } from './protocol.ts';

const openForm = (...types: FieldType[]) => {
  const model = createModel(() => ({ now: { year: 2026, month: 3 }, brands: [] }));
  const shown: [FieldType, FieldState][] = [];
  const typed: FieldType[] = [];
  const focused: FieldType[] = [];
  const join = (type: FieldType, value = '') =>
    model.join(type, value, {
      show: (state) => shown.push([type, state]),
      fill: (given) => given.replace(/\D/g, ''),
      typed: () => typed.push(type),
      focus: () => focused.push(type),
    });
  for (const type of types) join(type);
  return {
    model,
    join,
    shown,
    typed,
    focused,
    last: (type: FieldType) => shown.filter(([shownType]) => shownType === type).at(-1)?.[1],
  };
};

test('a field gets its state when it joins', () => {
  const { shown } = openForm('month');
  expect(shown).toEqual([['month', { valid: false, empty: true, focus: false, length: 0 }]]);
});

test('reports digits of the number only from twelve on, and the last four once it is valid', () => {
  const { model, last } = openForm('number');
  const after = (number: string) => {
    model.write('number', number);
    return last('number');
  };
  expect(after('41111111111')).toMatchObject({ brand: 'visa', length: 11, firstSix: '', lastFour: '' });
  expect(after('411111111111')).toMatchObject({ length: 12, firstSix: '41', lastFour: '' });
  expect(after('4222222222222')).toMatchObject({ valid: true, firstSix: '42', lastFour: '2222' });
  expect(after('4111111111111111')).toMatchObject({ valid: true, firstSix: '411111', lastFour: '1111' });
});

test('passes autofilled values to their fields, and validates once all are set', () => {
  const { model, last, shown } = openForm('number', 'month', 'year');
  shown.length = 0;
  model.fill({ number: '4111 1111 1111 1111', month: '12', year: '2030', cvv: '123' });
  expect(shown.map(([type, { valid }]) => [type, valid])).toEqual([
    ['number', true],
    ['month', true],
    ['year', true],
  ]);
  expect(last('number')).toMatchObject({ length: 16, lastFour: '1111' });
  expect(model.values()).toEqual({ number: '4111111111111111', month: '12', year: '2030' });
});

test('reports an edit to all fields, so that the same card can be filled in again', () => {
  const { model, typed } = openForm('number', 'cvv');
  model.fill({ number: '4' });
  expect(typed).toEqual([]);
  model.write('number', '41');
  expect(typed).toEqual(['number', 'cvv']);
});

test('updates only the fields that a change concerns', () => {
  const { model, shown } = openForm('number', 'month', 'year', 'cvv');
  model.write('month', '02');
  shown.length = 0;

  model.write('year', '26');
  expect(shown.map(([type, { valid }]) => [type, valid])).toEqual([
    ['month', false],
    ['year', false],
  ]);
});

test('the brand determines the length of the code', () => {
  const { model, last } = openForm('number', 'cvv');
  model.write('cvv', '1234');
  expect(last('cvv')).toMatchObject({ valid: true });
  model.write('number', '4');
  expect(last('cvv')).toMatchObject({ valid: false });
  expect(model.brand().slug).toBe('visa');
});

test('one field has the focus, even if the other did not report that it lost it', () => {
  const { model, last } = openForm('number', 'cvv');
  model.focus('number');
  model.focus('cvv');
  expect(last('number')?.focus).toBe(false);
  expect(last('cvv')?.focus).toBe(true);
  model.blur('number');
  expect(last('cvv')?.focus).toBe(true);
});

test('a field that leaves removes its value, and can join again with another', () => {
  const { model, join } = openForm('number', 'cvv');
  model.write('cvv', '123');
  model.leave('cvv');
  expect(model.values()).toEqual({ number: '' });
  model.write('cvv', '456');
  expect(model.values()).toEqual({ number: '' });
  join('cvv', '789');
  expect(model.values()).toEqual({ number: '', cvv: '789' });
});

test('an expiry date is month and year to the rest of the card', () => {
  const { model, last } = openForm('number', 'expiry');
  model.write('expiry', '0225');
  expect(last('expiry')).toMatchObject({ valid: false, empty: false, length: 4 });
  model.write('expiry', '1240');
  expect(last('expiry')).toMatchObject({ valid: true, length: 4 });
  expect(model.values()).toEqual({ number: '', month: '12', year: '40' });
});

test('month and year that a browser fills in one after the other become one expiry date', () => {
  const { model } = openForm('number', 'expiry');
  model.fill({ month: '12' });
  expect(model.values()).toMatchObject({ month: '', year: '' });
  model.fill({ year: '2040' });
  expect(model.values()).toMatchObject({ month: '12', year: '40' });
});

test('the focus moves along the fields of the page, and stops at both ends', () => {
  const { model, focused } = openForm('number', 'expiry', 'cvv');
  model.step('number', 1);
  model.step('expiry', 1);
  model.step('cvv', 1);
  model.step('cvv', -1);
  model.step('number', -1);
  expect(focused).toEqual(['expiry', 'cvv', 'expiry']);
});
