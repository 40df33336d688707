/**
 * The time of an independent model of a subscription, written from the rules in docs/lifecycles.md and
 * docs/pricing-and-proration.md. It is slow and simple, and shares no code with the transitions, so that an error in
 * one is not repeated in the other. Periods are counted from their anchor, terms by counting cycles, amounts as exact
 * fractions.
 */
import { type Fraction, fraction, whole } from '../../../values/price/oracle/fraction.ts';
import { Billing } from './billing.ts';
import { after, type Boundary, boundaryAt, further, moment } from './calendar.ts';
import type { Event, History, Sold, Standing } from './history.ts';
import { mrrOf } from './mrr.ts';
import { inCycle, isSameInterval } from './sold.ts';

export interface Pending {
  readonly to: Sold;
  readonly at: 'bill_date' | 'term_end';
}

type Phase = Standing['state'];

export const WHOLE: Fraction = whole(1);

export class Timeline {
  readonly events: Event[] = [];
  protected readonly billing: Billing;

  protected state: Phase = 'future';
  protected sold: Sold;
  /** Paid cycles of the plan so far, the current one included. */
  protected paid = 0;
  /** The moments at which the prices of a ramp began to apply, by the cycles that they start with. */
  protected begun = new Map<string, number>();
  /** Cycles of the current term, and of the terms that follow it. */
  protected cycles: number | null;
  protected renewalCycles: number | null;
  protected autoRenew: boolean;
  protected pending: Pending | null = null;
  protected trialEnds: number | null = null;
  protected canceledAt: number | null = null;
  protected expiresAt: number | null = null;
  protected pausedAt: number | null = null;
  protected pauseCycles: number | null = null;

  protected startsAt: number;
  protected periodStart = 0;
  /** The end of the current period, as a boundary from which the later ones are counted. */
  protected periodEnd: Boundary;
  /** Whether the current period started on a boundary of its anchor. */
  protected regular = true;
  protected termStart = 0;
  /** The end of the term as shown; it is not recomputed while the subscription is paused. */
  protected termEnd = 0;
  /** Cycles still to be billed after the current period, of a term without a count those of its one cycle. */
  protected left = 0;

  protected readonly history: History;

  constructor(history: History) {
    this.history = history;
    this.billing = new Billing(history);
    const { createdAt, startsAt, trial, firstBill, sold } = history;
    this.sold = inCycle(sold, 1);
    this.cycles = history.ownCycles ?? sold.cycles;
    this.renewalCycles = history.renewalCycles ?? sold.cycles ?? this.cycles;
    this.autoRenew = history.autoRenew;
    this.startsAt = startsAt ?? createdAt;
    if (trial) this.trialEnds = firstBill ?? after(this.startsAt, trial);
    this.periodEnd = boundaryAt(this.trialEnds ?? firstBill ?? this.startsAt);
    if (startsAt === null) this.start();
    this.record(createdAt, 'sale');
  }

  // Time

  protected crossUntil(until: number): void {
    for (;;) {
      const boundary = this.nextBoundary();
      if (boundary === null || boundary > until) return;
      this.cross(boundary);
      this.record(boundary, 'boundary');
    }
  }

  protected nextBoundary(): number | null {
    if (this.state === 'expired' || this.state === 'removed') return null;
    if (this.state === 'future') return this.startsAt;
    return Math.min(moment(this.periodEnd), this.expiresAt ?? Number.POSITIVE_INFINITY);
  }

  /** Crosses the boundaries at a moment in the order of the rules: cancellation, pause, end of the term, renewal. */
  protected cross(at: number): void {
    const { state, pauseCycles } = this;
    if (state === 'future') {
      this.start();
    } else if (state === 'paused' && (pauseCycles ?? 0) <= 1) {
      this.resume(at);
    } else if (state === 'paused') {
      this.pauseCycles = pauseCycles! - 1;
      this.skipPeriod();
    } else if (state === 'canceled' && this.expiresAt === at) {
      this.expire(at);
    } else if (this.pausedAt !== null) {
      this.billUsage(at);
      this.state = 'paused';
      this.skipPeriod();
    } else if (this.left === 0 && !this.autoRenew) {
      this.expire(at);
    } else {
      this.billUsage(at);
      this.nextPeriod();
    }
  }

