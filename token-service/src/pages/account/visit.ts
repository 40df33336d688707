import { payingParent } from '@service/billing/domain/accounts/account.ts';
import { inTimeZoneOf } from '@service/billing/domain/accounts/in-time-zone.ts';
import type { AccountRecord } from '@service/billing/domain/accounts/record.ts';
import type { Caller } from '@service/billing/ports/caller.ts';
import type { Site } from '@service/billing/resources/site.ts';
import type { AccountPageOffer } from '@service/billing/resources/site-settings.ts';
import type Koa from 'koa';
import type { AccountWords } from '../../documents/messages/en/account.ts';
import { formatsFor } from '../../documents/messages/formats.ts';
import type { Form } from '../../http/bodies/form.ts';
import type { RequestState } from '../../http/request.ts';

/** The language of a page, for signed-in customers and others. */
export interface Reader {
  readonly words: AccountWords;
  /** For example `de-AT`. */
  readonly locale: string;
  /** The merchant, as soon as the request has named one: its pages carry its name. */
  readonly site?: Site;
  /** The page of the shop that the customer came from and returns to. */
  readonly returnTo?: string | undefined;
}

/** A signed-in customer who looks at a page. */
export interface Visit extends Reader {
  readonly site: Site;
  readonly account: AccountRecord;
  readonly caller: Caller;
  /** The operator who looks at the pages as the customer, and changes nothing; null: the customer does. */
  readonly viewer: string | null;
  /** The secret of the session. Never rendered, never logged. */
  readonly secret: string;
  /** Proves that a form comes from a page of this session. */
  readonly formKey: string;
  /** Returns an id that a form is carried out once with. */
  readonly newFormId: () => string;
}

export interface AccountState extends RequestState {
  reader?: Reader;
  visit?: Visit;
  form?: Form;
}

export type AccountPage = Koa.ParameterizedContext<AccountState & Koa.DefaultState, Koa.DefaultContext & Params>;
interface Params {
  /** Path parameters, decoded. */
  params: Readonly<Record<string, string>>;
}
export type PageStep = (ctx: AccountPage, next: Koa.Next) => Promise<unknown> | unknown;

/** A page with a form: `get` shows it, and `post` carries out what the customer sends to the same address. */
export interface PageWithForm {
  readonly get: PageStep;
  readonly post: PageStep;
}

/** The visit that an earlier step has found. */
export const visitOf = ({ state }: AccountPage): Visit => {
  if (!state.visit) throw new Error('This page needs the step `signedIn`.');
  return state.visit;
};

/** The form that an earlier step has read. */
export const formOf = ({ state }: AccountPage): Form => state.form ?? {};

/** Whether another account, the parent, pays for the subscriptions of the customer. */
export const isPaidByParent = ({ account }: Pick<Visit, 'account'>): boolean => payingParent(account) !== null;

/**
 * Whether the site offers something to the customer. Where a parent pays, it decides about what costs something at
 * once; payment methods are then only for what the account owes itself, from before.
 */
export const offers = (visit: Pick<Visit, 'site' | 'account'>, offer: AccountPageOffer): boolean => {
  if (!visit.site.account_pages.includes(offer)) return false;
  if (!isPaidByParent(visit)) return true;
  return offer === 'payment_method' ? visit.account.has_past_due_invoice : offer !== 'quantity';
};

/** Whether the customer may change to another plan. */
export const offersPlans = (visit: Pick<Visit, 'site' | 'account'>): boolean =>
  visit.site.account_page_plans.length > 0 && !isPaidByParent(visit);

/** Amounts and dates for the customer, in the time zone of the account, else that of the merchant. */
export const formatsOf = ({ locale, site, account }: Pick<Visit, 'locale' | 'site' | 'account'>, currency: string) =>
  formatsFor(locale, currency, inTimeZoneOf(site, account).time_zone);
