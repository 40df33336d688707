import type { World } from '@service/billing/ports/world.ts';
import type { Config } from '../config.ts';
import { application } from '../http/application.ts';
import { type HttpServer, listen } from '../http/listen.ts';
import { metricsPage } from '../http/metrics/metrics-page.ts';
import { headersForPrograms } from '../http/security-headers.ts';
import { proxiedBy } from '../runtime/settings/exposing-setting.ts';
import type { Measured } from './metrics/measured.ts';
import type { Common } from './open-common.ts';

interface WorkerParts {
  readonly config: Config;
  readonly world: World;
  readonly common: Common;
  readonly metrics: Measured;
  readonly port: number;
}

/** Opens the port of a worker in a process of its own, which answers `/health` and `/metrics` only. */
export const openWorkerOrigin = ({ config, world, common, metrics, port }: WorkerParts): Promise<HttpServer> => {
  const { anonymous, loggedAddress, log } = common;
  const { clock, ids } = world;
  const probes = [
    ...common.probes,
    metricsPage({ metrics, token: config.metricsToken, proxied: proxiedBy(config), anonymous }),
  ];
  const app = application({ log, clock, ids, trustProxy: config.trustProxy, loggedAddress, probes }, [
    headersForPrograms(),
  ]);
  return listen(app.callback(), { host: config.host, port, setting: 'WORKER_PORT' });
};
