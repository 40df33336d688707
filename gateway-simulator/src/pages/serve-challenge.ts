import { timingSafeEqual } from 'node:crypto';
import { decodeForm, FormError } from '../http/form.ts';
import type { FinishedAnswer } from '../http/idempotency.ts';
import { type ChallengedIntent, endChallenge, waitingChallenge } from '../operations/finish-challenge.ts';
import type { SimulatorWorld } from '../world/world.ts';
import { challengePage, endPage, pageHeaders } from './challenge-page.ts';

const PATH = /^\/3d_secure\/(\w{1,64})$/;

/** Currencies that Stripe counts in whole units, and in thousandths (https://docs.stripe.com/currencies). */
const WHOLE = /^(bif|clp|djf|gnf|jpy|kmf|krw|mga|pyg|rwf|vnd|vuv|xaf|xof|xpf)$/;
const THOUSANDTHS = /^(bhd|iqd|jod|kwd|lyd|omr|tnd)$/;

/** Returns the answer to a request for a page of the simulator, or undefined when the path is none of them. */
export const servePage = (
  world: SimulatorWorld,
  request: { method: string; path: string; query: string; body: string },
): FinishedAnswer | undefined => {
  const [, id] = PATH.exec(request.path) ?? [];
  if (id === undefined) return undefined;
  const form = read(request.method === 'POST' ? request.body : request.query);
  const waiting = waitingChallenge(world, id);
  if (!waiting || !same(waiting.challenge.token, String(form.token ?? '')))
    return page(404, endPage('This authentication is over, or the address is not complete.'), null);
  const { intent, challenge } = waiting;
  if (request.method === 'GET') {
    const method = world.state.paymentMethods.need(challenge.method);
    const shown = { intent: id, token: challenge.token, amount: amountOf(intent), ...cardOf(method.card) };
    return page(200, challengePage(shown), challenge.return_url);
  }
  if (form.result === 'close')
    return page(200, endPage('You left the authentication. Nothing was charged; you can close this page.'), null);
  const result = endChallenge(world, id, form.result === 'confirm');
  if (challenge.return_url === null) return page(200, endPage('You can close this page.'), null);
  return { status: 303, headers: { location: returnAddress(challenge.return_url, intent, result) }, body: '' };
};

const read = (text: string) => {
  try {
    return decodeForm(text);
  } catch (error) {
    if (error instanceof FormError) return {};
    throw error;
  }
};

const same = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

const page = (status: number, body: string, return_url: string | null): FinishedAnswer => ({
  status,
  headers: pageHeaders(return_url),
  body,
});

const cardOf = (card: { brand: string; last4: string } | undefined) => ({
  brand: card?.brand ?? 'card',
  last4: card?.last4 ?? '',
});

const amountOf = (intent: ChallengedIntent): string | null => {
  if (intent.object === 'setup_intent') return null;
  return shownAmount(intent.amount, intent.currency);
};

/** Returns an amount as Stripe counts it, in major units: `19.99 USD`, `1.234 KWD`. */
export const shownAmount = (amount: number, currency: string): string => {
  const digits = WHOLE.test(currency) ? 0 : THOUSANDTHS.test(currency) ? 3 : 2;
  return `${(amount / 10 ** digits).toFixed(digits)} ${currency.toUpperCase()}`;
};

/** Adds to the merchant's address what Stripe adds: the intent, its client secret, and how it went. */
const returnAddress = (
  return_url: string,
  intent: ChallengedIntent,
  redirect_status: 'failed' | 'succeeded',
): string => {
  const url = new URL(return_url);
  url.searchParams.set(intent.object, intent.id);
  url.searchParams.set(`${intent.object}_client_secret`, intent.client_secret ?? '');
  url.searchParams.set('redirect_status', redirect_status);
  return url.href;
};
