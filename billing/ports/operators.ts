import type {
  Assignment,
  Invitation,
  Operator,
  OperatorSession,
  Passkey,
  PasskeyChallenge,
} from '../domain/operators/operator.ts';
import type { Role } from '../domain/operators/permissions.ts';
import type { Site } from '../resources/site.ts';
import type { Millis } from '../values/time.ts';
import type { Records } from './storage.ts';

/** A site at which an operator has roles. */
export interface OperatorSite {
  readonly site: Site;
  readonly roles: readonly Role[];
}

/** Operators of the console with their roles, passkeys, invitations and sessions. Not limited to one site. */
export interface OperatorRecords {
  /** Whether there is any operator who may sign in. */
  exists(): Promise<boolean>;
  /** Returns all operators, ordered by email. */
  all(): Promise<readonly Operator[]>;
  find(id: string): Promise<Operator | undefined>;
  /** `email` is in lower case. */
  byEmail(email: string): Promise<Operator | undefined>;
  add(operator: Operator): Promise<void>;
  save(operator: Operator): Promise<void>;
  /**
   * Accepts a code of the operator's authenticator for its time step. Returns false if that step, or a later one, has
   * been accepted before.
   */
  takeStep(operatorId: string, step: number): Promise<boolean>;

  /** The sites at which an operator has roles, by subdomain. */
  sites(operatorId: string): Promise<readonly OperatorSite[]>;
  /** Roles of all operators at all sites, or at one. */
  assignments(siteId?: string): Promise<readonly Assignment[]>;
  /** Has no effect if the operator has the role. */
  assign(assignment: Assignment): Promise<void>;
  unassign(assignment: Assignment): Promise<void>;

  passkeys(operatorId: string): Promise<readonly Passkey[]>;
  findPasskey(id: string): Promise<Passkey | undefined>;
  addPasskey(passkey: Passkey): Promise<void>;
  /**
   * Records a use. Returns false if the counter is not above that of the last use, or the passkey is gone.
   * Authenticators that do not count always say 0.
   */
  usePasskey(id: string, counter: number, now: Millis): Promise<boolean>;
  removePasskey(operatorId: string, id: string): Promise<void>;
  /** Adds a challenge. The oldest ones beyond ten thousand end, so that requests of strangers cannot fill the table. */
  addChallenge(challenge: PasskeyChallenge): Promise<void>;
  /** Ends a challenge. Returns false if it has ended before, or is for another purpose. */
  takeChallenge(hash: string, purpose: string, now: Millis): Promise<boolean>;

  /** Replaces the invitation of the operator: an older link ends. */
  invite(invitation: Invitation): Promise<void>;
  findInvitation(hash: string): Promise<Invitation | undefined>;
  /** Operators whose invitation can still be used. */
  invited(now: Millis): Promise<readonly string[]>;
  /** Ends an invitation. Returns false if another request has ended it before. */
  useInvitation(hash: string): Promise<boolean>;
  removeInvitation(operatorId: string): Promise<void>;

  /** Finds a session, with its operator; those of `DEMO_OWNER.id` have none. */
  findSession(
    hash: string,
  ): Promise<{ readonly session: OperatorSession; readonly operator: Operator | undefined } | undefined>;
  /** Newest first. */
  sessions(operatorId: string): Promise<readonly OperatorSession[]>;
  /** Adds a session, and ends the oldest ones of its operator beyond so many. */
  addSession(session: OperatorSession, most: number): Promise<void>;
  useSession(hash: string, now: Millis): Promise<void>;
  /** Records a proof of identity; a second factor stays proved. */
  proveSession(hash: string, now: Millis, secondFactor: boolean): Promise<void>;
  removeSession(hash: string): Promise<void>;
  removeSessions(operatorId: string): Promise<void>;
  /** Removes sessions that were last used, and invitations and challenges that ended, before a moment. */
  sweepOperators(before: Millis): Promise<void>;

  /**
   * Adds an amount to what an operator has refunded at a site on a day (`2026-11-26`) in a currency, unless the sum
   * would exceed the limit. Returns what was refunded before, and whether the amount was added.
   */
  spend(
    refund: OperatorRefund,
    limit_in_cents: number,
  ): Promise<{ readonly spent_in_cents: number; readonly added: boolean }>;
  /** Returns what an operator has refunded at a site on a day in a currency. */
  spent(of: Omit<OperatorRefund, 'amount_in_cents'>): Promise<number>;
  /** Takes an amount back that was added by `spend`, because nothing was refunded. */
  unspend(refund: OperatorRefund): Promise<void>;
}

/** Operators, changed in one transaction with the audit logs of sites. */
export interface OperatorStore extends OperatorRecords {
  /** `of` returns the records of a site. The body may run again from the start. If it throws, all is rolled back. */
  changeOperators<T>(work: (operators: OperatorRecords, of: (siteId: string) => Records) => Promise<T>): Promise<T>;
}

/** An amount that an operator refunds. */
export interface OperatorRefund {
  readonly site_id: string;
  readonly operator_id: string;
  readonly day: string;
  readonly currency: string;
  readonly amount_in_cents: number;
}
