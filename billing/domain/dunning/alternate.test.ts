import { describe, expect, test } from 'vitest';
import type { BillingInfoRecord } from '../billing-info/record.ts';
import { type InvoiceMethods, methodsOf, nextMethod, stepsOf } from './alternate.ts';
import type { FailedAttempt } from './retry.ts';

const DAY = 24 * 3600;
const method = (reference: string, changes: Partial<BillingInfoRecord> = {}): BillingInfoRecord =>
  ({
    id: reference,
    reference,
    type: 'credit_card',
    card_type: 'Visa',
    first_six: '411111',
    last_four: reference,
    month: 1,
    year: 2035,
    routing_number: null,
    paypal_billing_agreement_id: null,
    primary_payment_method: true,
    backup_payment_method: false,
    updated_at: 0,
    ...changes,
  }) as BillingInfoRecord;
const main = method('main');
const backup = method('spare', { primary_payment_method: false, backup_payment_method: true });
const both: InvoiceMethods = { main, backup };

const attempt = (day: number, of: BillingInfoRecord, error_code = 'declined'): FailedAttempt => ({
  at: day * DAY,
  error_code,
  network_advice: null,
  byBank: false,
  method_reference: of.reference,
  backup: of.backup_payment_method,
});
const turns = (...attempts: FailedAttempt[]): string => nextMethod(both, attempts).reference;

describe('the methods of an invoice', () => {
  test.each([
    ['another card', [main, backup], 'spare'],
    ['none', [main], undefined],
    ['itself', [method('main', { backup_payment_method: true })], undefined],
    [
      'the same card',
      [main, method('main', { id: 'other', reference: 'other', backup_payment_method: true })],
      undefined,
    ],
  ])('have %s as the backup', (_, wallet, expected) => {
    expect(methodsOf(main, wallet).backup?.reference).toBe(expected);
  });
});

describe('the next attempt', () => {
  test('is made with the invoice’s method, then in turns', () => {
    expect(turns()).toBe('main');
    expect(turns(attempt(1, main))).toBe('spare');
    expect(turns(attempt(1, main), attempt(1, backup))).toBe('main');
    expect(turns(attempt(1, main), attempt(1, backup), attempt(4, main))).toBe('spare');
  });

  test('is made with the same method where no bank judged the one before', () => {
    expect(turns(attempt(1, main, 'gateway_timeout'))).toBe('main');
    expect(turns(attempt(1, main), attempt(1, backup, 'gateway_timeout'))).toBe('spare');
    expect(turns(attempt(1, main, 'three_d_secure_action_required'))).toBe('main');
  });

  test('leaves out what was permanently declined, until it is stored again', () => {
    const hard = [attempt(1, main, 'declined_card_number'), attempt(1, backup)];
    expect(turns(...hard)).toBe('spare');
    expect(nextMethod({ main: { ...main, updated_at: 2 * DAY }, backup }, hard).reference).toBe('main');
    expect(turns(attempt(1, main), attempt(1, backup, 'declined_card_number'), attempt(4, main))).toBe('main');
  });

  test('is made with a method that was stored again since the last decline', () => {
    expect(nextMethod({ main: { ...main, updated_at: 2 * DAY }, backup }, [attempt(1, main)]).reference).toBe('main');
  });
});

describe('the steps of an invoice', () => {
  test('count a decline and the backup that follows at once as one', () => {
    const steps = stepsOf(both, [attempt(1, main), attempt(1, backup), attempt(4, main)]);
    expect(steps.map(({ at, backup }) => [at / DAY, backup])).toEqual([
      [1, true],
      [4, false],
    ]);
  });

  test('go on after a permanent decline while the other method can pay', () => {
    const hard = [attempt(1, main, 'declined_card_number')];
    expect(stepsOf(both, hard)[0]?.error_code).toBe('declined');
    expect(stepsOf({ main, backup: undefined }, hard)).toEqual(hard);
    const neither = [...hard, attempt(1, backup, 'declined_card_number')];
    expect(stepsOf(both, neither).at(-1)?.error_code).toBe('declined_card_number');
  });
});
