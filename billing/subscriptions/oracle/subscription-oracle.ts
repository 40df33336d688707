/**
 * An independent model of a subscription, written from the rules in docs/lifecycles.md and
 * docs/pricing-and-proration.md. It is slow and simple, and shares no code with the transitions, so that an error in
 * one is not repeated in the other. Periods are counted from their anchor, terms by counting cycles, amounts as exact
 * fractions.
 */
import { type Fraction, fraction, round, times, whole } from '../../price/oracle/fraction.ts';
import { after, type Boundary, boundaryAt, further, moment } from './calendar.ts';
import { Charges, isSome, priced } from './charges.ts';
import type { BilledLine, CreditedLine, Event, History, Operation, Prorating, Sold, Standing } from './history.ts';
import { differences, endsUsage, isSame, isSameInterval, productsOf, totalOf, usageOf } from './sold.ts';

interface Pending {
  readonly to: Sold;
  readonly at: 'bill_date' | 'term_end';
}

type Phase = Standing['state'];

export const oracleOfHistory = (history: History): Event[] => new Life(history).events;

const WHOLE: Fraction = whole(1);

class Life {
  readonly events: Event[] = [];
  private readonly charges = new Charges();
  private billed: BilledLine[] = [];
  private credited: CreditedLine[] = [];

  private state: Phase = 'future';
  private sold: Sold;
  /** Cycles of the current term, and of the terms that follow it. */
  private cycles: number | null;
  private renewalCycles: number | null;
  private autoRenew: boolean;
  private pending: Pending | null = null;
  private trialEnds: number | null = null;
  private canceledAt: number | null = null;
  private expiresAt: number | null = null;
  private pausedAt: number | null = null;
  private pauseCycles: number | null = null;

  private startsAt: number;
  private periodStart = 0;
  /** The end of the current period, as a boundary from which the later ones are counted. */
  private periodEnd: Boundary;
  /** Whether the current period started on a boundary of its anchor. */
  private regular = true;
  private termStart = 0;
  /** The end of the term as shown; it is not recomputed while the subscription is paused. */
  private termEnd = 0;
  /** Cycles still to be billed after the current period, of a term without a count those of its one cycle. */
  private left = 0;

  private readonly history: History;

  constructor(history: History) {
    this.history = history;
    const { createdAt, startsAt, trial, firstBill, sold } = history;
    this.sold = sold;
    this.cycles = history.ownCycles ?? sold.cycles;
    this.renewalCycles = history.renewalCycles ?? sold.cycles ?? this.cycles;
    this.autoRenew = history.autoRenew;
    this.startsAt = startsAt ?? createdAt;
    if (trial) this.trialEnds = firstBill ?? after(this.startsAt, trial);
    this.periodEnd = boundaryAt(this.trialEnds ?? firstBill ?? this.startsAt);
    if (startsAt === null) this.start();
    this.record(createdAt, 'sale');

    for (const { at, operation } of history.operations) {
      this.crossUntil(at);
      if (this.state !== 'removed') this.record(at, operation.do, !this.operate(at, operation));
    }
    this.crossUntil(history.until);
  }

  // Time

  private crossUntil(until: number): void {
    for (;;) {
      const boundary = this.nextBoundary();
      if (boundary === null || boundary > until) return;
      this.cross(boundary);
      this.record(boundary, 'boundary');
    }
  }

  private nextBoundary(): number | null {
    if (this.state === 'expired' || this.state === 'removed') return null;
    if (this.state === 'future') return this.startsAt;
    return Math.min(moment(this.periodEnd), this.expiresAt ?? Number.POSITIVE_INFINITY);
  }

