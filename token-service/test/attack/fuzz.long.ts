import { randomInt } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENGINES, type Ground, openGround } from '../money/ground.ts';
import { openAccounts } from './fuzz/prelude.ts';
import { type FuzzRequest, requestOf } from './fuzz/requests.ts';
import { openSender, type Sender } from './fuzz/send.ts';
import { described, shrunk } from './fuzz/shrink.ts';

/** `SEED` repeats a run, `REQUESTS` sets its length per engine. */
const SEED = Number(process.env.SEED ?? randomInt(2 ** 31));
const REQUESTS = Number(process.env.REQUESTS ?? 200_000);
const AT_ONCE = 8;
/** The number of failures after which a run ends; each is reduced to a minimal request. */
const ENOUGH = 10;

describe.each(ENGINES)(`${REQUESTS} malformed requests with seed ${SEED} to a service on $name`, (engine) => {
  let ground: Ground;
  let sender: Sender;
  beforeAll(async () => {
    ground = await openGround(engine);
    await openAccounts(ground.service);
    sender = openSender({ api: ground.service.apiUrl, browser: ground.service.browserUrl });
  });
  afterAll(async () => {
    sender?.close();
    await ground?.close();
  });

  test('are answered, never with 5xx', { timeout: 4 * 60 * 60_000 }, async () => {
    const ids: string[] = [];
    const statuses = new Map<number, number>();
    const failures: string[] = [];
    let number = 0;

    const fails = async (request: FuzzRequest): Promise<boolean> => (await sender.send(request)).status >= 500;
    const report = async (at: number, request: FuzzRequest, what: string): Promise<void> => {
      const logged = ground.service.logged.findLast((line) => /"level":(50|60)/.test(line)) ?? '';
      const smallest = await shrunk(request, fails);
      failures.push(`request ${at} of seed ${SEED}: ${what}\n${described(smallest)}\n${logged.slice(0, 2_000)}`);
    };
    const ask = async (at: number): Promise<void> => {
      const request = requestOf(SEED, at, ids);
      try {
        const { status, text } = await sender.send(request);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status >= 500) await report(at, request, `${status} ${text.slice(0, 300)}`);
        for (const [, id] of text.matchAll(/\/([0-9a-f]{32})["/]/g))
          ids[ids.length < 500 ? ids.length : at % 500] = id!;
      } catch (error) {
        failures.push(`request ${at} of seed ${SEED}: ${error}\n${described(request)}`);
      }
    };
    const client = async (): Promise<void> => {
      while (number < REQUESTS && failures.length < ENOUGH) {
        const at = number++;
        if (at % 100 === 0) ground.service.clock.advance({ seconds: 2 });
        if (at % 20_000 === 0 && at > 0) console.log(`${engine.name}: ${at} requests`);
        await ask(at);
        await setImmediate();
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, client));

    const counts = [...statuses].sort(([one], [other]) => one - other).map(([status, count]) => `${count} x ${status}`);
    console.log(`${engine.name}, seed ${SEED}: ${number} requests: ${counts.join(', ')}`);
    expect(failures, failures.join('\n\n')).toEqual([]);
    // Most requests must pass the common rules, or the run proves little.
    expect(statuses.get(200) ?? 0).toBeGreaterThan(REQUESTS / 20);
    expect(statuses.get(422) ?? 0).toBeGreaterThan(REQUESTS / 50);
    expect((await ground.service.api('GET', '/v2/accounts')).status).toBe(200);
  });
});
