import { expect, test } from 'vitest';
import { ServiceError } from './errors.ts';

test('an error carries its code, whose fault it is, and what to do', () => {
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

test('context stays on the error, and only where there is some', () => {
  const error = new ServiceError('missing-hosted-field-target', { type: 'cvv', selector: '#cvv' });
  expect(error).toMatchObject({ type: 'cvv', selector: '#cvv' });
  expect(Object.keys(new ServiceError('not-configured'))).not.toContain('selector');
});

test('where nobody wrote a sentence, the message says what is known', () => {
  const facts = { currency: 'JPY', allowed: ['USD', 'EUR'] };
  expect(new ServiceError('invalid-currency', facts).message).toBe('invalid-currency, currency JPY, allowed USD,EUR');
  expect(new ServiceError('missing-coupon').message).toBe('missing-coupon');
});

test('what the server said is an api-error with the code of the server', () => {
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

test('a timeout is one of the family', () => {
  expect(new ServiceError('api-timeout')).toMatchObject({ name: 'api-error', code: 'api-timeout' });
});

test('a code of the server may be any word', () => {
  const said = { name: 'api-error', code: 'constructor' };
  expect(ServiceError.from(said)).toMatchObject({ ...said, classification: 'api' });
});
