import { isText, members } from '@service/hosted-fields/protocol';
import { deliver, requireCallback } from '../callback.ts';
import { type ErrorDetail, ServiceError } from '../errors.ts';
import { readForm } from '../form.ts';
import type { Requests } from '../request.ts';
import type { BankAccount, BankInfo, Token } from '../types.ts';
import { BANK_NAMES, type BankValues, findings, problem, schemeOf } from './rules.ts';

const refuse = (details: readonly ErrorDetail[]): void => {
  if (details.length) throw new ServiceError('validation', { fields: details.map(({ field }) => field), details });
};

const paramsOf = (values: BankValues): Record<string, string> => {
  const filled = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const { type } = schemeOf(values);
  return { ...Object.fromEntries(filled.map(([name, value]) => [name, String(value)])), ...(type ? { type } : {}) };
};

const readToken = (answer: unknown): Token => {
  const { id, type } = members(answer);
  if (isText(id, 200) && isText(type, 40)) return answer as Token;
  throw new ServiceError('api-error', { message: 'The payment service answered without a token.' });
};

/** The bank accounts of one instance. `connect` throws not-configured while the instance is not. */
export const bankAccount = (connect: () => Requests): BankAccount => ({
  token(form, callback) {
    requireCallback(callback);
    const exchange = async (): Promise<Token> => {
      const { post } = connect();
      const { values, clearToken, fillToken } = readForm(form, BANK_NAMES);
      clearToken();
      refuse(findings(values));
      const token = readToken(await post('tokens', paramsOf(values)));
      fillToken(token.id);
      return token;
    };
    deliver(exchange(), callback);
  },

  bankInfo(options, callback) {
    requireCallback(callback);
    const ask = async (): Promise<BankInfo> => {
      const { get } = connect();
      const { routingNumber } = members(options);
      const wrong = problem(routingNumber);
      if (wrong) refuse([{ field: 'routing_number', messages: [wrong] }]);
      return (await get('bank', { routing_number: String(routingNumber).trim() })) as BankInfo;
    };
    deliver(ask(), callback);
  },
});
