import type { Lookup } from '../../domain/payments/gateway-result.ts';
import type { ShownTransaction } from '../../domain/transactions/record.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Gateways } from '../../ports/gateway.ts';
import type { Storage } from '../../ports/storage.ts';
import { findTransaction } from '../../queries/payments/transactions.ts';
import { Failure } from '../../values/failure.ts';

interface LookUpDeps {
  readonly storage: Pick<Storage, 'of'>;
  readonly gateways: Pick<Gateways, 'codes' | 'lookup'>;
}

/** A transaction as it is recorded, and as its gateway has it. */
export interface LookedUpPayment {
  readonly recorded: ShownTransaction;
  readonly gateway: Lookup;
}

/**
 * Asks the gateway of a transaction for it, and changes nothing. Throws `not_found`, and `precondition_failed` for one
 * that no gateway made, or whose gateway the site no longer has.
 */
export const lookUpPayment = (deps: LookUpDeps) => {
  const find = findTransaction(deps);
  return async (caller: Caller, uuid: string): Promise<LookedUpPayment> => {
    const { site, at, correlation } = caller;
    const recorded = await find(caller, uuid);
    const { gateway_code, reference } = recorded;
    if (gateway_code === null || reference === null) {
      throw new Failure('precondition_failed', { what: 'No gateway has this payment, so it cannot be looked up.' });
    }
    if (!(await deps.gateways.codes(site)).includes(gateway_code)) {
      throw new Failure('precondition_failed', { what: `The site no longer has the gateway ${gateway_code}.` });
    }
    return { recorded, gateway: await deps.gateways.lookup({ site, gateway_code, at, correlation, reference }) };
  };
};
