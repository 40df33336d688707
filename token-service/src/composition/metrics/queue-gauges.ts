import type { Clock } from '@service/billing/values/time.ts';
import { Gauge, type Registry } from 'prom-client';
import type { SiteFigure } from '../../adapters/storage/figures.ts';
import type { SiteLabels } from './site-label.ts';

interface Deps {
  readonly registry: Registry;
  readonly figures: () => Promise<readonly SiteFigure[]>;
  readonly clock: Pick<Clock, 'now' | 'elapsed'>;
  readonly siteLabel: Pick<SiteLabels, 'ofId'>;
}

/** Milliseconds for which the figures of a scrape are given again: a scrape never costs more than one statement. */
const FRESH_FOR = 15_000;

type GaugeOf = { readonly amount: string; readonly oldest?: string; readonly labels: readonly string[] };

/** The gauges of each figure, with the names of what its label says. */
const GAUGES: Readonly<Record<SiteFigure['figure'], GaugeOf & { readonly help: string }>> = {
  subscriptions: { amount: 'subscriptions', labels: ['state'], help: 'Subscriptions by state.' },
  past_due: {
    amount: 'past_due_amount',
    labels: ['currency'],
    help: 'What is owed on past due invoices, in the smallest unit of the currency.',
  },
  intents: {
    amount: 'intents_open',
    oldest: 'intents_oldest_seconds',
    labels: ['kind'],
    help: 'Payment intents whose outcome is not recorded yet; authorizations that wait for their capture are not counted.',
  },
  failed_work: {
    amount: 'due_failures',
    labels: ['kind', 'status'],
    help: 'Due work that failed, by what becomes of it: waiting for a retry, parked for an operator, or dismissed.',
  },
  mail: { amount: 'mail_waiting', oldest: 'mail_oldest_seconds', labels: [], help: 'Mail that waits to be sent.' },
  webhooks: {
    amount: 'webhook_deliveries_waiting',
    oldest: 'webhook_oldest_seconds',
    labels: ['state'],
    help: 'Webhook deliveries that have not succeeded, by state.',
  },
  paused_endpoints: { amount: 'webhook_endpoints_paused', labels: [], help: 'Webhook endpoints that get nothing.' },
};

/** Registers gauges of what waits and what is owed at each site, of all processes on this database together. */
export const queueGauges = ({ registry, figures, clock, siteLabel }: Deps): void => {
  let read: Promise<readonly (SiteFigure & { readonly site: string })[]> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;

  const latest = () => {
    if (read && clock.elapsed() < readAt + FRESH_FOR) return read;
    readAt = clock.elapsed();
    read = figures().then((found) =>
      Promise.all(found.map(async (figure) => ({ ...figure, site: await siteLabel.ofId(figure.site_id) }))),
    );
    // A database that does not answer is in /health; the other metrics are still read.
    read.catch(() => {
      read = undefined;
    });
    return read;
  };
  const ofFigure = async (name: SiteFigure['figure']) =>
    (await latest().catch(() => [])).filter(({ figure }) => figure === name);

  for (const [figure, { amount, oldest, labels, help }] of Object.entries(GAUGES)) {
    const labelNames = ['site', ...labels];
    const labelsOf = ({ site, label }: { readonly site: string; readonly label: string }) => {
      const values = label.split(' ');
      return { site, ...Object.fromEntries(labels.map((name, index) => [name, values[index] ?? ''])) };
    };
    new Gauge({
      name: `billing_${amount}`,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        this.reset();
        for (const each of await ofFigure(figure as SiteFigure['figure'])) this.inc(labelsOf(each), each.amount);
      },
    });
    if (!oldest) continue;
    new Gauge({
      name: `billing_${oldest}`,
      help: `Since when the oldest of them waits. ${help}`,
      labelNames,
      registers: [registry],
      async collect() {
        this.reset();
        for (const each of await ofFigure(figure as SiteFigure['figure'])) {
          if (each.oldest !== null) this.set(labelsOf(each), (clock.now() - momentOf(each.oldest)) / 1000);
        }
      },
    });
  }
};

const UUID_DIGITS = 32;
const DIGITS_OF_MOMENT = 12;

/** Returns the milliseconds that a UUIDv7 begins with, or that are given as such. */
const momentOf = (oldest: string): number =>
  oldest.length === UUID_DIGITS ? Number.parseInt(oldest.slice(0, DIGITS_OF_MOMENT), 16) : Number(oldest);