  protected start(): void {
    const at = this.startsAt;
    const trial = this.trialEnds !== null;
    this.state = 'active';
    this.periodStart = at;
    this.termStart = at;
    this.regular = moment(this.periodEnd) === at;
    if (this.regular) this.periodEnd = further(this.periodEnd, this.sold.interval);
    this.left = (this.cycles ?? 1) - (trial ? 0 : 1);
    this.showTermEnd();
    if (!trial) this.countCycle(at);
    this.billing.setupFee(this.sold, at);
    this.billPeriod(trial ? 'trial' : this.leftOfInterval(at));
  }

  /** Starts the following period: in a new term if the old one is over, and with the pending change. */
  protected nextPeriod(): void {
    const { pending, left, sold } = this;
    const at = moment(this.periodEnd);
    const termOver = left === 0;
    const applies = this.state !== 'canceled' && pending !== null && (pending.at === 'bill_date' || termOver);
    const restarts = applies && this.restarts(pending.to);
    if (applies) {
      this.agree(pending.to);
      const months = sold.interval.unit === 'months' && pending.to.interval.unit === 'months';
      if (!months && !isSameInterval(sold, pending.to)) this.periodEnd = boundaryAt(at);
    }
    if (restarts) this.beginTerm(at, this.cycles);
    else if (termOver) this.beginTerm(at, this.renewalCycles ?? this.cycles);
    else this.left -= 1;
    this.periodStart = at;
    this.periodEnd = further(this.periodEnd, this.sold.interval);
    this.regular = true;
    this.countCycle(at);
    this.showTermEnd();
    this.billPeriod(WHOLE);
  }

  protected beginTerm(at: number, cycles: number | null): void {
    this.cycles = cycles;
    this.left = (cycles ?? 1) - 1;
    this.termStart = at;
  }

  protected skipPeriod(): void {
    this.periodStart = moment(this.periodEnd);
    this.periodEnd = further(this.periodEnd, this.sold.interval);
    this.billing.begin();
  }

  /** Continues the term with its remaining cycles; if there are none, starts a new term or expires the subscription. */
  protected resume(at: number, to?: Sold): void {
    if (at < moment(this.periodEnd)) this.periodEnd = boundaryAt(at);
    if (to) this.pending = { to, at: 'bill_date' };
    if (!to && this.left === 0 && !this.autoRenew) {
      this.showTermEnd();
      this.expire(at);
    } else {
      this.state = 'active';
      this.pausedAt = null;
      this.pauseCycles = null;
      this.nextPeriod();
    }
  }

  protected expire(at: number, billsUsage = true): void {
    if (billsUsage) this.billUsage(at);
    this.state = 'expired';
    this.expiresAt = at;
    this.pending = null;
    this.pausedAt = null;
    this.pauseCycles = null;
  }

  /** Sets the agreement from now on. A new plan sets its cycle count, which the plan's renewal count follows. */
  protected agree(to: Sold): void {
    if (to.plan !== this.sold.plan) {
      if (this.renewalCycles === this.cycles) this.renewalCycles = to.cycles;
      this.cycles = to.cycles;
      this.paid = 0;
      this.begun = new Map();
    }
    this.sold = inCycle(to, this.paid);
    this.pending = null;
  }

  /** Counts the paid cycle that begins now, which may have another price. */
  protected countCycle(at: number): void {
    this.paid += 1;
    this.price(at);
  }

  /** Sets the price of the current cycle, and notes which prices have begun. */
  protected price(at: number): void {
    this.sold = inCycle(this.sold, this.paid);
    const past = this.sold.ramp.filter(({ from }) => from <= this.paid);
    for (const { from } of past) if (!this.begun.has(`${from}`)) this.begun.set(`${from}`, at);
    const kept = new Set(past.map(({ from }) => `${from}`));
    this.begun = new Map([...this.begun].filter(([from]) => kept.has(from)));
  }

