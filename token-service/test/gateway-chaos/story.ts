import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type FaultPlan,
  type MoneyMovement,
  type Simulator,
  startSimulator,
} from '@service/gateway-simulator/src/index.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/adapters/storage/database.ts';
import { gatewayTool } from '../../src/cli/gateway.ts';
import { killUnderLoad, type Load } from '../crash/load.ts';
import { openRestarted, type Restarted } from '../crash/restarted.ts';
import { ENGINES, liftAttemptLimits } from '../money/ground.ts';
import { seeded } from '../money/random.ts';
import { element } from '../money/random-parts.ts';
import { textOf } from '../service.ts';
import { disagreements } from './agreement.ts';
import { openClient } from './client.ts';
import { type Forwarder, openForwarder } from './forwarder.ts';

/** Payment intents that are still to be ended, and due work that is to be retried. */
const unfinished = async (database: Database) => [
  ...(await database.all("SELECT kind, subject FROM intents WHERE kind <> 'authorization'")),
  ...(await database.all("SELECT kind, item_id, status, error FROM due_failures WHERE status = 'waiting'")),
];

/** The movement of money that occupies an account. */
const movementOf = async (database: Database, account: string) => {
  const [intent] = await database.all(
    `SELECT id, kind, reversing, leased_until_ms, payload FROM intents
     WHERE subject IN (SELECT id FROM accounts WHERE account_code = $1 UNION SELECT $2)`,
    [account, `code:${account}`],
  );
  return intent && { id: String(intent.id), details: intent };
};

/** Renewals by the state of their invoice. */
const renewals = (database: Database) =>
  database.all(
    "SELECT state, COUNT(*) AS invoices FROM invoices WHERE origin = 'renewal' GROUP BY state ORDER BY state",
  );

export interface Chaos {
  readonly engine: 'PostgreSQL' | 'SQLite';
  /** Requests that are answered before the books are compared. */
  readonly operations: number;
  /** Answers between two kills, about. */
  readonly between: number;
  readonly seed: number;
  readonly faults: FaultPlan;
}

const CLIENTS = 8;
const CREDENTIALS = { secret_key: 'sk_test_ofTheChaos1', webhook_secret: 'whsec_ofTheChaos1' };
/** Longer than the leases that a killed process leaves behind. */
const LEASES_MS = 121_000;
/** Longer than a reversal waits until it looks up again whether a bank debit has settled. */
const HOUR_MS = 3_700_000;
/** Longer than the simulator takes to settle, return or dispute a payment. */
const SETTLES_MS = 60_000;
/** Longer than the simulator repeats a webhook. */
const REPEATED_FOR_HOURS = 73;
const DAY = 86_400;
/** Kills between two moves of the site's clock, and its days: each subscription renews about every ten kills. */
const KILLS_BETWEEN = 3;
const DAYS = 9;
/** Days after which nothing of the last payments is under way: a returned debit is retried twice, a day apart. */
const LAST_DAYS = 8;

/**
 * Lets clients buy, subscribe, refund and authorize at a gateway that loses answers and repeats webhooks, while the
 * service is killed again and again, and its clock moves so that subscriptions renew. Afterwards ledger, invoices and
 * the gateway's log agree, and nothing is pending.
 */
