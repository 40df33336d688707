import { isText, members } from '@service/hosted-fields/protocol';
import { deliver } from '../callback.ts';
import { type ErrorDetail, ServiceError } from '../errors.ts';
import { tokenOf } from '../form.ts';
import { loadOnDemand } from '../load-on-demand.ts';
import type { Requests } from '../request.ts';
import type { BankAccount, BankInfo, Token } from '../types.ts';
import { problem } from './problem.ts';

const refuse = (details: readonly ErrorDetail[]): void => {
  if (!details.length) return;
  const message = 'See `details`.';
  throw new ServiceError('validation', { message, fields: details.map(({ field }) => field), details });
};

const readToken = (answer: unknown): Token => {
  const { id, type } = members(answer);
  if (isText(id, 200) && isText(type, 40)) return answer as Token;
  throw new ServiceError('api-error', { message: 'The answer has no token.' });
};

/**
 * Returns the bank account methods of one instance. `connect` throws not-configured while the instance is not
 * configured.
 */
export const bankAccount = (connect: () => Requests): BankAccount => ({
  token(form, callback) {
    deliver(callback, async () => {
      const { api, post } = connect();
      return tokenOf(form, undefined, async (values) => {
        const { bankParams } = await loadOnDemand(api);
        return readToken(await post('tokens', bankParams(values, refuse)));
      });
    });
  },

  bankInfo(options, callback) {
    deliver(callback, async () => {
      const { get } = connect();
      const { routingNumber } = members(options);
      const wrong = problem(routingNumber);
      if (wrong) refuse([{ field: 'routing_number', messages: [wrong] }]);
      return (await get('bank', { routing_number: String(routingNumber).trim() })) as BankInfo;
    });
  },
});
