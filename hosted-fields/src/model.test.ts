import { expect, test } from 'vitest';
import { createModel } from './model.ts';
import type { FieldType, FrameFieldState } from './protocol.ts';

const openForm = (...types: FieldType[]) => {
  const model = createModel(() => ({ now: { year: 2026, month: 3 }, brands: [] }));
  const shown: [FieldType, FrameFieldState][] = [];
  const typed: FieldType[] = [];
  const focused: FieldType[] = [];
  const inputs = new Map<FieldType, string>();
  const join = (type: FieldType, value = '') => {
    inputs.set(type, value);
    model.join(type, {
      show: (state) => shown.push([type, state]),
      value: () => inputs.get(type) ?? '',
      fill: (given) => inputs.set(type, given.replace(/\D/g, '')),
      typed: () => typed.push(type),
      focus: () => focused.push(type),
    });
  };
  for (const type of types) join(type);
  return {
    model,
    join,
    /** Sets a value as software does that fires no event. */
    set: (type: FieldType, value: string) => inputs.set(type, value),
    write(type: FieldType, value: string) {
      inputs.set(type, value);
      model.edited();
    },
    shown,
    typed,
    focused,
    last: (type: FieldType) => shown.filter(([shownType]) => shownType === type).at(-1)?.[1],
  };
};

test('a field gets its state when it joins', () => {
  const { shown } = openForm('month');
  expect(shown).toEqual([['month', { valid: false, reason: 'empty', empty: true, focus: false, length: 0 }]]);
});

test('reports digits of the number only from twelve on, and the last four once it is valid', () => {
  const { last, write } = openForm('number');
  const after = (number: string) => {
    write('number', number);
    return last('number');
  };
  expect(after('41111111111')).toMatchObject({ brand: 'visa', length: 11, firstSix: '', lastFour: '' });
  expect(after('411111111111')).toMatchObject({ length: 12, firstSix: '41', lastFour: '' });
  expect(after('4222222222222')).toMatchObject({ valid: true, firstSix: '42', lastFour: '2222' });
  expect(after('4111111111111111')).toMatchObject({ valid: true, firstSix: '411111', lastFour: '1111' });
});

test.each([
  ['a Maestro number like one of UnionPay', '627781000000008', 'union_pay', 'maestro'],
  ['a Maestro number like one of Discover', '6010999000000008', 'unknown', 'maestro'],
  ['a Maestro number like one of Elo', '5018000000000009', 'unknown', 'maestro'],
  ['a Visa number', '4111111111111111', 'visa', 'visa'],
  ['an unfinished number', '41111', 'visa', 'visa'],
])('%s has the brand of its token once the customer leaves the field', (_, number, typed, left) => {
  const { model, last, write } = openForm('number', 'cvv');
  model.focus('number');
  write('number', number);
  expect(last('number')).toMatchObject({ brand: typed });
  model.focus('cvv');
  expect(last('number')).toMatchObject({ brand: left });
});

test.each(['expiry', 'year'] as const)('a %s that ends with 20 is past once the customer leaves the field', (type) => {
  const { model, last, write } = openForm('number', type);
  model.focus(type);
  write(type, type === 'year' ? '20' : '0120');
  expect(last(type)).toMatchObject({ reason: 'incomplete' });
  model.focus('number');
  expect(last(type)).toMatchObject({ reason: 'expired' });
  model.focus(type);
  expect(last(type)).toMatchObject({ reason: 'incomplete' });
  model.blur(type);
  expect(last(type)).toMatchObject({ reason: 'expired' });
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
  const { model, typed, write } = openForm('number', 'cvv');
  model.fill({ number: '4' });
  expect(typed).toEqual([]);
  write('number', '41');
  expect(typed).toEqual(['number', 'cvv']);
});

test('updates only the fields that a change concerns', () => {
  const { shown, write } = openForm('number', 'month', 'year', 'cvv');
  write('month', '02');
  shown.length = 0;

  write('year', '26');
  expect(shown.map(([type, { valid }]) => [type, valid])).toEqual([
    ['month', false],
    ['year', false],
  ]);
});

test('the brand determines the length of the code', () => {
  const { model, last, write } = openForm('number', 'cvv');
  write('cvv', '1234');
  expect(last('cvv')).toMatchObject({ valid: true });
  write('number', '4');
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
  const { model, join, write } = openForm('number', 'cvv');
  write('cvv', '123');
  model.leave('cvv');
  expect(model.values()).toEqual({ number: '' });
  write('cvv', '456');
  expect(model.values()).toEqual({ number: '' });
  join('cvv', '789');
  expect(model.values()).toEqual({ number: '', cvv: '789' });
});

test('an expiry date is month and year to the rest of the card', () => {
  const { model, last, write } = openForm('number', 'expiry');
  write('expiry', '0225');
  expect(last('expiry')).toMatchObject({ valid: false, empty: false, length: 4 });
  write('expiry', '1240');
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

test('what was written into a field without an event is read for the next validation, and for a token', () => {
  const { model, set, last } = openForm('number', 'expiry', 'cvv');
  set('number', '378282246310005');
  set('expiry', '1240');
  model.focus('cvv');
  expect(last('number')).toMatchObject({ valid: true, brand: 'american_express', lastFour: '0005' });
  expect(last('expiry')).toMatchObject({ valid: true });
  set('cvv', '1234');
  model.blur('cvv');
  expect(last('cvv')).toMatchObject({ valid: true });
  set('number', '4111111111111111');
  expect(model.values()).toEqual({ number: '4111111111111111', month: '12', year: '40', cvv: '1234' });
  model.judge();
  expect(last('cvv')).toMatchObject({ valid: false });
});
