import type { ReportPeriod } from '../../domain/reports/report.ts';
import type { MrrMovement } from '../../domain/revenue/movement.ts';
import type { Records } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import type { Seconds } from '../../values/time.ts';
import { monthIn, monthsOf, type ReportMonth } from './months.ts';
import { movementsByMonth } from './mrr-movements.ts';

/** The revenue of a subscription in cents, at the beginning and, so far, at the end of a month. */
interface SubscriptionRevenue {
  opening: number;
  closing: number;
  /** The reason for which it ended in the month. */
  ended?: 'voluntary' | 'involuntary' | undefined;
}

/** The change of a customer in a month: `none` without revenue at its beginning and at its end. */
export type CustomerChange = 'new' | 'returned' | 'kept' | 'lost' | 'none';

/** A customer of one currency in a month; past due or not. Amounts in cents. */
export interface CustomerMonth {
  readonly account_id: string;
  readonly currency: string;
  /** The month of the first revenue. */
  readonly cohort: string;
  readonly change: CustomerChange;
  /** The revenue at the beginning and at the end of the month. */
  readonly opening: number;
  readonly closing: number;
  /** The revenue at the beginning of the month of subscriptions that ended in it and have none any more. */
  readonly canceled: number;
  readonly not_paid: number;
}

class Customer {
  readonly account_id: string;
  readonly currency: string;
  readonly cohort: string;
  #opening = 0;
  #closing = 0;
  #isKnown = false;
  readonly #subscriptions = new Map<string, SubscriptionRevenue>();

  constructor(account_id: string, currency: string, cohort: string) {
    this.account_id = account_id;
    this.currency = currency;
    this.cohort = cohort;
  }

  begin(): void {
    this.#opening = this.#closing;
    this.#isKnown = true;
    for (const [id, subscription] of this.#subscriptions) {
      if (subscription.closing === 0) this.#subscriptions.delete(id);
      subscription.opening = subscription.closing;
      subscription.ended = undefined;
    }
  }

  move({ subscription_id, kind, amount_in_cents }: MrrMovement): void {
    this.#closing += amount_in_cents;
    const subscription = this.#subscriptions.get(subscription_id) ?? { opening: 0, closing: 0 };
    this.#subscriptions.set(subscription_id, subscription);
    subscription.closing += amount_in_cents;
    if (kind === 'churn_voluntary') subscription.ended = 'voluntary';
    if (kind === 'churn_involuntary') subscription.ended = 'involuntary';
  }

  end(): CustomerMonth {
    const { account_id, currency, cohort } = this;
    return {
      ...{ account_id, currency, cohort, change: this.#change() },
      opening: this.#opening,
      closing: this.#closing,
      canceled: this.#lostBy('voluntary'),
      not_paid: this.#lostBy('involuntary'),
    };
  }

  #change(): CustomerChange {
    if (this.#opening === 0 && this.#closing === 0) return 'none';
    if (this.#opening === 0) return this.#isKnown ? 'returned' : 'new';
    return this.#closing === 0 ? 'lost' : 'kept';
  }

  #lostBy(cause: 'voluntary' | 'involuntary'): number {
    let lost = 0;
    for (const { opening, closing, ended } of this.#subscriptions.values()) {
      if (ended === cause && closing === 0) lost += opening;
    }
    return lost;
  }
}

/** Returns each month of a period with all customers that have ever had revenue, those of the first cohorts first. */
export async function* customerMonths(
  records: Records,
  site: Site,
  period: ReportPeriod,
  at: Seconds,
): AsyncGenerator<{ readonly month: ReportMonth; readonly customers: Iterable<CustomerMonth> }, void> {
  const all = new Map<string, Customer>();
  for (const { month, movements } of movementsByMonth(records, monthsOf(site, period, at))) {
    for (const customer of all.values()) customer.begin();
    for await (const movement of movements) {
      const { account_id, currency } = movement;
      const key = `${account_id} ${currency}`;
      const customer = all.get(key) ?? new Customer(account_id, currency, month?.month ?? monthIn(site, movement.at));
      all.set(key, customer);
      customer.move(movement);
    }
    if (month) yield { month, customers: all.values().map((customer) => customer.end()) };
  }
}
