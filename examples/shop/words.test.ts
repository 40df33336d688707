import { describe, expect, it } from 'vitest';
import { BillingApiError, type FieldError } from './api-client.ts';
import { inWords, missingFields } from './words.ts';

const refused = (status: number, facts: Partial<BillingApiError> = {}) =>
  inWords(new BillingApiError('for the log', { ...facts, status }));

const finding = (field: string, symbol: string, message = 'is invalid'): FieldError => ({ field, symbol, message });

const decline = (customer_message: string) => ({ error_code: 'declined', error_category: 'soft', customer_message });

describe('a declined card', () => {
  it('is shown in the words meant for the customer', () => {
    const findings = [finding('transaction.account.billing_info.number', 'declined')];
    expect(refused(422, { decline: decline('There are not enough funds.'), findings })).toEqual({
      status: 422,
      message: 'There are not enough funds.',
      fields: {},
    });
  });

  it('is shown at the field that can be corrected', () => {
    const findings = [finding('transaction.account.billing_info.verification_value', 'declined_bad', 'did not match')];
    expect(refused(422, { decline: decline('The security code is wrong.'), findings })).toMatchObject({
      message: '',
      fields: { cvv: 'The security code is wrong.' },
    });
  });

  it('is shown at the field of its code if the declined purchase names none', () => {
    const findings = [finding('purchase.base', 'declined', 'The security code is wrong.')];
    const wrongCode = { ...decline('The security code is wrong.'), error_code: 'fraud_security_code' };
    expect(refused(422, { decline: wrongCode, findings })).toMatchObject({
      message: '',
      fields: { cvv: 'The security code is wrong.' },
    });
  });

  it('is shown in our own words if the answer has none', () => {
    expect(refused(422, { decline: decline('') }).message).toBe('This payment was declined. Try another way to pay.');
  });

  it('is shown for the whole form if no field is at fault', () => {
    const findings = [finding('transaction.base', 'invalid')];
    expect(refused(422, { decline: decline('Wait a few minutes.'), findings })).toMatchObject({
      message: 'Wait a few minutes.',
      fields: {},
    });
  });
});

describe('a validation error', () => {
  it.each([
    ['account.email', 'invalid_email', 'email', 'Check the email address. It should look like name@example.com.'],
    ['account.billing_info.number', 'invalid', 'number', 'Check the card number. A digit may be missing or swapped.'],
    ['billing_info.year', 'expired', 'year', 'This card has expired. Check the date, or use another card.'],
    ['billing_info.verification_value', 'blank', 'cvv', 'Enter the security code.'],
    ['account.first_name', 'invalid', 'first_name', 'Check the first name.'],
  ])('at %s (%s) is shown at the field %s', (field, symbol, name, words) => {
    expect(refused(422, { findings: [finding(field, symbol)] })).toEqual({
      status: 422,
      message: '',
      fields: { [name]: words },
    });
  });

  it('keeps the number of a limit', () => {
    const findings = [finding('account.last_name', 'too_long', 'is too long (maximum is 255 characters)')];
    expect(refused(422, { findings }).fields).toEqual({
      last_name: 'The last name is too long (maximum is 255 characters).',
    });
  });

  it.each([
    ['account.account_code', 'taken', 'has already been taken'],
    ['billing_info.phone', 'blank', "can't be blank"],
  ])('at %s, which the form does not have, is for the shop to fix', (field, symbol, message) => {
    const reply = refused(422, { findings: [finding(field, symbol, message)] });
    expect(reply).toMatchObject({ status: 502, fields: {} });
    expect(reply.message).toContain('This shop cannot take payment details right now.');
  });

  it('that the customer can correct is shown first', () => {
    const findings = [finding('account.account_code', 'taken'), finding('account.email', 'blank')];
    expect(refused(422, { findings })).toMatchObject({ status: 422, fields: { email: 'Enter the email address.' } });
  });

  it('keeps the first of several texts for one field', () => {
    const findings = [finding('billing_info.number', 'blank'), finding('billing_info.number', 'invalid')];
    expect(refused(422, { findings }).fields).toEqual({ number: 'Enter the card number.' });
  });
});

describe('a refusal of the whole request', () => {
  it.each([
    [404, 'token_invalid', 422, 'This took too long, so nothing was saved. Try again.'],
    [422, 'simultaneous_request', 422, 'This is being saved already. Wait a moment, then reload the page.'],
    [400, 'invalid_xml', 502, 'This shop cannot take payment details right now.'],
    [401, 'unauthorized', 502, 'This shop cannot take payment details right now.'],
    [402, 'payment_required', 502, 'This shop cannot take payment details right now.'],
    [403, 'forbidden', 502, 'This shop cannot take payment details right now.'],
    [404, 'not_found', 502, 'This shop cannot take payment details right now.'],
    [500, 'internal_server_error', 503, 'The payment service did not answer.'],
    [503, 'service_unavailable', 503, 'The payment service did not answer.'],
    [0, undefined, 503, 'The payment service did not answer.'],
  ])('of %i %s is answered with %i', (status, symbol, answered, words) => {
    const reply = refused(status, { symbol });
    expect(reply.status).toBe(answered);
    expect(reply.message).toContain(words);
  });

  it.each([
    [17, 'Wait 17 seconds, then try again.'],
    [1, 'Wait 1 second, then try again.'],
    [undefined, 'Wait a minute, then try again.'],
  ])('for too many requests says how long to wait (%s)', (retryAfter, words) => {
    const reply = refused(429, { retryAfter });
    expect(reply).toMatchObject({ status: 503, retryAfter });
    expect(reply.message).toContain(words);
  });

  it('shows no keys, symbols or statuses', () => {
    for (const status of [0, 400, 401, 402, 403, 404, 405, 406, 412, 415, 422, 429, 500, 502, 503]) {
      expect(refused(status, { symbol: 'some_symbol' }).message).not.toMatch(/\d{3}|key|symbol|_/);
    }
  });
});

it('lists the missing fields', () => {
  expect(missingFields(['email', 'first_name'])).toEqual({
    status: 422,
    message: '',
    fields: { email: 'Enter the email address.', first_name: 'Enter the first name.' },
  });
});