  /** In the order of the rules: cancellation, pause, end of the term, renewal. */
  private cross(at: number): void {
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

  private start(): void {
    const at = this.startsAt;
    const trial = this.trialEnds !== null;
    this.state = 'active';
    this.periodStart = at;
    this.termStart = at;
    this.regular = moment(this.periodEnd) === at;
    if (this.regular) this.periodEnd = further(this.periodEnd, this.sold.interval);
    this.left = (this.cycles ?? 1) - (trial ? 0 : 1);
    this.showTermEnd();
    this.bill({ what: `setup_fee ${this.sold.plan}`, from: at, to: null, ...this.price(this.sold.setupFee) });
    this.billPeriod(trial ? 'trial' : this.leftOfInterval(at));
  }

  /** Starts the following period: in a new term if the old one is over, and with the pending change. */
  private nextPeriod(): void {
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
    this.showTermEnd();
    this.billPeriod(WHOLE);
  }

  private beginTerm(at: number, cycles: number | null): void {
    this.cycles = cycles;
    this.left = (cycles ?? 1) - 1;
    this.termStart = at;
  }

  private skipPeriod(): void {
    this.periodStart = moment(this.periodEnd);
    this.periodEnd = further(this.periodEnd, this.sold.interval);
    this.charges.begin();
  }

  /** Continues the term with its remaining cycles; if there are none, starts a new term or expires the subscription. */
  private resume(at: number, to?: Sold): void {
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

  private expire(at: number, billsUsage = true): void {
    if (billsUsage) this.billUsage(at);
    this.state = 'expired';
    this.expiresAt = at;
    this.pending = null;
    this.pausedAt = null;
    this.pauseCycles = null;
  }

  // Operations: false where one is refused

  private operate(at: number, operation: Operation): boolean {
    switch (operation.do) {
      case 'change':
        return this.change(at, operation.to, operation.timeframe);
      case 'postpone':
        return this.postpone(operation.to);
      case 'pause':
        return this.pause(at, operation.cycles);
      case 'resume':
        if (this.state !== 'paused') return false;
        this.resume(at);
        return true;
      case 'cancel':
        return this.cancel(at, operation.timeframe);
      case 'reactivate':
        if (this.state !== 'canceled') return false;
        this.state = 'active';
        this.canceledAt = null;
        this.expiresAt = null;
        this.autoRenew = true;
        return true;
      case 'convert trial':
        return this.convertTrial(at);
      case 'terminate':
        if (this.state === 'expired' || this.state === 'future') return false;
        this.expire(at, operation.charge);
        this.canceledAt = at;
        return true;
    }
  }

  private cancel(at: number, timeframe: 'bill_date' | 'term_end'): boolean {
    if (this.state === 'future') {
      this.state = 'removed';
      return true;
    }
    if (this.state !== 'active') return false;
    this.state = 'canceled';
    this.canceledAt = at;
    this.expiresAt = timeframe === 'term_end' && !this.inTrial(at) ? this.termEnd : moment(this.periodEnd);
    this.pausedAt = null;
    this.pauseCycles = null;
    return true;
  }

  private pause(at: number, cycles: number): boolean {
    const scheduled = this.state === 'active' && this.pausedAt !== null;
    if (this.state === 'paused') {
      this.pauseCycles = cycles;
      return true;
    }
    if (scheduled && cycles === 0) {
      this.pausedAt = null;
      this.pauseCycles = null;
      return true;
    }
    if (this.state !== 'active' || this.inTrial(at) || cycles === 0) return false;
    this.pausedAt = moment(this.periodEnd);
    this.pauseCycles = cycles;
    return true;
  }

  private postpone(to: number): boolean {
    if (this.state !== 'active') return false;
    if (this.onTrialPeriod()) this.trialEnds = to;
    this.periodEnd = boundaryAt(to);
    this.regular = false;
    if (this.pausedAt !== null) this.pausedAt = to;
    this.showTermEnd();
    return true;
  }

  private convertTrial(at: number): boolean {
    if (this.state !== 'active' || !this.inTrial(at)) return false;
    this.trialEnds = at;
    this.periodEnd = boundaryAt(at);
    this.nextPeriod();
    return true;
  }

  private change(at: number, to: Sold, timeframe: 'now' | Pending['at'] | 'renewal'): boolean {
    if (this.state === 'expired') return false;
    if (!this.modifies(to)) {
      this.pending = null;
      return true;
    }
    const prorating = totalOf(to) >= totalOf(this.sold) ? this.history.upgrades : this.history.downgrades;
    const paid = (this.state === 'active' || this.state === 'canceled') && !this.inTrial(at);
    const waits = paid && prorating === 'at_renewal';
    if ((timeframe === 'now' && !waits) || this.state === 'future') {
      if (this.state === 'paused') this.resume(at, to);
      else this.changeNow(at, to, prorating);
      return true;
    }
    const legacy = (this.cycles ?? 1) > 1 ? 'bill_date' : 'term_end';
    const later = timeframe === 'now' ? 'bill_date' : timeframe;
    this.pending = { to, at: later === 'renewal' ? legacy : later };
    this.autoRenew = true;
    return true;
  }

  private changeNow(at: number, to: Sold, prorating: Prorating): void {
    const { sold: from, cycles } = this;
    const restarts = this.restarts(to);
    this.pausedAt = null;
    this.pauseCycles = null;
    if (this.state === 'future' || this.inTrial(at)) {
      this.agree(to);
      if (this.cycles !== cycles) this.left = this.cycles ?? 1;
      if (this.state !== 'future') this.showTermEnd();
      return;
    }
    const left = prorating === 'full' ? WHOLE : this.leftOfInterval(at);
    const isBilled = prorating !== 'none';
    if (restarts) {
      const withPeriod = this.expiresAt === moment(this.periodEnd);
      this.billUsage(at);
      if (isBilled) for (const [what, cents] of productsOf(from)) this.credit(from, what, cents, left);
      this.agree(to);
      this.beginTerm(at, this.cycles);
      this.periodStart = at;
      this.periodEnd = further(boundaryAt(at), to.interval);
      this.regular = true;
      this.showTermEnd();
      if (this.expiresAt !== null) this.expiresAt = withPeriod ? moment(this.periodEnd) : this.termEnd;
      this.billPeriod(WHOLE);
      return;
    }
    this.billUsage(at, (code) => endsUsage(code, from, to));
    this.agree(to);
    if (!isBilled) return;
    const charges: [what: string, cents: number][] = [];
    for (const [what, was, is] of differences(from, to)) {
      if (was > 0) this.credit(from, what, was, left);
      if (is > 0) charges.push([what.startsWith('plan ') ? `plan ${to.plan}` : what, is]);
    }
    for (const [what, cents] of charges) this.billPart(what, cents, at, left);
  }

  /** Sets the agreement from now on. A new plan sets its cycle count, which the plan's renewal count follows. */
  private agree(to: Sold): void {
    if (to.plan !== this.sold.plan) {
      if (this.renewalCycles === this.cycles) this.renewalCycles = to.cycles;
      this.cycles = to.cycles;
    }
    this.sold = to;
    this.pending = null;
  }

  private restarts(to: Sold): boolean {
    const anotherCount = to.plan !== this.sold.plan && to.cycles !== this.cycles;
    return anotherCount || !isSameInterval(this.sold, to);
  }

  private modifies(to: Sold): boolean {
    return !isSame({ ...this.sold, cycles: null, setupFee: 0 }, { ...to, cycles: null, setupFee: 0 });
  }

  // Money

  private leftOfInterval(at: number): Fraction {
    const { interval } = this.sold;
    const end = moment(this.periodEnd);
    const start = this.periodStart;
    // A regular period is exactly one interval of its anchor, whatever moves its end afterwards.
    const length = (this.regular ? end : after(start, interval)) - start;
    return fraction(BigInt(end - at), BigInt(length));
  }

  private price(gross: number) {
    return priced(gross, this.history);
  }

  private bill(line: BilledLine): void {
    if (line.gross > 0 || isFree(line)) this.billed.push(line);
  }

  private billPeriod(part: Fraction | 'trial'): void {
    this.charges.begin();
    const [from, to] = [this.periodStart, moment(this.periodEnd)];
    for (const [what, cents] of productsOf(this.sold)) {
      if (part === 'trial') {
        this.bill({ what: what.replace(' ', '_trial '), from, to, gross: 0, discount: 0, tax: 0 });
        continue;
      }
      const line = { what, from, to, ...this.price(round(times(whole(cents), part))) };
      this.bill(line);
      this.charges.add(line, cents, part);
    }
  }

  private billPart(what: string, cents: number, from: number, left: Fraction): void {
    if (!isSome(left)) return;
    const line = { what, from, to: moment(this.periodEnd), ...this.price(round(times(whole(cents), left))) };
    this.bill(line);
    this.charges.add(line, cents, left);
  }

  private credit(from: Sold, what: string, cents: number, left: Fraction): void {
    const isOf = (charged: string) => (what.startsWith('plan ') ? charged.startsWith('plan ') : charged === what);
    const price = new Map(productsOf(from)).get(what) ?? 0;
    this.credited.push(...this.charges.credit(isOf, price, cents, left));
  }

  private billUsage(until: number, of: (code: string) => boolean = () => true): void {
    if (this.state === 'paused' || this.onTrialPeriod()) return;
    for (const { code } of usageOf(this.sold).filter(({ code }) => of(code))) {
      this.bill({ what: `usage ${code}`, from: this.periodStart, to: until, gross: 0, discount: 0, tax: 0 });
    }
  }

  // What it shows

  private inTrial(at: number): boolean {
    return this.state !== 'future' && this.trialEnds !== null && at < this.trialEnds;
  }

  private onTrialPeriod(): boolean {
    return this.trialEnds !== null && this.periodStart < this.trialEnds;
  }

  private showTermEnd(): void {
    this.termEnd = moment(further(this.periodEnd, this.sold.interval, this.left));
  }

  private nextBill(): number | null {
    if (this.state === 'future') return this.startsAt;
    if (this.state === 'active') return moment(this.periodEnd);
    if (this.state !== 'paused') return null;
    return moment(further(this.periodEnd, this.sold.interval, Math.max(0, (this.pauseCycles ?? 1) - 1)));
  }

  private record(at: number, what: Event['what'], refused = false): void {
    const begun = this.state !== 'future' && this.state !== 'removed';
    this.events.push({
      at,
      what,
      refused,
      billed: this.billed,
      credited: this.credited,
      after: {
        state: this.state,
        plan: this.sold.plan,
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
    this.billed = [];
    this.credited = [];
  }
}

/** Lines of a trial, and of usage, whose quantity the oracle does not compute. */
const isFree = ({ what }: BilledLine): boolean => /_trial |^usage /.test(what);
