import type { Queries } from './database.ts';

/** Counts and sums of one site that operators watch. Moments are milliseconds of the system clock. */
export interface SiteFigure {
  readonly site_id: string;
  readonly figure: 'subscriptions' | 'past_due' | 'intents' | 'failed_work' | 'mail' | 'webhooks' | 'paused_endpoints';
  /** The state, currency or kind that is counted; for failed work, kind and status. */
  readonly label: string;
  readonly amount: number;
  /** The oldest id, or the moment since when the oldest one waits; null where neither is asked for. */
  readonly oldest: string | null;
}

const FIGURES = [
  "SELECT site_id, 'subscriptions' AS figure, state AS label, count(*) AS amount, NULL AS oldest FROM subscriptions GROUP BY site_id, state",
  "SELECT site_id, 'past_due' AS figure, currency AS label, CAST(sum(balance_in_cents) AS bigint) AS amount, NULL AS oldest FROM invoices WHERE state = 'past_due' GROUP BY site_id, currency",
  "SELECT site_id, 'intents' AS figure, kind AS label, count(*) AS amount, min(id) AS oldest FROM intents WHERE kind <> 'authorization' GROUP BY site_id, kind",
  "SELECT site_id, 'failed_work' AS figure, kind || ' ' || status AS label, count(*) AS amount, NULL AS oldest FROM due_failures GROUP BY site_id, kind, status",
  "SELECT site_id, 'mail' AS figure, status AS label, count(*) AS amount, CAST(min(queued_at_ms) AS text) AS oldest FROM outbox WHERE status = 'queued' GROUP BY site_id, status",
  "SELECT site_id, 'webhooks' AS figure, state AS label, count(*) AS amount, min(id) AS oldest FROM webhook_deliveries WHERE state <> 'delivered' GROUP BY site_id, state",
  "SELECT site_id, 'paused_endpoints' AS figure, '' AS label, count(*) AS amount, NULL AS oldest FROM webhook_endpoints WHERE pause_reason IS NOT NULL GROUP BY site_id",
].join(' UNION ALL ');

/** Returns the figures of every site, in one statement. */
export const readFigures = async (queries: Pick<Queries, 'all'>): Promise<readonly SiteFigure[]> =>
  (await queries.all(FIGURES)).map(({ site_id, figure, label, amount, oldest }) => ({
    site_id: String(site_id),
    figure: figure as SiteFigure['figure'],
    label: String(label),
    amount: Number(amount),
    oldest: oldest === null ? null : String(oldest),
  }));
