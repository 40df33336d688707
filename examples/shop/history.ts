import { decimal } from './amounts.ts';
import type { HistoricInvoice, SandboxClock, Subscription } from './sandbox-api.ts';

/** What happened to a customer at a moment. The page puts it into words. */
export type Happening =
  | {
      readonly at: string;
      readonly what: 'started' | 'stopped' | 'ended';
      readonly name: string;
      readonly until?: string;
    }
  | {
      readonly at: string;
      readonly what: 'invoice';
      readonly number: string;
      readonly type: string;
      readonly origin: string;
      readonly state: string;
      readonly amount: string;
      readonly currency: string;
    };

/** Returns what happened until now, newest first. Of one moment, what caused an invoice stands before it. */
export const historyOf = (
  { now }: Pick<SandboxClock, 'now'>,
  subscriptions: readonly Subscription[],
  invoices: readonly HistoricInvoice[],
): Happening[] => {
  const happened = [...invoices.map(ofInvoice), ...subscriptions.flatMap(ofSubscription)];
  return happened.filter(({ at }) => at !== '' && at <= now).sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
};

const ofInvoice = ({ created_at, number, type, origin, state, total, currency }: HistoricInvoice): Happening => ({
  at: created_at,
  what: 'invoice',
  number: number ?? '',
  type,
  origin,
  state,
  amount: decimal(total, currency),
  currency,
});

const ofSubscription = ({ name, state, activated_at, canceled_at, expires_at }: Subscription): Happening[] => [
  ...(activated_at ? [{ at: activated_at, what: 'started', name } as const] : []),
  ...(canceled_at
    ? [{ at: canceled_at, what: 'stopped', name, ...(expires_at ? { until: expires_at } : {}) } as const]
    : []),
  ...(state === 'expired' && expires_at ? [{ at: expires_at, what: 'ended', name } as const] : []),
];
