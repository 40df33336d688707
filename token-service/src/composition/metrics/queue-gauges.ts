import type { Clock, Millis } from '@service/billing/values/time.ts';
import { Gauge, type Registry } from 'prom-client';
import type { ReadFigures, SiteFigure } from '../../adapters/storage/figures.ts';
import type { LedgerCheck } from '../../adapters/storage/ledger-check.ts';
import { inTime } from '../../runtime/in-time.ts';
import type { SeenWorkers } from '../../worker/worker-signs.ts';
import type { SiteLabels } from './site-label.ts';

interface Deps {
  readonly registry: Registry;
  readonly figures: ReadFigures;
  readonly ledger: LedgerCheck;
  readonly workers: () => Promise<SeenWorkers>;
  readonly clock: Pick<Clock, 'now' | 'elapsed'>;
  readonly siteLabel: Pick<SiteLabels, 'ofId'>;
  /** Milliseconds that the database has to answer, so that a scrape shows the other metrics in any case. */
  readonly patience?: Millis;
}

/** Milliseconds for which the figures of a scrape are given again: a scrape costs at most three statements. */
const FRESH_FOR = 15_000;
const PATIENCE = 3_000;

type FigureName = SiteFigure['figure'];

interface GaugeOf {
  readonly name: string;
  readonly of: readonly FigureName[];
  /** The names of what the label of a figure says, word by word. */
  readonly labels: readonly string[];
  readonly help: string;
}

const AMOUNTS: readonly GaugeOf[] = [
  { name: 'subscriptions', of: ['subscriptions'], labels: ['state'], help: 'Subscriptions by state.' },
  {
    name: 'past_due_amount',
    of: ['past_due'],
    labels: ['currency'],
    help: 'What is owed on past due invoices, in the smallest unit of the currency.',
  },
  {
    name: 'intents_open',
    of: ['intents'],
    labels: ['kind'],
    help: 'Payment intents whose outcome is not recorded yet; authorizations that wait for their capture are not counted.',
  },
  {
    name: 'due_items',
    of: ['due_work', 'failed_work'],
    labels: ['kind', 'status'],
    help: 'Due work: due now, or failed and waiting for a retry, parked for an operator, or dismissed.',
  },
  { name: 'mail_waiting', of: ['mail'], labels: [], help: 'Mail that waits to be sent.' },
  {
    name: 'webhook_deliveries_waiting',
    of: ['webhooks'],
    labels: ['state'],
    help: 'Webhook deliveries that have not succeeded, by state.',
  },
  {
    name: 'webhook_endpoints_paused',
    of: ['paused_endpoints'],
    labels: [],
    help: 'Webhook endpoints that get nothing.',
  },
];

const OLDEST: readonly GaugeOf[] = [
  {
    name: 'intents_oldest_seconds',
    of: ['intents'],
    labels: ['kind'],
    help: 'How long the oldest open payment intent has been open.',
  },
  {
    name: 'due_oldest_seconds',
    of: ['due_work'],
    labels: ['kind'],
    help: 'How long the oldest item of due work that has not failed has been due.',
  },
  { name: 'mail_oldest_seconds', of: ['mail'], labels: [], help: 'How long the oldest message has waited to be sent.' },
  {
    name: 'webhook_oldest_seconds',
    of: ['webhooks'],
    labels: ['state'],
    help: 'How long the oldest webhook delivery has waited.',
  },
];

interface Seen {
  readonly figures: readonly (SiteFigure & { readonly site: string })[];
  readonly ledger: readonly { readonly site: string; readonly currency: string; readonly amount: number }[];
  readonly workers: SeenWorkers;
}