export const survivesChaos = ({ engine: name, operations, between, seed, faults }: Chaos): void => {
  const engine = ENGINES.find((each) => each.name === name)!;

  describe(`${operations} operations on ${name} by seed ${seed}, with faults of the gateway and kills`, () => {
    const random = seeded(seed);
    const known: string[] = [];
    const clients = Array.from({ length: CLIENTS }, () => openClient(seeded(random.below(2 ** 32)), known));
    const placed = () => clients.flatMap((client) => client.placed);
    const answered = () => placed().filter(({ outcome }) => outcome).length;
    let simulator: Simulator;
    let forwarder: Forwarder;
    let service: Restarted;
    let folder: string;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'chaos-'));
      forwarder = await openForwarder();
      const url = `${forwarder.url}/gateways/demo/chaos`;
      simulator = await startSimulator({ webhooks: [{ url, secret: CREDENTIALS.webhook_secret }] });
      service = await openRestarted(engine);
      forwarder.target = service.apiUrl;
      const file = join(folder, 'credentials.json');
      await writeFile(file, JSON.stringify(CREDENTIALS));
      const account = ['--adapter', 'stripe', '--credentials-file', file, '--endpoint', simulator.url];
      await service.run(gatewayTool, 'add', 'demo', 'chaos', ...account);
      await service.inspect(liftAttemptLimits);
    });
    afterAll(async () => {
      await service?.close();
      await simulator?.stop();
      await forwarder?.stop();
      if (folder) await rm(folder, { recursive: true, force: true });
    });

    const restart = async (later = LEASES_MS): Promise<void> => {
      await service.start(later);
      forwarder.target = service.apiUrl;
      // The clocks move together, so that webhooks are repeated to the new process, and are not too old for it.
      await simulator.advance(later);
    };

    /** Moves the site's clock. What becomes due on the way runs meanwhile. */
    const travel = async (days: number): Promise<void> => {
      const clock = element('clock', element('advance_in_seconds', days * DAY));
      const moved = await service.visitor.api('PUT', '/v2/sandbox/clock', clock);
      expect([200, 202], moved.text).toContain(moved.status);
    };

    /** Lets a day pass at the site, and everything happen at the gateway that takes a while there. */
    const passDay = async (): Promise<void> => {
      await simulator.advance(SETTLES_MS);
      await travel(1);
      const waiting = async () => {
        const { xml } = await service.visitor.api('GET', '/v2/sandbox/clock');
        return textOf(xml, 'reached_at')! >= textOf(xml, 'now')!.slice(0, -4);
      };
      await expect.poll(waiting, { timeout: 120_000, interval: 250 }).toBe(true);
    };

    const undelivered = async (): Promise<number> => {
      const url = `${simulator.url}/v1/events?delivery_success=false&limit=1`;
      const listed = await fetch(url, { headers: { Authorization: `Bearer ${CREDENTIALS.secret_key}` } });
      return ((await listed.json()) as { readonly data: readonly unknown[] }).data.length;
    };
    /** Lets the gateway repeat its webhooks until all are delivered: a jump of the clocks makes signatures too old. */
    const deliverAll = async (): Promise<void> => {
      for (let hour = 0; hour < REPEATED_FOR_HOURS && (await undelivered()) > 0; hour += 1) {
        await simulator.advance(3_600_000);
      }
    };

    const kill = async (): Promise<void> => {
      forwarder.target = null;
      await service.kill();
    };

    test('ends with books that agree, and nothing pending', { timeout: 60 * 60_000 }, async () => {
      simulator.plan({ ...faults, seed });
      let kills = 0;
      while (answered() < operations) {
        const { visitor } = service;
        const goal = Math.min(operations, answered() + Math.ceil(between / 2) + random.below(between));
        const work = clients.map(
          (client) => (load: Load) => client.keepActing(visitor, load, () => answered() >= goal),
        );
        await killUnderLoad({ kill }, work, { answers: goal - answered() - 1, milliseconds: random.below(25) });
        kills += 1;
        if (answered() >= operations) break;
        await restart();
        if (kills % KILLS_BETWEEN === 0) await travel(DAYS);
      }
      // The gateway works again: now everything has to come to an end.
      const [log, faulty] = [simulator.requests(), simulator.requests().filter(({ fault }) => fault !== null)];
      simulator.plan(null);
      await restart();
      const underWay = (account: string) => service.inspect((database) => movementOf(database, account));
      await Promise.all(clients.map((client) => client.settleUp(service.visitor, underWay)));
      await simulator.advance(SETTLES_MS);
      await deliverAll();
      await kill();
      await restart(HOUR_MS);
      for (let day = 0; day < LAST_DAYS; day += 1) await passDay();
      await simulator.advance(SETTLES_MS);
      await deliverAll();
      await expect.poll(() => service.inspect(unfinished), { timeout: 300_000, interval: 250 }).toEqual([]);
      await simulator.settled();

      const found = await service.inspect((database) => disagreements(database, simulator.log(), placed()));
      console.log(
        `${name} by seed ${seed}: ${answered()} operations, ${kills} kills, ${simulator.log().length} movements; ` +
          `${faulty.length} of the last ${log.length} requests to the gateway with a fault; ${summary()}; ` +
          `renewals ${JSON.stringify(await service.inspect(renewals))}`,
      );
      expect(found).toEqual([]);
    });

    const summary = (): string => {
      const outcomes = Object.groupBy(placed(), ({ kind, outcome }) => `${kind} ${outcome?.is}`);
      const counts = Object.entries(outcomes).map(([what, orders]) => `${what} ${orders?.length}`);
      return counts.toSorted().join(', ');
    };

    test('the comparison detects what the gateway did and the service does not know, and the reverse', async () => {
      const log = simulator.log();
      const paymentsWith = (...kinds: readonly MoneyMovement['kind'][]) =>
        new Set(log.filter(({ kind }) => kinds.includes(kind)).map((one) => one.payment_intent));
      // Of a payment that was reversed, neither side holds anything.
      const skipped = { captured: paymentsWith('refunded', 'withdrawn'), refunded: paymentsWith('refund_failed') };
      const of = (what: keyof typeof skipped) =>
        log.find(({ kind, payment_intent }) => kind === what && !skipped[what].has(payment_intent))!;
      const forged: readonly (readonly MoneyMovement[])[] = [
        [...log, of('captured')],
        [...log, { ...of('captured'), payment_intent: 'pi_unknown', charge: 'ch_unknown' }],
        log.filter((movement) => movement !== of('captured')),
        log.filter((movement) => movement !== of('refunded')),
        log.map((movement) => (movement === of('captured') ? { ...movement, amount: movement.amount + 1 } : movement)),
        [...log, { ...of('refunded'), kind: 'refund_failed', payment_intent: 'pi_unknown', refund: 're_unknown' }],
      ];
      const found = await service.inspect((database) =>
        Promise.all(forged.map((each) => disagreements(database, each, placed()))),
      );
      expect(found.map((lines) => lines.length > 0)).toEqual(forged.map(() => true));
    });
  });
};
