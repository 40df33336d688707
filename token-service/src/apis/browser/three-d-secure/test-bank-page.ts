import type { Logger } from 'pino';
import { readForm } from '../../../http/bodies/form.ts';
import { clientAddress } from '../../../http/client-address.ts';
import { failures } from '../../../http/failures.ts';
import { inOrder } from '../../../http/in-order.ts';
import type { RateLimiter } from '../../../http/limits/rate-limiter.ts';
import { decodedPath } from '../../../http/readable-path.ts';
import { isReading, named, type Request, type Step } from '../../../http/request.ts';
import { routed } from '../../../http/routed.ts';
import { PERMISSIONS_POLICY } from '../frames/frame-policy.ts';
import { Refusal } from '../refusal.ts';
import { textRefusals } from '../rules/refusals.ts';
import { LOOK_UP_LIMITS, withinLimits } from '../within-limits.ts';
import { testBankPolicy } from './policies.ts';
import { type AskedPayment, TEST_BANK_STYLE, testBankNothing, testBankPage } from './test-bank-document.ts';

const PATH = /^\/js\/v1\/three_d_secure\/test-bank\/([^/]{1,600})$/;
const ROUTE = 'test bank';
const FORM = { bytes: 1024, milliseconds: 10_000 };

interface WaitingPayment extends AskedPayment {
  readonly state: 'waiting' | 'confirmed' | 'refused';
  readonly return_url: string;
}

/** The customer's bank in a sandbox: what waits for a confirmation, and the customer's decision about it. */
export interface TestBank {
  read(actionToken: string): Promise<WaitingPayment | undefined>;
  /** Records the first decision; later ones change nothing. */
  decide(actionToken: string, decision: 'confirm' | 'refuse'): Promise<WaitingPayment | undefined>;
}

interface Deps {
  readonly bank: TestBank;
  readonly limiter: RateLimiter;
  readonly log: Pick<Logger, 'error'>;
  /** Whether browsers reach this origin over TLS. */
  readonly secure: boolean;
}

/** The page of the test gateway's bank. Its address contains a random action token, which is all that it needs. */
export const testBankPages = ({ bank, limiter, log, secure }: Deps): Step => {
  const within = withinLimits(limiter, LOOK_UP_LIMITS);
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': testBankPolicy(TEST_BANK_STYLE, secure),
    'Cache-Control': 'no-store',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': PERMISSIONS_POLICY,
  };

  const show = async (ctx: Request, token: string): Promise<void> => {
    const payment = await bank.read(token);
    if (payment && payment.state !== 'waiting') return returnTo(ctx, payment);
    ctx.status = payment ? 200 : 404;
    ctx.body = payment ? testBankPage(payment) : testBankNothing();
  };

  const decide = async (ctx: Request, token: string): Promise<void> => {
    const { decision } = await readForm(ctx.req, FORM);
    const known = decision === 'confirm' || decision === 'refuse';
    const payment = known ? await bank.decide(token, decision) : undefined;
    if (payment) return returnTo(ctx, payment);
    ctx.status = known ? 404 : 400;
    ctx.body = testBankNothing();
  };

  const answer = inOrder([
    named(ROUTE),
    failures(log, textRefusals),
    async function answer(ctx) {
      ctx.set(headers);
      const token = decodedPath(PATH.exec(ctx.path)?.[1] ?? '') ?? '';
      await within.address(ROUTE, clientAddress(ctx));
      if (ctx.method === 'POST') return decide(ctx, token);
      if (isReading(ctx)) return show(ctx, token);
      ctx.set('Allow', 'GET, HEAD, POST');
      throw new Refusal('wrong-method', 'GET and POST');
    },
  ]);
  return routed(
    function testBankPages(ctx, next) {
      return PATH.test(ctx.path) ? answer(ctx, next) : next();
    },
    ['/js/v1/three_d_secure/test-bank/:action_token'],
  );
};

const returnTo = (ctx: Request, { return_url }: WaitingPayment): void => {
  ctx.status = 303;
  ctx.redirect(return_url);
};
