import type { Millis } from '@service/billing/values/time.ts';
import type { Queries } from './database.ts';
import { countDue, type DueColumns } from './records/due-items.ts';

/** Counts and sums of one site that operators watch. Moments are milliseconds of the system clock. */
export interface SiteFigure {
  readonly site_id: string;
  readonly figure:
    | 'subscriptions'
    | 'past_due'
    | 'mrr'
    | 'intents'
    | 'due_work'
    | 'failed_work'
    | 'postponed_work'
    | 'disputes'
    | 'mail'
    | 'queued_mail'
    | 'webhooks'
    | 'endpoints'
    | 'keys'
    | 'ending_keys';
  /** The state, currency, kind or endpoint that is counted; for due, failed and postponed work, kind and status. */
  readonly label: string;
  readonly amount: number;
  /** The oldest id, or the moment since when the oldest one waits; null where neither is asked for. */
  readonly oldest: string | null;
}

const FIGURES = [
  "SELECT site_id, 'subscriptions' AS figure, state AS label, count(*) AS amount, NULL AS oldest FROM subscriptions GROUP BY site_id, state",
  "SELECT site_id, 'past_due' AS figure, currency AS label, CAST(sum(balance_in_cents) AS bigint) AS amount, NULL AS oldest FROM invoices WHERE state = 'past_due' GROUP BY site_id, currency",
  "SELECT site_id, 'mrr' AS figure, currency AS label, CAST(sum(mrr_in_cents) AS bigint) AS amount, NULL AS oldest FROM subscriptions WHERE mrr_in_cents > 0 GROUP BY site_id, currency",
  "SELECT site_id, 'intents' AS figure, kind AS label, count(*) AS amount, min(id) AS oldest FROM intents WHERE kind <> 'authorization' GROUP BY site_id, kind",
  "SELECT site_id, 'failed_work' AS figure, kind || ' ' || status AS label, count(*) AS amount, NULL AS oldest FROM due_failures WHERE status <> 'dismissed' GROUP BY site_id, kind, status",
  "SELECT r.site_id AS site_id, 'postponed_work' AS figure, 'collection postponed' AS label, count(*) AS amount, NULL AS oldest FROM invoices r JOIN sites s ON s.id = r.site_id WHERE r.unanswered_since IS NOT NULL AND r.state IN ('pending', 'past_due') AND r.attempt_next_collection_at IS NOT NULL AND r.unanswered_since + COALESCE(s.gateway_patience, 0) * 3600 > CAST($1 AS bigint) + s.clock_offset GROUP BY r.site_id",
  "SELECT d.site_id AS site_id, 'disputes' AS figure, '' AS label, count(*) AS amount, CAST((min(CASE WHEN d.answered OR d.accepted_at IS NOT NULL THEN NULL ELSE d.evidence_due_at END) - max(s.clock_offset)) * 1000 AS text) AS oldest FROM disputes d JOIN sites s ON s.id = d.site_id WHERE d.state IN ('inquiry', 'open') GROUP BY d.site_id",
  "SELECT site_id, 'mail' AS figure, status AS label, count(*) AS amount, NULL AS oldest FROM outbox WHERE status = 'queued' OR status = 'failed' GROUP BY site_id, status",
  "SELECT site_id, 'queued_mail' AS figure, '' AS label, count(*) AS amount, CAST(min(queued_at_ms) AS text) AS oldest FROM outbox WHERE status = 'queued' GROUP BY site_id",
  "SELECT site_id, 'webhooks' AS figure, endpoint_id AS label, count(*) AS amount, min(id) AS oldest FROM webhook_deliveries WHERE state <> 'delivered' AND state <> 'failed' GROUP BY site_id, endpoint_id",
  "SELECT site_id, 'endpoints' AS figure, id AS label, CASE WHEN pause_reason IS NULL THEN 0 ELSE 1 END AS amount, NULL AS oldest FROM webhook_endpoints",
  "SELECT site_id, 'keys' AS figure, '' AS label, count(*) AS amount, CAST(min(created_at_ms) AS text) AS oldest FROM api_keys WHERE kind = 'private' AND valid_until_ms IS NULL GROUP BY site_id",
  "SELECT k.site_id AS site_id, 'ending_keys' AS figure, '' AS label, count(*) AS amount, CAST(min(k.valid_until_ms) AS text) AS oldest FROM api_keys k JOIN api_key_uses u ON u.site_id = k.site_id AND u.key_id = k.id WHERE k.valid_until_ms > CAST($1 AS bigint) * 1000 AND u.used_at_ms > (CAST($1 AS bigint) - 3600) * 1000 GROUP BY k.site_id",
];

const UUID_DIGITS = 32;
const DIGITS_OF_MOMENT = 12;

/** Returns the milliseconds that a UUIDv7 begins with, or that a figure gives as such. */
export const momentOfFigure = (oldest: string): Millis =>
  oldest.length === UUID_DIGITS ? Number.parseInt(oldest.slice(0, DIGITS_OF_MOMENT), 16) : Number(oldest);

/** Returns the figures of every site. */
export type ReadFigures = () => Promise<readonly SiteFigure[]>;

/** Reads the figures of every site in one statement, with the due work of these kinds. */
export const openFigures = (
  queries: Pick<Queries, 'all'>,
  clock: { readonly now: () => Millis },
  kinds: readonly DueColumns[],
): ReadFigures => {
  const scaled = kinds.filter(({ scale }) => scale);
  const counts = kinds.map((each) => countDue(each, each.scale ? `$${scaled.indexOf(each) + 2}` : '$1'));
  const sql = [...FIGURES, ...counts.filter((each) => each !== undefined)].join(' UNION ALL ');
  const scaleOf = new Map(scaled.map(({ kind, scale }) => [`${kind} due`, scale]));

  return async () => {
    const now = Math.floor(clock.now() / 1000);
    const rows = await queries.all(sql, [now, ...scaled.map(({ scale }) => scale?.fromSeconds(now) ?? now)]);
    return rows.map(({ site_id, figure, label, amount, oldest }) => {
      const scale = figure === 'due_work' ? scaleOf.get(String(label)) : undefined;
      const since = scale ? scale.toSeconds(Number(oldest)) * 1000 : oldest;
      return {
        site_id: String(site_id),
        figure: figure as SiteFigure['figure'],
        label: String(label),
        amount: Number(amount),
        oldest: since === null ? null : String(since),
      };
    });
  };
};
