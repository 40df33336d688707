/**
 * The health check of the image: asks `/live` on the port of the part that this container serves. Exits with status 0
 * if it answers 200. A worker without `WORKER_PORT` listens on none, so there its process is the answer.
 */
import { readConfig } from '../../token-service/src/config.ts';

/** Milliseconds for an answer. */
const PATIENCE = 3_000;

const { serve, port, browserPort, consolePort, workerPort } = readConfig(process.env);
const asked = { all: port, api: port, browser: browserPort, worker: workerPort, console: consolePort, migrate: null }[
  serve
];
if (asked !== null) {
  const response = await fetch(`http://127.0.0.1:${asked}/live`, { signal: AbortSignal.timeout(PATIENCE) });
  if (!response.ok) throw new Error(`/live answered ${response.status}.`);
}
