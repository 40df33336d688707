/** The terms at which a life of the model buys: cents a period of so many months. */
export interface ModelPlan {
  readonly code: string;
  readonly price: number;
  readonly months: number;
  readonly trial: boolean;
}

type ModelState = 'none' | 'trial' | 'live' | 'paused';

/** The kinds of movements that lives have among them, where there are enough of them. */
export const MODEL_KINDS = [
  ...['new', 'expansion', 'contraction', 'churn_voluntary', 'churn_involuntary', 'reactivation', 'transfer'],
  ...['relocation', 'past_due', 'recovered'],
];

/**
 * The recurring revenue of one customer with one subscription at a time, as docs/console.md#recurring-revenue defines
 * it: slow and simple, and without any code of the service. It knows what was asked for, never what was recorded.
 */
export class MrrModel {
  /** The movements so far: `2027-03-01 new US 3000 0`, with the reason of a churn. */
  readonly moved: string[] = [];
  state: ModelState = 'none';
  plan: ModelPlan | undefined;
  country = 'US';
  pastDue = false;
  /** Whether the next charge is declined. */
  declines = false;
  /** The plan for the end of the period. */
  planned: 'nothing' | 'end' | 'pause' | 'fewer' = 'nothing';
  percentOff = 0;
  quantity = 1;
  #price = 0;
  /** Months until the period, the trial or the pause ends. */
  #left = 0;
  #pause = 0;
  #recorded = 0;

  /** Whether anything but a payment can be asked for. */
  get isFree(): boolean {
    return this.state === 'live' && this.planned === 'nothing' && !this.pastDue;
  }

  get price(): number {
    return this.#price;
  }

  buy(day: string, plan: ModelPlan): void {
    this.plan = plan;
    this.#price = plan.price;
    this.quantity = 1;
    this.planned = 'nothing';
    this.state = plan.trial ? 'trial' : 'live';
    this.#left = plan.trial ? 1 : plan.months;
    if (!plan.trial) this.#move(day, 'new');
  }

  /** The first of a month. */
  month(day: string): void {
    if (this.state === 'none') return;
    this.#left -= 1;
    if (this.#left > 0) return;
    if (this.state === 'trial') {
      if (this.planned === 'end') this.state = 'none';
      else this.#bill(day, 'new');
    } else if (this.state === 'paused') this.#bill(day, 'reactivation');
    else if (this.planned === 'end') this.end(day);
    else if (this.planned === 'pause') this.#rest(day);
    else {
      if (this.planned === 'fewer') {
        this.quantity -= 1;
        this.#move(day, 'contraction');
      }
      this.#bill(day);
    }
    this.planned = 'nothing';
  }

  end(day: string): void {
    this.state = 'none';
    this.planned = 'nothing';
    const [kind, reason] = this.pastDue
      ? (['churn_involuntary', ' not_paid'] as const)
      : (['churn_voluntary', ''] as const);
    this.#move(day, kind, reason);
    this.pastDue = false;
  }

  more(day: string): void {
    this.quantity += 1;
    this.#move(day, 'expansion');
  }

  raise(day: string, price: number): void {
    this.#price = price;
    this.#move(day, 'expansion');
  }

  upgrade(day: string, plan: ModelPlan): void {
    this.plan = plan;
    this.#price = plan.price;
    // Out of the one plan, into the other, and then what it costs more.
    const was = this.#recorded;
    this.#write(day, 'transfer', -was);
    this.#write(day, 'transfer', was);
    this.#move(day, 'expansion');
  }

  discount(day: string, percent: number): void {
    const before = this.percentOff;
    this.percentOff = percent;
    if (this.state === 'live') this.#move(day, percent > before ? 'contraction' : 'expansion');
  }

  planPause(cycles: number): void {
    this.planned = 'pause';
    this.#pause = cycles;
  }

  relocate(day: string, country: string): void {
    if (country === this.country) return;
    const was = this.#recorded;
    if (was !== 0) this.#write(day, 'relocation', -was, this.#owed(-was));
    this.country = country;
    if (was !== 0) this.#write(day, 'relocation', was, this.#owed(was));
  }

  pay(day: string): void {
    this.declines = false;
    if (!this.pastDue) return;
    this.pastDue = false;
    this.#write(day, 'recovered', 0, -this.#recorded);
  }

  /** The revenue of a month: the price of a period less the discount, by its months, each rounded once. */
  get #worth(): number {
    if (this.state !== 'live' || !this.plan) return 0;
    const gross = this.#price * this.quantity;
    return half(gross - half(gross * this.percentOff, 100), this.plan.months);
  }

  #bill(day: string, kind?: string): void {
    this.state = 'live';
    this.#left = this.plan?.months ?? 1;
    if (kind) this.#move(day, kind);
    if (!this.declines) return;
    this.pastDue = true;
    this.#write(day, 'past_due', 0, this.#recorded);
  }

  #rest(day: string): void {
    this.state = 'paused';
    this.#left = this.#pause * (this.plan?.months ?? 1);
    this.#move(day, 'churn_voluntary', ' paused');
  }

  /** Writes how the revenue has changed, if it has. */
  #move(day: string, kind: string, reason = ''): void {
    const change = this.#worth - this.#recorded;
    if (change === 0) return;
    this.#recorded += change;
    this.#write(day, kind, change, this.#owed(change), reason);
  }

  #owed(change: number): number {
    return this.pastDue ? change : 0;
  }

  #write(day: string, kind: string, change: number, owed = 0, reason = ''): void {
    this.moved.push(`${day} ${kind} ${this.country} ${change} ${owed}${reason}`);
  }
}

/** Rounds halves up. */
const half = (top: number, bottom: number): number => Math.floor((2 * top + bottom) / (2 * bottom));
