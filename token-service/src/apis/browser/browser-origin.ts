import { html } from '../../documents/html.ts';
import { missingPage } from '../../documents/missing-page.ts';
import { failures, plainText } from '../../http/failures.ts';
import { releaseOf } from '../../http/files/release.ts';
import type { AnonymousLimits } from '../../http/limits/anonymous.ts';
import { refuseWhenReadOnly } from '../../http/read-only.ts';
import { readableAddress } from '../../http/readable-path.ts';
import type { Step, SurfaceStep } from '../../http/request.ts';
import { headersForFiles } from '../../http/security-headers.ts';
import { wantsPage } from '../../http/wants-page.ts';
import { type BrowserApiDeps, browserApi } from './browser-api.ts';
import type { Documents } from './frames/built-files.ts';
import { frames } from './frames/frames.ts';
import { serveRelease } from './frames/release.ts';
import { errorJson, Refusal } from './refusal.ts';
import { challengePages } from './three-d-secure/challenge-pages.ts';
import { type TestBank, testBankPages } from './three-d-secure/test-bank-page.ts';
import { agreementPage } from './wallet/agreement-page.ts';

export interface BrowserOriginDeps extends BrowserApiDeps {
  /** The files that `npm run build` produced, from `readDocuments`. */
  readonly documents: Documents;
  /** The bank of customers at the test gateway. */
  readonly testBank: TestBank;
  readonly settings: BrowserOriginSettings;
}

export interface BrowserOriginSettings {
  /** The version of the built files: that of the `sdk` package. */
  readonly version: string;
  /** Whether browsers reach this origin over TLS. */
  readonly secure: boolean;
}

/** The browser origin: the library, the card fields, the wallet's page, the API they call, and nothing else. */
export const browserOrigin = (deps: BrowserOriginDeps): readonly SurfaceStep[] => {
  const { documents, limiter, log, settings } = deps;
  const { secure } = settings;
  return [
    browserApi(deps),
    headersForFiles(secure),
    failures(log, plainText),
    refuseWhenReadOnly(deps.readOnly ?? false),
    readableAddress(NOTHING),
    limited(deps.anonymous),
    agreementPage(deps),
    challengePages(secure),
    testBankPages({ bank: deps.testBank, limiter, log, secure }),
    frames(documents, settings),
    serveRelease(releaseOf(documents, settings.version), deps.publicUrl),
    nothingHere,
  ];
};

/** Limits the requests of one address, except those to the browser API, which has its own limits. */
const limited = (anonymous: AnonymousLimits): Step =>
  async function limited(ctx, next) {
    if (!(await anonymous.refuse(ctx, 'files'))) await next();
  };

const page = missingPage((name) => `/js/v1/fonts/${name}`);

const NOTHING = 'There is nothing at this address. The library is at /v1/service.js.';

const nothingHere: Step = async function nothingHere(ctx) {
  if (wantsPage(ctx)) {
    return page(
      ctx,
      html`<p>There is nothing at this address. This origin serves the browser library, which pages of merchants load from
<a href="/v1/service.js">/v1/service.js</a>, and its card fields.</p>
<p>If a shop sent you here, go back to it: nothing was paid on this page.</p>`,
    );
  }
  ctx.status = 404;
  if (ctx.path.startsWith('/js/v1/')) {
    ctx.set('Access-Control-Allow-Origin', '*');
    ctx.type = 'json';
    ctx.body = errorJson(new Refusal('not-found'));
    return;
  }
  ctx.body = NOTHING;
};
