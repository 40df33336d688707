import { HOUR_MS, MINUTE_MS, type Millis } from '../../values/time.ts';
import type { Role } from './permissions.ts';

/**
 * A person who works in the console. Operators belong to the deployment, and have roles at sites. Moments are of the
 * system clock.
 */
export interface Operator {
  readonly id: string;
  /** In lower case. It names the operator in the audit log, and never changes. */
  readonly email: string;
  /** Argon2id, in the PHC string format; null: signs in without a password. */
  readonly password: string | null;
  /** The secret of the authenticator app, encrypted with `SECRETS_KEY`; null: there is none. */
  readonly authenticator: string | null;
  /** The time step of the last code that was accepted, so that no code is accepted twice. */
  readonly authenticator_step: number | null;
  /** Sees what the roles may see, and changes nothing. */
  readonly read_only: boolean;
  readonly created_at_ms: Millis;
  /** Null: may sign in. */
  readonly disabled_at_ms: Millis | null;
}

/** A role of an operator at a site. */
export interface Assignment {
  readonly operator_id: string;
  readonly site_id: string;
  readonly role: Role;
}

/** A passkey of an operator. */
export interface Passkey {
  /** Base64url, as the authenticator names it. */
  readonly id: string;
  readonly operator_id: string;
  /** COSE, base64url. */
  readonly public_key: string;
  readonly counter: number;
  /** For example `internal`. */
  readonly transports: readonly string[];
  readonly name: string;
  readonly created_at_ms: Millis;
  readonly used_at_ms: Millis | null;
}

/** A link by which an operator sets a password or a passkey. It can be used once. */
export interface Invitation {
  /** SHA-256 of the secret in the link, hexadecimal. */
  readonly hash: string;
  readonly operator_id: string;
  readonly valid_until_ms: Millis;
}

/** A challenge that a passkey signs. It can be used once, and for its purpose only. */
export interface PasskeyChallenge {
  /** SHA-256 of the challenge, hexadecimal. */
  readonly hash: string;
  /** `sign in`, or `register` with the id of an operator. */
  readonly purpose: string;
  readonly valid_until_ms: Millis;
}

/** An operator's session in one browser. */
export interface OperatorSession {
  /** SHA-256 of the secret that the browser holds, hexadecimal. */
  readonly hash: string;
  /** `DEMO_OWNER.id`, or the id of an operator. */
  readonly operator_id: string;
  readonly created_at_ms: Millis;
  /** The last request that was counted; requests within a minute of it are not. */
  readonly used_at_ms: Millis;
  /** The last proof of identity: signing in, or a proof for a dangerous action. */
  readonly proved_at_ms: Millis;
  readonly second_factor: boolean;
  readonly address: string;
  readonly user_agent: string;
}

/** Milliseconds for which an invitation can be used. */
export const INVITATION_MS = 72 * HOUR_MS;

/** A session ends after half an hour without a request. */
export const OPERATOR_IDLE_MS = 30 * MINUTE_MS;
/** A session ends after twelve hours in any case. */
export const LONGEST_OPERATOR_SESSION_MS = 12 * HOUR_MS;
/** The time for which a proof of identity counts as fresh. */
export const FRESH_PROOF_MS = 5 * MINUTE_MS;
/** The time for which a challenge of a passkey can be used. */
export const CHALLENGE_MS = 5 * MINUTE_MS;
/** Sessions that an operator can have; the oldest ends when another begins. */
export const MOST_OPERATOR_SESSIONS = 10;
/** Sessions that the owner of the demo site can have, who is everyone who tries it. */
export const MOST_DEMO_SESSIONS = 1000;

export const isOperatorSessionOpen = ({ created_at_ms, used_at_ms }: OperatorSession, now: Millis): boolean =>
  now < used_at_ms + OPERATOR_IDLE_MS && now < created_at_ms + LONGEST_OPERATOR_SESSION_MS;

/** Whether a request is to be counted as use of a session: at most one write a minute. */
export const isOperatorUseDue = ({ used_at_ms }: OperatorSession, now: Millis): boolean =>
  now >= used_at_ms + MINUTE_MS;

/** Whether the operator has proved who they are so recently that a dangerous action needs no new proof. */
export const isProofFresh = ({ proved_at_ms }: OperatorSession, now: Millis): boolean =>
  now < proved_at_ms + FRESH_PROOF_MS;

/** The operator of the demo site, who signs in by pressing a button while the published demo keys are accepted. */
export const DEMO_OWNER: Operator = Object.freeze({
  id: 'demo-owner',
  email: 'demo owner',
  password: null,
  authenticator: null,
  authenticator_step: null,
  read_only: false,
  created_at_ms: 0,
  disabled_at_ms: null,
});

/** The actor that the audit log has for an operator. */
export const actorOf = ({ email }: Pick<Operator, 'email'>): string => `operator:${email}`;
