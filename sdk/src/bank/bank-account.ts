import { deliver } from '../callback.ts';
import { ServiceError } from '../errors.ts';
import { tokensByForm } from '../form.ts';
import { loadOnDemand } from '../load-on-demand.ts';
import type { Requests } from '../request.ts';
import type { BankAccount } from '../types.ts';

/**
 * Returns the bank account methods of one instance. `connect` throws not-configured while the instance is not
 * configured.
 */
export const bankAccount = (connect: () => Requests, tokenOf = tokensByForm()): BankAccount => ({
  token: (form: unknown, callback?: unknown) =>
    deliver(callback, async () => {
      const { api, post } = connect();
      return tokenOf(form, undefined, async (values) => {
        const { bankToken } = await loadOnDemand(api);
        return bankToken(values, post, ServiceError);
      });
    }),

  bankInfo: (options: unknown, callback?: unknown) =>
    deliver(callback, async () => {
      const { api, get } = connect();
      const { bankInfo } = await loadOnDemand(api);
      return bankInfo(options, get, ServiceError) as Promise<never>;
    }),
});
