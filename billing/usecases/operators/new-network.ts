import { DEMO_OWNER } from '../../domain/operators/operator.ts';
import { findSignedIn } from '../../engine/operators/find-signed-in.ts';
import type { DemoDeps, OperatorClient, OperatorDeps } from '../../engine/operators/operator-deps.ts';
import type { Storage } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';

interface Deps extends OperatorDeps, DemoDeps {
  readonly storage: Pick<Storage, 'of'>;
  /** Returns the network of an address. */
  readonly networkOf: (address: string) => string;
}

/** A sign-in from a network that the operator did not use before. */
export interface NewNetwork {
  readonly email: string;
  readonly address: string;
  /** One of the operator's sites. */
  readonly site: Site;
}

/** Earlier sign-ins of an operator that are looked at, at each site. */
const REMEMBERED = 200;

/**
 * Returns what the operator of a session is to be told: that the request which it belongs to signed in from a network
 * of which the audit logs have no earlier sign-in. Undefined for a known network, the first sign-in of an operator, and
 * a request that did not sign in.
 */
export const signInFromNewNetwork =
  (deps: Deps) =>
  async (secret: string, { address, correlation }: OperatorClient): Promise<NewNetwork | undefined> => {
    const found = await findSignedIn(deps, secret);
    const site = found?.sites[0]?.site;
    if (!found || !site || found.state !== 'open' || found.operator.id === DEMO_OWNER.id) return undefined;
    const { email } = found.operator;
    const filter = { action: 'operator.signed_in', subject: email };
    const logs = found.sites.map(({ site: { id } }) => deps.storage.of(id).auditLog.list(filter, REMEMBERED));
    const entries = (await Promise.all(logs)).flat();
    if (!entries.some((entry) => entry.correlation === correlation)) return undefined;
    const before = entries
      .filter((entry) => entry.correlation !== correlation)
      .flatMap((entry) => (entry.address === null ? [] : [deps.networkOf(entry.address)]));
    return before.length === 0 || before.includes(deps.networkOf(address)) ? undefined : { email, address, site };
  };
