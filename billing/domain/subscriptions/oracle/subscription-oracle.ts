/** An independent model of a subscription and the effects of operations on it. */
import type { Use } from './billing.ts';
import { boundaryAt, further, moment } from './calendar.ts';
import type { Change, Event, History, Operation, Portion, ProrationMode, Sold } from './history.ts';
import { differences, endsUsage, inCycle, isSame, productsOf, totalOf, usageOf } from './sold.ts';
import { Timeline, WHOLE } from './timeline.ts';

/** The portions of a change; a new period is charged whatever a site says, unless the request says no charge. */
interface Billed {
  readonly charge: Portion;
  readonly credit: Portion;
  readonly period?: Portion;
}

const OF_SITE: Readonly<Record<ProrationMode, Billed>> = {
  prorate: { charge: 'prorated_amount', credit: 'prorated_amount' },
  at_renewal: { charge: 'prorated_amount', credit: 'prorated_amount' },
  full: { charge: 'full_amount', credit: 'full_amount' },
  none: { charge: 'none', credit: 'none', period: 'full_amount' },
};

/** Returns the events that the rules give a history. */
export const oracleOfHistory = (history: History): Event[] => {
  const life = new Life(history);
  life.live(history);
  return life.events;
};

/** Each operation returns false where it is refused. */
class Life extends Timeline {
  live({ operations, until }: History): void {
    for (const { at, operation } of operations) {
      this.crossUntil(at);
      if (this.state !== 'removed') this.record(at, operation.do, !this.operate(at, operation));
    }
    this.crossUntil(until);
  }

  private operate(at: number, operation: Operation): boolean {
    switch (operation.do) {
      case 'change':
        return this.change(at, operation);
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
      case 'refund':
        return this.billing.refundUnits(operation.back, operation.thousandths);
      case 'use':
        return this.use({ code: operation.code, at, amount: operation.amount });
      case 'terminate':
        if (this.state === 'expired' || this.state === 'future') return false;
        this.refund(at, operation.refund);
        this.expire(at, operation.charge);
        this.canceledAt = at;
        return true;
    }
  }

  /** The period of a paused subscription was not billed, so nothing of it is left. */
  private refund(at: number, refund: 'none' | 'partial' | 'full'): void {
    if (refund === 'full') this.billing.refund(this.termStart, 'whole');
    if (refund === 'partial' && this.state !== 'paused') this.billing.refund(this.termStart, this.leftOfInterval(at));
  }

  private use(use: Use): boolean {
    const isRunning = this.state === 'active' || this.state === 'canceled';
    if (!isRunning || !usageOf(this.sold).some((addOn) => addOn.code === use.code)) return false;
    this.billing.use(use);
    return true;
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

  private change(at: number, { to: asked, timeframe, billed }: Change): boolean {
    if (this.state === 'expired') return false;
    const to = inCycle(asked, asked.plan === this.sold.plan ? this.paid : 1);
    if (!this.modifies(to)) {
      this.pending = null;
      return true;
    }
    const prorating = totalOf(to) >= totalOf(this.sold) ? this.history.upgrades : this.history.downgrades;
    const paid = (this.state === 'active' || this.state === 'canceled') && !this.inTrial(at);
    const waits = paid && prorating === 'at_renewal' && billed === null;
    if ((timeframe === 'now' && !waits) || this.state === 'future') {
      if (this.state === 'paused') this.resume(at, to);
      else this.changeNow(at, to, billed ?? OF_SITE[prorating]);
      return true;
    }
    const legacy = (this.cycles ?? 1) > 1 ? 'bill_date' : 'term_end';
    const later = timeframe === 'now' ? 'bill_date' : timeframe;
    this.pending = { to, at: later === 'renewal' ? legacy : later };
    this.autoRenew = true;
    return true;
  }

  private changeNow(at: number, to: Sold, { charge, credit, period = charge }: Billed): void {
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
    const rest = this.leftOfInterval(at);
    const part = (portion: Portion) => (portion === 'full_amount' ? WHOLE : rest);
    if (restarts) {
      const withPeriod = this.expiresAt === moment(this.periodEnd);
      this.billUsage(at);
      if (credit !== 'none') {
        for (const [what, cents] of productsOf(from)) this.billing.credit(from, what, cents, part(credit));
      }
      this.billing.creditFees();
      this.agree(to);
      this.countCycle(at);
      this.beginTerm(at, this.cycles);
      this.periodStart = at;
      this.periodEnd = further(boundaryAt(at), to.interval);
      this.regular = true;
      this.showTermEnd();
      if (this.expiresAt !== null) this.expiresAt = withPeriod ? moment(this.periodEnd) : this.termEnd;
      if (period === 'none') this.billing.begin();
      else this.billPeriod(WHOLE);
      return;
    }
    this.billUsage(at, (code) => endsUsage(code, from, to));
    this.agree(to);
    if (from.plan !== to.plan) this.countCycle(at);
    else this.price(at);
    const charges: [what: string, cents: number][] = [];
    for (const [what, was, is] of differences(from, to)) {
      if (was > 0 && credit !== 'none') this.billing.credit(from, what, was, part(credit));
      if (is > 0 && charge !== 'none') charges.push([what.startsWith('plan ') ? `plan ${to.plan}` : what, is]);
    }
    const span = { from: at, to: moment(this.periodEnd) };
    for (const [what, cents] of charges) this.billing.part(what, span, cents, part(charge));
    if (!isSame(from.shipping, to.shipping)) {
      this.billing.creditFees();
      this.billing.fee(to, span);
    }
  }

  private modifies(to: Sold): boolean {
    return !isSame({ ...this.sold, cycles: null, setupFee: 0 }, { ...to, cycles: null, setupFee: 0 });
  }
}
