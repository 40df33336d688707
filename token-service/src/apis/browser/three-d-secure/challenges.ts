import { type Site, siteTime } from '@service/billing/resources/site.ts';
import { Failure } from '@service/billing/values/failure.ts';
import type { Ids } from '@service/billing/values/ids.ts';
import type { Seconds, SystemClock } from '@service/billing/values/time.ts';
import type { Form } from '../../../http/bodies/form.ts';
import type { RefusalReason } from '../messages.ts';
import { Refusal } from '../refusal.ts';
import type { LookUpLimits } from '../within-limits.ts';

interface ChallengeCaller {
  readonly site: Site;
  readonly at: Seconds;
  readonly correlation: string;
}

type UseCase<Result> = (caller: ChallengeCaller, input: { readonly id: string }) => Promise<Result>;

/** Payments that wait for the customer's confirmation, by action token. Each throws `not_found`. */
export interface PaymentActions {
  readonly read: UseCase<{ readonly state: string }>;
  /** Returns the address of the bank's page; null if there is nothing to show. */
  readonly start: UseCase<{ readonly url: string | null }>;
  readonly finish: UseCase<{ readonly result_token: string }>;
}

interface Deps {
  readonly actions: PaymentActions;
  readonly clock: SystemClock;
  readonly ids: Pick<Ids, 'uuid'>;
}

/** A challenge asks for the outcome a few times; the gateway is asked each time. */
export const CHALLENGE_LIMITS: LookUpLimits = { perAddress: 120, perKey: 6000 };

const LONGEST = 200;

const REASONS: Readonly<Record<string, RefusalReason>> = {
  not_found: 'unknown-action',
  three_d_secure_failed: 'three-d-secure-failed',
  three_d_secure_pending: 'three-d-secure-pending',
};

/**
 * Returns the functions behind the routes of challenges. Each answers JSON; they throw `unknown-action`,
 * `three-d-secure-failed` and, before the bank has decided, `three-d-secure-pending`.
 */
export const challenges = ({ actions, clock, ids }: Deps) => {
  const run = async <Result>(useCase: UseCase<Result>, site: Site, id: string | undefined): Promise<Result> => {
    if (!id || id.length > LONGEST) throw new Refusal('unknown-action');
    try {
      return await useCase({ site, at: siteTime(site, clock), correlation: ids.uuid() }, { id });
    } catch (error) {
      const reason = error instanceof Failure ? REASONS[error.symbol] : undefined;
      throw reason ? new Refusal(reason) : error;
    }
  };

  return {
    read: async (site: Site, { code: id }: Form): Promise<string> => {
      const { state } = await run(actions.read, site, id);
      return JSON.stringify({ id, type: 'three_d_secure_action', state });
    },
    start: async (site: Site, { action_token_id: id }: Form): Promise<string> => {
      const { url } = await run(actions.start, site, id);
      return JSON.stringify({ url });
    },
    finish: async (site: Site, { action_token_id: id }: Form): Promise<string> => {
      const { result_token } = await run(actions.finish, site, id);
      return JSON.stringify({ id: result_token, type: 'three_d_secure_action_result' });
    },
  };
};
