import type { Operator, OperatorSession } from '../../domain/operators/operator.ts';
import type { OperatorSite, OperatorStore } from '../../ports/operators.ts';
import type { World } from '../../ports/world.ts';
import type { Site } from '../../resources/site.ts';

export interface OperatorDeps {
  readonly operators: OperatorStore;
  readonly world: Pick<World, 'clock' | 'ids'>;
  /** SHA-256, hexadecimal. */
  readonly digest: (secret: string) => string;
}

export interface DemoDeps {
  /** Returns the demo site while its published keys are accepted, and then its owner may sign in without a password. */
  readonly demoSite: () => Promise<Site | undefined>;
}

export interface LocalProofDeps {
  /** Whether passwords, authenticator apps and passkeys are accepted; otherwise an OpenID provider signs in. */
  readonly acceptsLocalProofs: boolean;
}

/** The browser that a request comes from. */
export interface OperatorClient {
  readonly address: string;
  readonly user_agent: string;
  /** The id of the request. */
  readonly correlation: string;
}

/**
 * `second_factor`: a code of the authenticator, or a passkey, must follow before any page is shown. `enrolment`: the
 * operator has neither yet, and must set one up, because one of the sites is production.
 */
export type SessionState = 'open' | 'second_factor' | 'enrolment';

/** An operator with an open session. */
export interface SignedInOperator {
  readonly operator: Operator;
  readonly session: OperatorSession;
  /** The sites at which the operator has roles, by subdomain. */
  readonly sites: readonly OperatorSite[];
  /** Pages are shown in the state `open` only. */
  readonly state: SessionState;
}
