import { expect, test } from 'vitest';
import { ServiceError } from './errors.ts';

test('an error has its code, its classification and a message with the fix', () => {
  const error = new ServiceError('not-configured', { message: 'Configure first.' });
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({
    name: 'not-configured',
    code: 'not-configured',
    classification: 'merchant',
    message: 'Configure first.',
    fields: [],
    details: [],
  });
  expect(error.stack).toContain('errors.test.ts');
});

test('details are set on the error only if they are known', () => {
  const error = new ServiceError('missing-hosted-field-target', { type: 'cvv', selector: '#cvv' });
  expect(error).toMatchObject({ type: 'cvv', selector: '#cvv' });
  expect(Object.keys(new ServiceError('not-configured'))).not.toContain('selector');
});

test('the default message lists the known details', () => {
  const facts = { currency: 'JPY', allowed: ['USD', 'EUR'] };
  expect(new ServiceError('invalid-currency', facts).message).toBe('invalid-currency, currency JPY, allowed USD,EUR');
  expect(new ServiceError('missing-coupon').message).toBe('missing-coupon');
});

test("an error of the server is named api-error and has the server's code", () => {
  const details = [{ field: 'number', messages: ['was declined'] }];
  const error = ServiceError.from({ name: 'api-error', code: 'declined', message: 'No.', fields: ['number'], details });
  expect(error).toBeInstanceOf(ServiceError);
  expect(error).toMatchObject({
    name: 'api-error',
    code: 'declined',
    classification: 'customer',
    fields: ['number'],
    details,
  });
});

test('a timeout has the classification of its code', () => {
  expect(new ServiceError('api-timeout')).toMatchObject({ name: 'api-error', code: 'api-timeout' });
});

test("the server's code may be any word", () => {
  const fields = { name: 'api-error', code: 'constructor' };
  expect(ServiceError.from(fields)).toMatchObject({ ...fields, classification: 'api' });
});
