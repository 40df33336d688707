import { isIPv6 } from 'node:net';
import { isWorker } from '@service/billing/domain/processes/process-sign.ts';
import { ADAPTERS } from '../adapters/gateway/adapters.ts';
import { openIdProvider } from '../adapters/operators/open-id-provider.ts';
import type { OpenStorage } from '../adapters/storage/storage.ts';
import { credentialCipher } from '../adapters/vault/credential-cipher.ts';
import { endpointCipher } from '../adapters/vault/endpoint-cipher.ts';
import { pooledRandomness } from '../adapters/vault/random.ts';
import type { Config } from '../config.ts';
import type { InvoicePrinter } from '../documents/invoice-pdf/invoice-printer.ts';
import { renderNotification } from '../documents/webhooks/document.ts';
import { application } from '../http/application.ts';
import { clientAddress } from '../http/client-address.ts';
import { KEY_LEASE, RESPONSES_KEPT_FOR } from '../http/idempotency.ts';
import { type HttpServer, listen } from '../http/listen.ts';
import { metricsPage } from '../http/metrics/metrics-page.ts';
import { readableAddress } from '../http/readable-path.ts';
import { consolePages } from '../pages/console/console-pages.ts';
import { digest } from '../runtime/digest.ts';
import { unmapped } from '../runtime/network-address.ts';
import { exposedBy, proxiedBy } from '../runtime/settings/exposing-setting.ts';
import { destinationOf, mayBeOpened } from '../runtime/webhook-networks.ts';
import { openHeaders } from '../worker/webhooks/headers.ts';
import { unreachableReason } from '../worker/webhooks/unreachable.ts';
import { consoleAccess } from './console-access.ts';
import { consoleOrigin, invitationLink } from './console-address.ts';
import { consoleSystem } from './console-system.ts';
import type { LoadedLibrary } from './library.ts';
import { openInvitationMail } from './mail-invitation.ts';
import { openNewNetworkMail } from './mail-new-network.ts';
import type { Measured } from './metrics/measured.ts';
import type { Common } from './open-common.ts';
import type { Engine } from './open-engine.ts';
import { previewer } from './open-mail.ts';
import { openOperators } from './open-operators.ts';
import { localOrigin } from './origins.ts';
import type { SharedState } from './shared-state.ts';
import type { Tracing } from './tracing/open-tracing.ts';
import { watchNetworks } from './watch-networks.ts';

interface ConsoleParts {
  readonly config: Config;
  readonly engine: Engine;
  readonly common: Common;
  readonly opened: OpenStorage;
  readonly shared: Pick<SharedState, 'attempts' | 'random'>;
  readonly library: Pick<LoadedLibrary, 'version'>;
  readonly metrics: Measured;
  readonly tracing: Tracing;
  readonly printer: InvoicePrinter;
  /** Returns the origin of the account pages as customers see it. */
  readonly accountPagesOrigin: () => string;
}

/** Says in the log why the console is closed, and how to open it. */
const NO_OPERATOR =
  'the console has no operator yet and answers 503: invite the first one with `npm run operator -- invite you@example.com --site <subdomain> --role owner`';

/** Opens the console's origin, which serves nothing else. */
export const openConsoleOrigin = async (parts: ConsoleParts): Promise<HttpServer> => {
  const { config, engine, common, opened, shared, library, metrics, tracing, printer } = parts;
  const { deps } = engine;
  const { world } = deps;
  const { anonymous, loggedAddress, readOnly, log } = common;
  const kernel = {
    log,
    clock: world.clock,
    ids: world.ids,
    trustProxy: config.trustProxy,
    loggedAddress,
    traced: tracing.requests('console'),
    measured: metrics.requests('console'),
    probes: [
      ...common.probes,
      // A process has one address for its metrics: that of the API origin if it has one.
      ...(config.serve === 'console'
        ? [metricsPage({ metrics, token: config.metricsToken, proxied: proxiedBy(config), anonymous })]
        : []),
    ],
  };
  const acceptsDemoKeys = exposedBy(config) === undefined;
  const operatorDeps = openOperators({
    config,
    opened,
    world,
    attempts: shared.attempts,
    fingerprint: engine.fingerprint,
    random: shared.random,
    origin: consoleOrigin(config),
    acceptsDemoKeys,
  });
  const opensByItself = acceptsDemoKeys || config.consoleOpenId !== null;
  if (!opensByItself && !(await opened.operators.exists())) log.info(NO_OPERATOR);
  const networks = config.consoleNetworks;
  const random = pooledRandomness();
  const { consoleOpenId } = config;
  const provider = consoleOpenId && {
    openId: openIdProvider(consoleOpenId, consoleOrigin(config), log),
    groupRoles: consoleOpenId.groupRoles,
  };
  const sendInvitation = openInvitationMail(config, world.ids);
  const app = application(kernel, [
    readableAddress('There is nothing at this address.'),
    consolePages({
      ...deps,
      printer,
      operators: opened.operators,
      accountSessions: opened.accountSessions,
      accountPagesOrigin: parts.accountPagesOrigin,
      workers: async () => (await opened.processSigns.all()).filter(isWorker),
      silentWorkers: common.silentWorkers,
      system: consoleSystem({ config, world, opened, version: library.version, check: common.check }),
      gatewayParts: { adapters: ADAPTERS, cipher: credentialCipher(config, random) },
      webhookParts: {
        cipher: endpointCipher(config, random),
        opensUrl: (url) => mayBeOpened(config.webhookNetworks, destinationOf(url)),
        render: renderNotification,
        unreachable: (site, url) => unreachableReason(site, url, config.webhookNetworks),
        openHeaders,
      },
      hasMailServer: config.smtpUrl !== null,
      preview: previewer(config.publicUrl ?? localOrigin(config), consoleOrigin(config)),
      digest,
      idempotency: metrics.keys(opened.idempotency({ keptFor: RESPONSES_KEPT_FOR, lease: KEY_LEASE })),
      operatorDeps,
      invitationLink: (secret) => invitationLink(config, secret),
      mailInvitation:
        sendInvitation && (async (invitation) => (await sendInvitation(invitation)).outcome === 'accepted'),
      overwritingDeleted: (work) => opened.overwritingDeleted(work),
      access: watchNetworks(
        { ...operatorDeps, storage: opened.storage, mailNewNetwork: openNewNetworkMail(config, world), log },
        metrics.access(consoleAccess({ ...operatorDeps, sites: opened.sites, provider })),
      ),
      readOnly,
      consoleReadOnly: config.consoleReadOnly,
      isAllowed(ctx) {
        if (!networks) return true;
        const address = unmapped(clientAddress(ctx));
        return networks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
      },
      anonymous,
      log,
      consoleUrl: config.consoleUrl,
    }),
  ]);
  return listen(app.callback(), { host: config.host, port: config.consolePort, setting: 'CONSOLE_PORT' });
};
