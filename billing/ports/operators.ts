import type { Assignment, Invitation, Operator, OperatorSession, Passkey } from '../domain/operators/operator.ts';
import type { Millis } from '../values/time.ts';

/** Operators of the console with their roles, passkeys, invitations and sessions. Not limited to one site. */
export interface OperatorRecords {
  /** Whether there is any operator who may sign in. */
  exists(): Promise<boolean>;
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

  /** Roles of an operator at all sites. */
  assignments(operatorId: string): Promise<readonly Assignment[]>;
  /** Roles of all operators at a site. */
  assignmentsAt(siteId: string): Promise<readonly Assignment[]>;
  /** Has no effect if the operator has the role. */
  assign(assignment: Assignment): Promise<void>;
  unassign(assignment: Assignment): Promise<void>;

  passkeys(operatorId: string): Promise<readonly Passkey[]>;
  findPasskey(id: string): Promise<Passkey | undefined>;
  addPasskey(passkey: Passkey): Promise<void>;
  usePasskey(id: string, counter: number, now: Millis): Promise<void>;
  removePasskey(operatorId: string, id: string): Promise<void>;

  /** Replaces the invitation of the operator: an older link ends. */
  invite(invitation: Invitation): Promise<void>;
  findInvitation(hash: string): Promise<Invitation | undefined>;
  /** Ends an invitation. Returns false if another request has ended it before. */
  useInvitation(hash: string): Promise<boolean>;

  findSession(hash: string): Promise<OperatorSession | undefined>;
  /** Newest first. */
  sessions(operatorId: string): Promise<readonly OperatorSession[]>;
  /** Adds a session, and ends the oldest ones of its operator beyond `MOST_OPERATOR_SESSIONS`. */
  addSession(session: OperatorSession): Promise<void>;
  useSession(hash: string, now: Millis): Promise<void>;
  removeSession(hash: string): Promise<void>;
  removeSessions(operatorId: string): Promise<void>;
  /** Removes sessions that were last used, and invitations that ended, before a moment. */
  sweepOperators(before: Millis): Promise<void>;

  /**
   * Adds an amount to what an operator has refunded at a site on a day (`2026-11-26`) in a currency, unless the sum
   * would exceed the limit. Returns what was refunded before, and whether the amount was added.
   */
  spend(
    refund: OperatorRefund,
    limit_in_cents: number,
  ): Promise<{ readonly spent_in_cents: number; readonly added: boolean }>;
  /** Takes an amount back that was added by `spend`, because nothing was refunded. */
  unspend(refund: OperatorRefund): Promise<void>;
}

/** An amount that an operator refunds. */
export interface OperatorRefund {
  readonly site_id: string;
  readonly operator_id: string;
  readonly day: string;
  readonly currency: string;
  readonly amount_in_cents: number;
}