/** Registers gauges of what waits and what is owed at each site, of all processes on this database together. */
export const queueGauges = ({
  registry,
  figures,
  ledger,
  workers,
  clock,
  siteLabel,
  patience = PATIENCE,
}: Deps): void => {
  let read: Promise<Seen | undefined> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;

  const labelled = <F extends { readonly site_id: string }>(found: readonly F[]) =>
    Promise.all(found.map(async (each) => ({ ...each, site: await siteLabel.ofId(each.site_id) })));
  const look = async (): Promise<Seen> => {
    const [ofSites, ofLedger, seen] = await Promise.all([figures(), ledger(), workers()]);
    return { figures: await labelled(ofSites), ledger: await labelled(ofLedger), workers: seen };
  };
  /** Undefined while the database does not answer: that is in `billing_health`. */
  const latest = (): Promise<Seen | undefined> => {
    if (read && clock.elapsed() < readAt + FRESH_FOR) return read;
    readAt = clock.elapsed();
    read = inTime(patience, look()).catch(() => undefined);
    return read;
  };

  const register = <L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[],
    show: (gauge: Gauge<L>, seen: Seen) => void,
  ): void => {
    new Gauge<L>({
      name: `billing_${name}`,
      help,
      labelNames: [...labelNames],
      registers: [registry],
      async collect() {
        this.reset();
        const seen = await latest();
        if (seen) show(this, seen);
        else if (labelNames.length === 0) this.remove();
      },
    });
  };

  for (const { name, of, labels, help } of AMOUNTS)
    register(name, help, ['site', ...labels], (gauge, seen) => {
      for (const figure of seen.figures)
        if (of.includes(figure.figure)) gauge.inc(labelsOf(figure, labels), figure.amount);
    });
  for (const { name, of, labels, help } of OLDEST)
    register(name, help, ['site', ...labels], (gauge, seen) => {
      for (const [text, since] of oldestOf(seen, of, labels))
        gauge.set(JSON.parse(text), Math.max(0, clock.now() - since) / 1000);
    });
  register(
    'ledger_imbalance',
    'By how much entries of the ledger do not add up, in the smallest unit of the currency: 0, or the books are wrong.',
    ['site', 'currency'],
    (gauge, seen) => {
      for (const { site, currency, amount } of seen.ledger) gauge.inc({ site, currency }, amount);
    },
  );
  register(
    'workers',
    'Workers on this database: alive, or silent for over a minute without having said that they stop.',
    ['state'],
    (gauge, { workers: { alive, silent } }) => {
      gauge.set({ state: 'alive' }, alive);
      gauge.set({ state: 'silent' }, silent);
    },
  );
  register(
    'worker_last_seen_seconds',
    'When a worker last left a sign, in seconds since 1970.',
    [],
    (gauge, { workers: { lastSeen } }) => {
      if (lastSeen === undefined) gauge.remove();
      else gauge.set(lastSeen / 1000);
    },
  );
};

const labelsOf = (
  { site, label }: { readonly site: string; readonly label: string },
  names: readonly string[],
): Record<string, string> => {
  const values = label.split(' ');
  return { site, ...Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])) };
};

/** Returns the oldest moment of each set of labels, in milliseconds: several sites may share a label. */
const oldestOf = (
  { figures }: Seen,
  of: readonly FigureName[],
  labels: readonly string[],
): ReadonlyMap<string, Millis> => {
  const oldest = new Map<string, Millis>();
  for (const figure of figures) {
    if (figure.oldest === null || !of.includes(figure.figure)) continue;
    const name = JSON.stringify(labelsOf(figure, labels));
    oldest.set(name, Math.min(oldest.get(name) ?? Number.POSITIVE_INFINITY, momentOf(figure.oldest)));
  }
  return oldest;
};

const UUID_DIGITS = 32;
const DIGITS_OF_MOMENT = 12;

/** Returns the milliseconds that a UUIDv7 begins with, or that are given as such. */
const momentOf = (oldest: string): Millis =>
  oldest.length === UUID_DIGITS ? Number.parseInt(oldest.slice(0, DIGITS_OF_MOMENT), 16) : Number(oldest);
