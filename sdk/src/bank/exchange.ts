import { isText, members } from '@service/hosted-fields/protocol';
import type { ErrorDetail, ServiceError } from '../errors.ts';
import type { Requests } from '../request.ts';
import type { BankAuthorization, BankInfo, Token } from '../types.ts';
import { textProblem } from './problem.ts';
import { type BankValues, bankFindings, bankParams } from './rules.ts';

/** The class of the script: an error must be an instance of the one that the page knows. */
type Errors = typeof ServiceError;

const refuse = (details: readonly ErrorDetail[], ServiceError: Errors): void => {
  if (!details.length) return;
  const fields = details.map(({ field }) => field);
  throw new ServiceError('validation', { message: `See \`details\`: ${fields}.`, fields, details });
};

/** Exchanges a bank account for a token. Rejects with validation or an error of the request. */
export const bankToken = async (given: BankValues, post: Requests['post'], ServiceError: Errors): Promise<Token> => {
  const params = bankParams(given);
  refuse(bankFindings(params), ServiceError);
  const answer = await post('tokens', params);
  const { id, type } = members(answer);
  if (isText(id, 200) && isText(type, 40)) return answer as Token;
  throw new ServiceError('api-error', 'The answer has no token.');
};

/**
 * Returns the bank of a routing number, or what the holder of an account agrees to in the language `authorization`, by
 * the `scheme` of the account. Rejects with validation or an error of the request.
 */
export const bankInfo = async (
  options: unknown,
  get: Requests['get'],
  ServiceError: Errors,
): Promise<BankInfo | BankAuthorization> => {
  const { routingNumber, authorization, scheme } = members(options);
  if (authorization) {
    const params = { language: `${authorization}`, ...(scheme ? { scheme: `${scheme}` } : {}) };
    return (await get('bank_authorization', params)) as BankAuthorization;
  }
  const wrong = textProblem(routingNumber);
  if (wrong) refuse([{ field: 'routing_number', messages: [wrong] }], ServiceError);
  return (await get('bank', { routing_number: String(routingNumber).trim() })) as BankInfo;
};
