import { finishChallenge } from '@service/billing/usecases/payment-actions/finish-challenge.ts';
import { readPaymentAction } from '@service/billing/usecases/payment-actions/read-payment-action.ts';
import { startChallenge } from '@service/billing/usecases/payment-actions/start-challenge.ts';
import { testCardNumber } from '../adapters/gateway/test/test-cards.ts';
import { testBank } from '../adapters/gateway/test/test-challenges.ts';
import { testResults } from '../adapters/gateway/test/test-results.ts';
import { testWallet } from '../adapters/gateway/test/test-wallet.ts';
import type { OpenStorage } from '../adapters/storage/storage.ts';
import { bankDirectory, openBankFile } from '../apis/browser/bank-directory.ts';
import { browserOrigin } from '../apis/browser/browser-origin.ts';
import type { Config } from '../config.ts';
import { application } from '../http/application.ts';
import { type HttpServer, listen } from '../http/listen.ts';
import { metricsPage } from '../http/metrics/metrics-page.ts';
import { proxiedBy } from '../runtime/settings/exposing-setting.ts';
import type { LastToken } from './last-token.ts';
import type { LoadedLibrary } from './library.ts';
import type { Measured } from './metrics/measured.ts';
import type { Common } from './open-common.ts';
import type { Engine } from './open-engine.ts';
import type { Tracing } from './tracing/open-tracing.ts';

interface BrowserParts {
  readonly config: Config;
  readonly engine: Engine;
  readonly common: Common;
  readonly opened: OpenStorage;
  readonly library: LoadedLibrary;
  readonly metrics: Measured;
  readonly tracing: Pick<Tracing, 'requests'>;
  /** Undefined if other machines can reach the service. */
  readonly tokens: LastToken | undefined;
}

/** Opens the browser origin: the library, its frames and the browser API. */
export const openBrowserOrigin = async (parts: BrowserParts): Promise<HttpServer> => {
  const { config, engine, common, opened, library } = parts;
  const { deps, alert } = engine;
  const { vault, sites, tax, storage, world } = deps;
  const { anonymous, limiter, draining, readOnly, log } = common;
  const { clock, ids } = world;
  const steps = browserOrigin({
    vault: parts.tokens?.remembered(vault) ?? vault,
    sites,
    banks: bankDirectory(config.bankDirectory ? await openBankFile(config.bankDirectory) : undefined),
    tax,
    storage,
    wallet: testWallet({ secret: ids.secret }),
    actions: {
      read: readPaymentAction(deps),
      start: startChallenge(deps),
      finish: finishChallenge(deps),
    },
    testCards: testCardNumber,
    testBank: testBank({ log: opened.gatewayLog(), clock, ...testResults(ids) }),
    publicUrl: config.browserUrl,
    alert,
    limiter,
    anonymous,
    clock,
    ids,
    log,
    documents: library.documents,
    settings: { version: library.version, secure: config.browserUrl?.startsWith('https:') ?? false },
    draining,
    readOnly,
  });
  const kernel = {
    log,
    clock,
    ids,
    trustProxy: config.trustProxy,
    loggedAddress: common.loggedAddress,
    traced: parts.tracing.requests('browser'),
    measured: parts.metrics.requests('browser'),
    probes: [
      ...common.probes,
      // A process has one address for its metrics: that of the API origin if it has one.
      ...(config.serve === 'browser'
        ? [metricsPage({ metrics: parts.metrics, token: config.metricsToken, proxied: proxiedBy(config), anonymous })]
        : []),
    ],
  };
  const app = application(kernel, steps);
  return listen(app.callback(), { host: config.host, port: config.browserPort, setting: 'BROWSER_PORT' });
};
