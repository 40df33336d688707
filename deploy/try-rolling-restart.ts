/**
 * `node deploy/try-rolling-restart.ts caddy|nginx`: sells 200 times through the proxy, with its file from this folder,
 * while each of two API processes and two browser processes is restarted. Needs the proxy, `openssl` and Redis on this
 * machine; PostgreSQL comes from a package of the tests. Exits with status 0 if every request was answered and every
 * sale is recorded once.
 */
import { setTimeout as wait } from 'node:timers/promises';
import {
  cardForm,
  createTrialSite,
  DRAIN,
  FORM,
  HOSTS,
  type Keys,
  openTrial,
  type ProxyAnswer,
  type Trial,
  xmlHeaders,
} from './trial/deployment.ts';

const SALES = 200;
/** Sales that are under way at once. */
const AT_ONCE = 4;

const proxyName = process.argv[2] === 'nginx' ? 'nginx' : 'caddy';
const began = performance.now();
/** Prints how far the trial is: on a machine with other work, it takes minutes. */
const say = (what: string): void => console.log(`${Math.round((performance.now() - began) / 1000)} s: ${what}`);
const deployment = await openTrial(proxyName, ['api', 'browser']);
say(`${deployment.programs.length} processes run behind ${proxyName}`);

const lost: string[] = [];
let requests = 0;
let sold = 0;
const answered = async (
  what: string,
  wanted: number,
  ...given: Parameters<Trial['ask']>
): Promise<ProxyAnswer | undefined> => {
  requests += 1;
  const answer = await deployment.ask(...given).catch((error: Error) => ({ status: 0, text: error.message }));
  if (answer.status === wanted) return answer;
  lost.push(`${what}: ${answer.status} ${answer.text.slice(0, 200)}`);
  return undefined;
};

const sell = async (n: number, keys: Keys): Promise<void> => {
  const token = await answered('a token', 200, HOSTS.browser, 'POST', '/js/v1/token', FORM, cardForm(keys));
  if (!token) return;
  const { id } = JSON.parse(token.text) as { id: string };
  const body = `<purchase><currency>USD</currency><account><account_code>buyer-${n}</account_code><billing_info><token_id>${id}</token_id></billing_info></account><adjustments><adjustment><unit_amount_in_cents>1000</unit_amount_in_cents></adjustment></adjustments></purchase>`;
  if (await answered('a purchase', 200, HOSTS.api, 'POST', '/v2/purchases', xmlHeaders(keys), body)) sold += 1;
};

let failed = true;
try {
  const keys = createTrialSite(deployment, 'acme');
  let next = 0;
  let restarting = true;
  // Sales go on until every process was restarted, and there are enough of them.
  const seller = async (): Promise<void> => {
    while (next < SALES || restarting) {
      next += 1;
      await sell(next, keys);
      if (next < SALES) await wait(150);
    }
  };
  const restartAll = async (): Promise<void> => {
    for (const program of deployment.programs) {
      await program.end('SIGTERM');
      await program.start();
      // The proxy finds it healthy before the next one goes.
      await wait(DRAIN * 1000);
      say(`${program.name} was restarted, ${sold} sales, lost ${lost.length}`);
    }
    restarting = false;
  };
  await Promise.all([restartAll(), ...Array.from({ length: AT_ONCE }, seller)]);

  const listed = await deployment.ask(HOSTS.api, 'HEAD', '/v2/invoices', xmlHeaders(keys));
  failed = lost.length > 0 || sold < SALES || listed.status !== 200;
  const restarts = deployment.programs.length;
  console.log(`${proxyName}: ${requests} requests, ${sold} sales, ${restarts} restarts, lost ${lost.length}`);
  for (const each of lost.slice(0, 10)) console.log(`  ${each}`);
} finally {
  if (failed && proxyName === 'nginx') console.log(deployment.proxyErrors());
  await deployment.close();
}
process.exit(failed ? 1 : 0);