  protected restarts(to: Sold): boolean {
    const anotherCount = to.plan !== this.sold.plan && to.cycles !== this.cycles;
    return anotherCount || !isSameInterval(this.sold, to);
  }

  // Money

  protected leftOfInterval(at: number): Fraction {
    const { interval } = this.sold;
    const end = moment(this.periodEnd);
    const start = this.periodStart;
    // A regular period is exactly one interval of its anchor, whatever moves its end afterwards.
    const length = (this.regular ? end : after(start, interval)) - start;
    return fraction(BigInt(end - at), BigInt(length));
  }

  protected billPeriod(part: Fraction | 'trial'): void {
    this.billing.period(this.sold, { from: this.periodStart, to: moment(this.periodEnd) }, part);
  }

  protected billUsage(until: number, of: (code: string) => boolean = () => true): void {
    if (this.state === 'paused' || this.onTrialPeriod()) return;
    this.billing.usage(this.sold, { from: this.periodStart, to: until }, this.termStart, of);
  }

  // The state it shows

  /** Live, its trial over, and not paused. */
  private earns(): boolean {
    return (this.state === 'active' || this.state === 'canceled') && !this.onTrialPeriod();
  }

  protected inTrial(at: number): boolean {
    return this.state !== 'future' && this.trialEnds !== null && at < this.trialEnds;
  }

  protected onTrialPeriod(): boolean {
    return this.trialEnds !== null && this.periodStart < this.trialEnds;
  }

  protected showTermEnd(): void {
    this.termEnd = moment(further(this.periodEnd, this.sold.interval, this.left));
  }

  protected nextBill(): number | null {
    if (this.state === 'future') return this.startsAt;
    if (this.state === 'active') return moment(this.periodEnd);
    if (this.state !== 'paused') return null;
    return moment(further(this.periodEnd, this.sold.interval, Math.max(0, (this.pauseCycles ?? 1) - 1)));
  }

  /** The dates of a ramp, as far as nothing changes them and the subscription lasts. */
  private rampStarts(): (number | null)[] {
    const end = this.state === 'removed' ? 0 : (this.expiresAt ?? Number.POSITIVE_INFINITY);
    const next = this.nextPaid();
    return this.sold.ramp.map(({ from }) => {
      const begun = this.begun.get(`${from}`);
      if (begun !== undefined) return begun;
      const first = Math.max(this.paid, this.state === 'future' && this.trialEnds === null ? 1 : 0);
      const starts = from <= first ? this.startsAt : moment(further(next, this.sold.interval, from - first - 1));
      return starts < end ? starts : null;
    });
  }

  /** The beginning of the next paid period. */
  private nextPaid(): Boundary {
    if (this.state === 'future' && this.trialEnds === null && moment(this.periodEnd) === this.startsAt) {
      return further(this.periodEnd, this.sold.interval);
    }
    if (this.pausedAt === null) return this.periodEnd;
    const skipped = this.pauseCycles ?? 1;
    return further(this.periodEnd, this.sold.interval, this.state === 'paused' ? Math.max(0, skipped - 1) : skipped);
  }

  protected record(at: number, what: Event['what'], refused = false): void {
    const begun = this.state !== 'future' && this.state !== 'removed';
    this.events.push({
      at,
      what,
      refused,
      ...this.billing.take(at, what === 'refund'),
      after: {
        state: this.state,
        plan: this.sold.plan,
        price: this.sold.price,
        mrr: this.earns() ? mrrOf(this.sold, this.history) : 0,
        rampStarts: this.rampStarts(),
        period: begun ? [this.periodStart, moment(this.periodEnd)] : null,
        term: begun ? [this.termStart, this.termEnd] : null,
        remainingCycles: this.cycles === null ? null : begun ? this.left : this.cycles,
        autoRenew: this.autoRenew,
        trialEnds: this.trialEnds,
        canceledAt: this.canceledAt,
        expiresAt: this.expiresAt,
        pausedAt: this.pausedAt,
        pauseCycles: this.pauseCycles,
        nextBill: this.nextBill(),
        pending: this.pending !== null,
      },
    });
  }
}
