import type { Clock, Millis } from '@service/billing/values/time.ts';
import { Gauge, type Registry } from 'prom-client';
import { momentOfFigure, type ReadFigures, type SiteFigure } from '../../adapters/storage/figures.ts';
import type { LedgerCheck } from '../../adapters/storage/ledger-check.ts';
import { inTime } from '../../runtime/in-time.ts';
import type { SeenWorkers } from '../../runtime/process-signs.ts';
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
  /** `site`, and the names of what the label of a figure says, word by word. */
  readonly labels: readonly string[];
  readonly help: string;
}

const AMOUNTS: readonly GaugeOf[] = [
  { name: 'subscriptions', of: ['subscriptions'], labels: ['site', 'state'], help: 'Subscriptions by state.' },
  {
    name: 'past_due_amount',
    of: ['past_due'],
    labels: ['site', 'currency'],
    help: 'What is owed on past due invoices, in the smallest unit of the currency.',
  },
  {
    name: 'mrr',
    of: ['mrr'],
    labels: ['site', 'currency'],
    help: 'Monthly recurring revenue that is paid, in the smallest unit of the currency.',
  },
  {
    name: 'intents_open',
    of: ['intents'],
    labels: [],
    help: 'Payment intents whose outcome is not recorded yet; authorizations that wait for their capture are not counted.',
  },
  {
    name: 'due_items',
    of: ['due_work', 'failed_work', 'postponed_work'],
    labels: ['site', 'kind', 'status'],
    help: 'Due work: due now, failed and waiting for a retry, postponed while a gateway does not answer, or parked.',
  },
  { name: 'disputes_open', of: ['disputes'], labels: ['site'], help: 'Disputes that are not decided yet.' },
  {
    name: 'mail_messages',
    of: ['mail'],
    labels: ['status'],
    help: 'Mail that is queued, or that failed and waits for an operator.',
  },
  {
    name: 'webhook_queue',
    of: ['webhooks'],
    labels: ['endpoint'],
    help: 'Webhook deliveries that wait for their endpoint.',
  },
  {
    name: 'webhook_endpoint_paused',
    of: ['endpoints'],
    labels: ['endpoint'],
    help: 'Whether a webhook endpoint is paused and gets nothing.',
  },
];

const OLDEST: readonly GaugeOf[] = [
  {
    name: 'intents_oldest_seconds',
    of: ['intents'],
    labels: [],
    help: 'How long the oldest open payment intent has been open; 0 without any.',
  },
  {
    name: 'due_oldest_seconds',
    of: ['due_work'],
    labels: ['site', 'kind'],
    help: 'How long the oldest item of due work that has not failed has been due, on the clock of its site.',
  },
  {
    name: 'key_age_seconds',
    of: ['keys'],
    labels: ['site'],
    help: 'Age of the oldest private key of a site that does not end.',
  },
  {
    name: 'mail_oldest_seconds',
    of: ['queued_mail'],
    labels: [],
    help: 'How long the oldest message has waited to be sent; 0 without any.',
  },
  {
    name: 'webhook_oldest_seconds',
    of: ['webhooks'],
    labels: ['endpoint'],
    help: 'How long the oldest webhook delivery has waited for its endpoint.',
  },
];

/** Gauges of moments that are still to come. */
const AHEAD: readonly GaugeOf[] = [
  {
    name: 'dispute_evidence_due_seconds',
    of: ['disputes'],
    labels: ['site'],
    help: 'Seconds until evidence is due for the most urgent open dispute without an answer, on the clock of its site.',
  },
  {
    name: 'key_expires_seconds',
    of: ['ending_keys'],
    labels: ['site'],
    help: 'Seconds until a replaced key ends that was used within the last hour.',
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
        // Without labels, this leaves 0.
        this.reset();
        const seen = await latest();
        if (seen) show(this, seen);
        else if (labelNames.length === 0) this.remove();
      },
    });
  };

  for (const { name, of, labels, help } of AMOUNTS)
    register(name, help, labels, (gauge, seen) => {
      for (const figure of seen.figures)
        if (of.includes(figure.figure)) gauge.inc(labelsOf(figure, labels), figure.amount);
    });
  for (const { name, of, labels, help } of OLDEST)
    register(name, help, labels, (gauge, seen) => {
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
  for (const { name, of, labels, help } of AHEAD)
    register(name, help, labels, (gauge, seen) => {
      for (const [text, until] of oldestOf(seen, of, labels)) gauge.set(JSON.parse(text), (until - clock.now()) / 1000);
    });
  register(
    'workers',
    'Workers on this database that have left a sign within a minute.',
    [],
    (gauge, { workers: { alive } }) => gauge.set(alive),
  );
  register(
    'workers_silent',
    'Workers that have left no sign for a minute, did not stop, and were not replaced: they hang, or were killed.',
    [],
    (gauge, { workers: { silent } }) => gauge.set(silent.length),
  );
  register(
    'worker_last_seen_seconds',
    'Seconds since a worker last left a sign.',
    [],
    (gauge, { workers: { lastSeen } }) => {
      if (lastSeen === undefined) gauge.remove();
      else gauge.set(Math.max(0, clock.now() - lastSeen) / 1000);
    },
  );
};

const labelsOf = (
  { site, label }: { readonly site: string; readonly label: string },
  names: readonly string[],
): Record<string, string> => {
  const values = label.split(' ');
  return Object.fromEntries(names.map((name) => [name, name === 'site' ? site : (values.shift() ?? '')]));
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
    oldest.set(name, Math.min(oldest.get(name) ?? Number.POSITIVE_INFINITY, momentOfFigure(figure.oldest)));
  }
  return oldest;
};
