import type { ChargesAfterEnd } from '@service/billing/domain/mail/facts.ts';
import { resumeAt } from '@service/billing/domain/subscriptions/pause.ts';
import { inTrial } from '@service/billing/domain/subscriptions/periods.ts';
import { periodPrice } from '@service/billing/domain/subscriptions/products.ts';
import type { AgreedPlan, ShownSubscription } from '@service/billing/domain/subscriptions/record.ts';
import type { PreviewedRenewal } from '@service/billing/usecases/subscriptions/preview-renewal.ts';
import type { Seconds } from '@service/billing/values/time.ts';
import { html, type Markup } from '../../../documents/html.ts';
import { formatsOf, isPaidByParent, type Visit } from '../visit.ts';
import { chargesSaid } from './charges-said.ts';
import { discountsAndTaxes } from './discounts-and-taxes.ts';

/** A subscription with the invoice that it will cause next, if there is one. */
export interface Shown {
  readonly subscription: ShownSubscription;
  readonly renewal: PreviewedRenewal | undefined;
  /** The charges that remain after it was canceled. */
  readonly charges?: ChargesAfterEnd | undefined;
}

export type Status = 'active' | 'trial' | 'pastDue' | 'canceled' | 'paused' | 'future' | 'expired';

export const subscriptionStatus = (subscription: ShownSubscription, at: Seconds, pastDue: boolean): Status => {
  if (subscription.state !== 'active') return subscription.state as Status;
  if (pastDue) return 'pastDue';
  return inTrial(subscription, at) ? 'trial' : 'active';
};

/** `2 × Gold`. */
export const planName = (visit: Visit, { plan_name, quantity }: AgreedPlan, currency: string): string =>
  quantity > 1 ? visit.words.times(formatsOf(visit, currency).quantity(quantity), plan_name) : plan_name;

/** `$20.00 every month`: the plan and its fixed add-ons, before discounts and taxes. */
export const agreedPriceText = (
  visit: Visit,
  agreed: Pick<AgreedPlan, 'interval_unit' | 'interval_length'> & AgreedPlan,
  currency: string,
): string =>
  visit.words.perEvery(
    formatsOf(visit, currency).money(periodPrice(agreed)),
    visit.words.every(agreed.interval_unit, agreed.interval_length),
  );

/** Returns sentences about what happens to a subscription next: the most important one first. */
export const outlookOf = (visit: Visit, { subscription, renewal, charges }: Shown): string[] => {
  const { words, caller } = visit;
  const { date } = formatsOf(visit, subscription.currency);
  const { state, expires_at, trial_ends_at, starts_at, paused_at, pending, current_period_ends_at } = subscription;
  const resumes = resumeAt(subscription);
  const sentences: string[] = [];
  if (state === 'canceled' && expires_at !== null) {
    return [words.cancel.until(date(expires_at)), ...(charges ? chargesSaid(visit, charges) : [])];
  }
  if (state === 'expired') return [words.endedOn(date(expires_at ?? current_period_ends_at ?? caller.at))];
  if (state === 'future' && starts_at !== null) sentences.push(words.startsOn(date(starts_at)));
  if (inTrial(subscription, caller.at) && trial_ends_at !== null) sentences.push(words.trialUntil(date(trial_ends_at)));
  if (state === 'paused' && resumes !== null) sentences.push(words.pausedUntil(date(resumes)));
  if (state === 'active' && paused_at !== null && resumes !== null) {
    sentences.push(words.pausesOn(date(paused_at), date(resumes)));
  }
  if (pending) {
    const at = pending.at === 'term_end' ? subscription.current_term_ends_at : current_period_ends_at;
    sentences.push(words.changesOn(date(at ?? caller.at), planName(visit, pending, subscription.currency)));
  }
  if (!renewal && state === 'active') {
    sentences.push(words.doesNotRenew(date(subscription.current_term_ends_at ?? current_period_ends_at ?? caller.at)));
  }
  return sentences;
};

/** The amount and the date of the next invoice, as the calculator of invoices says, with its discounts and taxes. */
export const nextPayment = (visit: Visit, { subscription, renewal }: Shown): Markup | '' => {
  if (!renewal?.draft.charge) return '';
  const { words } = visit;
  const { money, date } = formatsOf(visit, subscription.currency);
  const total = renewal.draft.charge.invoice.total_in_cents;
  // The credit of a parent is no concern of its children.
  const due = isPaidByParent(visit) ? total : renewal.draft.due;
  const credit = total - due;
  const difference = discountsAndTaxes(visit, renewal.draft);
  return html`<div><dt>${words.nextPayment}</dt>
<dd>${words.nextPaymentOn(money(due), date(renewal.at))}${difference ? html`<br>${difference}` : ''}${credit > 0 ? html`<br><span class="quiet">${words.fromCredit(money(credit))}</span>` : ''}${
    subscription.collection_method === 'manual' ? html`<br><span class="quiet">${words.manualNote}</span>` : ''
  }</dd></div>`;
};

/** The add-ons of a subscription, in a line. */
export const addOnsOf = (visit: Visit, { add_ons, currency }: ShownSubscription): Markup | '' => {
  if (add_ons.length === 0) return '';
  const { quantity } = formatsOf(visit, currency);
  const names = add_ons.map((addOn) => {
    const count = addOn.add_on_type === 'fixed' ? (addOn.quantity ?? 1) : 1;
    return count > 1 ? visit.words.times(quantity(count), addOn.name) : addOn.name;
  });
  const list = new Intl.ListFormat(visit.locale, { type: 'unit', style: 'short' }).format(names);
  return html`<div><dt>${visit.words.includes}</dt><dd>${list}</dd></div>`;
};
