import Router from '@koa/router';
import type { Context } from 'koa';
import { decimalAmount } from './amounts.ts';
import { answerRefusals, FormRefused, readJson } from './forms.ts';
import { historyOf } from './history.ts';
import { afterStep, readStep } from './later.ts';
import type { Mail, SandboxApi, SandboxClock, Subscription } from './sandbox-api.ts';
import type { SellingApi } from './selling-api.ts';
import type { Visitor } from './visitor.ts';
import { childText } from './xml.ts';

type ShopContext = Context & { state: { visitor: Visitor } };

/**
 * The requests of the page that moves the clock of the shop's sandbox: what the customer has, what happened, a step in
 * time, stopping a subscription, and the mail that the customer got. The clock is everybody's; everything else is the
 * customer's own.
 */
export const sandbox = (api: SandboxApi, { renewalAmount }: Pick<SellingApi, 'renewalAmount'>) => {
  const needClock = async (): Promise<SandboxClock> => {
    const clock = await api.clock();
    if (!clock) throw new FormRefused(NO_SANDBOX);
    return clock;
  };

  const own = ({ accountCode, returning }: Visitor): Promise<Subscription[]> =>
    returning ? api.subscriptions(accountCode) : Promise.resolve([]);

  const ownMail = ({ accountCode, returning }: Visitor): Promise<Mail[]> =>
    returning ? api.mails(accountCode) : Promise.resolve([]);

  const view = async (visitor: Visitor) => {
    const [clock, subscriptions, invoices, mails] = await Promise.all([
      needClock(),
      own(visitor),
      visitor.returning ? api.invoices(visitor.accountCode) : [],
      ownMail(visitor),
    ]);
    const shown = subscriptions.map(async (each) => ({
      uuid: each.uuid,
      name: each.name,
      state: each.state,
      until: each.expires_at ?? null,
      next: each.state === 'active' ? await nextOf(each, visitor) : null,
    }));
    return {
      ...clock,
      subscriptions: await Promise.all(shown),
      happened: historyOf(clock, subscriptions, invoices, mails),
    };
  };

  const nextOf = async ({ element, current_period_ends_at }: Subscription, { accountCode }: Visitor) => {
    const amount = await renewalAmount(element, accountCode);
    const currency = childText(element, 'currency') ?? 'USD';
    return {
      on: current_period_ends_at ?? '',
      currency,
      amount: amount === undefined ? null : decimalAmount(amount, currency),
    };
  };

  const show = async (ctx: ShopContext) => {
    ctx.body = await view(ctx.state.visitor);
  };

  const move = async (ctx: ShopContext) => {
    const step = readStep(await readJson(ctx));
    if (!step) throw new FormRefused(NO_STEP);
    const { now } = await needClock();
    const to = afterStep(now, step);
    if (to <= now) throw new FormRefused(NOT_BACK);
    if (to.slice(0, DAY) > latestDay(now)) throw new FormRefused(TOO_FAR);
    await api.moveTo(to);
    ctx.body = await view(ctx.state.visitor);
  };

  const stop = async (ctx: ShopContext) => {
    await readJson(ctx);
    const subscriptions = await own(ctx.state.visitor);
    const found = subscriptions.find(({ uuid }) => uuid === ctx.params.uuid);
    if (!found) throw new FormRefused(NOT_YOURS);
    if (found.state === 'active') await api.stop(found.uuid);
    ctx.body = await view(ctx.state.visitor);
  };

  const listMail = async (ctx: ShopContext) => {
    await needClock();
    const mails = await ownMail(ctx.state.visitor);
    ctx.body = { mails: mails.map(({ html: _, ...shown }) => shown) };
  };

  /** For a frame, which runs no script and is no part of the shop: its links open in a new tab. */
  const showMail = async (ctx: ShopContext) => {
    const found = (await ownMail(ctx.state.visitor)).find(({ id }) => id === ctx.params.id);
    if (!found) throw new FormRefused(NO_MAIL);
    ctx.set('Content-Security-Policy', MAIL_POLICY);
    ctx.set('Cache-Control', 'no-store');
    ctx.set('Referrer-Policy', 'no-referrer');
    ctx.type = 'html';
    ctx.body = found.html.replace('<head>', '<head>\n<base target="_blank">');
  };

  return new Router<{ visitor: Visitor }>({ prefix: '/api/sandbox' })
    .use(answerRefusals())
    .get('/', show)
    .get('/mails', listMail)
    .get('/mails/:id', showMail)
    .put('/clock', move)
    .put('/subscriptions/:uuid/stop', stop)
    .routes();
};

/** Each period of every customer is billed on the way, so one step has a limit. */
const MOST_YEARS = 10;

/** The length of `2026-11-24` at the start of a moment. */
const DAY = 10;

const latestDay = (now: string): string => `${Number(now.slice(0, 4)) + MOST_YEARS}${now.slice(4, DAY)}`;

const NO_SANDBOX = {
  status: 404,
  message: 'This shop sells for real: its clock cannot be moved.',
  fields: {},
} as const;
const NO_MAIL = { status: 404, message: 'There is no such mail of yours.', fields: {} } as const;
/** Mail has inline styles; its images are the logo of the site. */
const MAIL_POLICY = [
  'sandbox allow-popups allow-popups-to-escape-sandbox',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src https:',
  "base-uri 'self'",
  "frame-ancestors 'self'",
].join('; ');
const NO_STEP = { status: 422, message: 'Choose a date.', fields: {} } as const;
const NOT_BACK = { status: 422, message: 'Time only moves forward. Choose a later date.', fields: {} } as const;
const TOO_FAR = {
  status: 422,
  message: `Choose a date within the next ${MOST_YEARS} years. From there, you can go on.`,
  fields: {},
} as const;
const NOT_YOURS = {
  status: 404,
  message: 'There is no such subscription of yours. Open this page in the browser you bought with.',
  fields: {},
} as const;
