import Koa from 'koa';
import { type Config, proxiedBy } from '../config.ts';
import { isDisconnect } from '../http/disconnect.ts';
import { type HttpServer, listen } from '../http/listen.ts';
import type { Metrics } from '../http/metrics/metrics.ts';
import { metricsPage } from '../http/metrics/metrics-page.ts';
import { WRITE_TIMEOUT, writeTimeout } from '../http/write-timeout.ts';
import type { Common } from './open-common.ts';

interface WorkerParts {
  readonly config: Config;
  readonly common: Common;
  readonly metrics: Metrics;
  readonly port: number;
}

/** Opens the port of a worker in a process of its own, which answers `/health` and `/metrics` only. */
export const openWorkerOrigin = ({ config, common, metrics, port }: WorkerParts): Promise<HttpServer> => {
  const { anonymous, log } = common;
  const app = new Koa({ proxy: config.trustProxy, maxIpsCount: 1 });
  app.on('error', (error: Error) => {
    if (!isDisconnect(error)) log.error({ error: { name: error.name, message: error.message } });
  });
  app.use(writeTimeout(WRITE_TIMEOUT));
  app.use(common.healthPage);
  app.use(metricsPage({ metrics, token: config.metricsToken, proxied: proxiedBy(config), anonymous }));
  return listen(app.callback(), { host: config.host, port, setting: 'WORKER_PORT' });
};
