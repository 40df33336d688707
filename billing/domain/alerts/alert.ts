import type { AlertMailKind } from '../../resources/mail-kind.ts';
import type { Millis } from '../../values/time.ts';

/** A condition that needs a person: operators are mailed, except about mail itself, which only the console can show. */
export type AlertKind = AlertMailKind | 'mail_undelivered';

/** An episode of a condition at a site. Moments are milliseconds of the system clock. */
export interface OpenAlert {
  readonly kind: AlertKind;
  readonly since_ms: Millis;
  /** The facts as they were last seen, for operators: no personal data. */
  readonly detail: string;
  /** Time since which the condition is not seen; null while it is. */
  readonly calm_since_ms: Millis | null;
}

/** Conditions that are seen now, with their facts. */
export type SeenConditions = ReadonlyMap<AlertKind, string>;

/** Milliseconds without a condition after which its episode is over: one that comes and goes is one episode. */
export const CALM_FOR: Millis = 15 * 60_000;

/** A step of an episode: it begins, ends, or is seen in another way. */
export interface AlertStep {
  readonly is: 'begin' | 'end' | 'note';
  readonly alert: OpenAlert;
}

/** Returns the steps from the recorded episodes to what is seen now. */
export const alertSteps = (open: readonly OpenAlert[], seen: SeenConditions, now: Millis): readonly AlertStep[] => {
  const known = new Set(open.map(({ kind }) => kind));
  const begun = [...seen]
    .filter(([kind]) => !known.has(kind))
    .map(([kind, detail]) => ({ is: 'begin', alert: { kind, since_ms: now, detail, calm_since_ms: null } }) as const);
  return [...open.flatMap((alert) => stepOf(alert, seen.get(alert.kind), now)), ...begun];
};

const stepOf = (alert: OpenAlert, detail: string | undefined, now: Millis): readonly AlertStep[] => {
  const { calm_since_ms } = alert;
  if (detail !== undefined) {
    const isAsBefore = detail === alert.detail && calm_since_ms === null;
    return isAsBefore ? [] : [{ is: 'note', alert: { ...alert, detail, calm_since_ms: null } }];
  }
  if (calm_since_ms === null) return [{ is: 'note', alert: { ...alert, calm_since_ms: now } }];
  return now - calm_since_ms >= CALM_FOR ? [{ is: 'end', alert }] : [];
};
