import type { WalletProvider } from '@service/billing/ports/wallet.ts';
import { readFields } from '../../../http/bodies/form.ts';
import { clientAddress } from '../../../http/client-address.ts';
import { type FailureFormat, failures, plainText } from '../../../http/failures.ts';
import { inOrder } from '../../../http/in-order.ts';
import { requireEncryption } from '../../../http/in-the-clear.ts';
import { isReading, named, type Request, type Step } from '../../../http/request.ts';
import { routed } from '../../../http/routed.ts';
import { PERMISSIONS_POLICY } from '../frames/frame-policy.ts';
import { siteByPublicKey } from '../public-key.ts';
import { asRefusal, type Refusal, refusalText } from '../refusal.ts';
import type { RouteDeps } from '../routes.ts';
import { LOOK_UP_LIMITS, withinLimits } from '../within-limits.ts';
import { type AgreementQuery, readAgreementAddress } from './agreement-address.ts';
import {
  AGREEMENT_POLICY,
  type AgreementRefusal,
  askingPage,
  refusingPage,
  unsoundPage,
} from './agreement-document.ts';
import { walletOf } from './wallet-token.ts';

const PATH = '/js/v1/wallet/agreement';
const ROUTE = 'wallet agreement';

const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': AGREEMENT_POLICY,
  // The page posts its result to its opener.
  'Cross-Origin-Opener-Policy': 'unsafe-none',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
  'Permissions-Policy': PERMISSIONS_POLICY,
};

interface Deps extends Pick<RouteDeps, 'sites' | 'limiter' | 'clock' | 'limits' | 'publicUrl' | 'log'> {
  /** Without one, no site has a wallet. */
  readonly wallet?: WalletProvider;
}

/**
 * The page on which a customer lets a merchant charge a wallet. It opens in a window of its own and posts the result to
 * the page that opened it, see `sdk/src/wallet/protocol.ts`. If no agreement is possible, it reports the reason to that
 * page and shows it.
 */
export const agreementPage = ({ wallet, sites, limiter, clock, limits, publicUrl, log }: Deps): Step => {
  const siteOf = siteByPublicKey(sites, clock);
  const encrypted = requireEncryption(publicUrl);
  const within = withinLimits(limiter, limits ?? LOOK_UP_LIMITS);

  const asking = async (ctx: Request, address: AgreementQuery): Promise<string> => {
    await within.address(ROUTE, clientAddress(ctx));
    const site = await siteOf(address.key);
    ctx.state.identity = { site };
    encrypted(ctx, site);
    return askingPage(address, site.company, walletOf(wallet, site).buyers);
  };

  const answer = inOrder([
    named(ROUTE),
    failures(log, pageRefusals),
    async function answer(ctx) {
      ctx.set(HEADERS);
      if (!isReading(ctx)) {
        ctx.status = 405;
        ctx.set('Allow', 'GET, HEAD');
        return;
      }
      const address = addressOf(ctx);
      if (!address) ctx.status = 400;
      ctx.body = address ? await asking(ctx, address) : unsoundPage();
    },
  ]);
  return routed(
    function agreementPage(ctx, next) {
      return ctx.path === PATH ? answer(ctx, next) : next();
    },
    [PATH],
  );
};

const addressOf = ({ querystring }: Pick<Request, 'querystring'>): AgreementQuery | undefined =>
  readAgreementAddress(readFields(querystring));

/** Failures as a page that tells them to the page that opened it. */
const pageRefusals: FailureFormat = {
  expected(error, ctx) {
    const refusal = asRefusal(error);
    const address = addressOf(ctx);
    if (!refusal || !address) return undefined;
    const body = refusingPage(address, refusalOf(refusal));
    return { status: refusal.status, headers: {}, body, symbol: refusal.reason };
  },
  unexpected: plainText.unexpected,
};

/** Returns a refusal in terms of the protocol, which has two named reasons. */
const refusalOf = (refusal: Refusal): AgreementRefusal => {
  const { reason } = refusal;
  const known = reason === 'wallet-not-configured' || reason === 'invalid-public-key';
  return { code: known ? reason : 'wallet-error', message: refusalText(refusal) };
};
