import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Site } from '@service/billing/resources/site.ts';
import { type Simulator, startSimulator } from '@service/gateway-simulator/src/index.ts';
import { expect } from 'vitest';
import { gatewayTool } from '../../src/cli/gateway.ts';
import { runTool } from '../../src/cli/tool.ts';
import { fresh, textOf, within } from '../service.ts';
import { openShop, type SubscriptionShop } from './subscription-shop.ts';
import type { Watched } from './what-is-kept.ts';

export const SECRET_KEY = 'sk_test_9d41c8e07ab35f26';
export const WEBHOOK_SECRET = 'whsec_5be2f7c9a1d04e83';

/** The simulator's fee for a dispute that takes money. */
export const DISPUTE_FEE = 1500;

/** A site that charges with an account at Stripe, whose place a simulator takes. */
export interface StripeShop extends SubscriptionShop {
  readonly simulator: Simulator;
  /** The lines that the command line printed. */
  readonly printed: readonly string[];
  /** Runs `npm run gateway --` for the site: `gateway('add', 'cards', …)`. */
  gateway(command: string, ...args: string[]): Promise<{ readonly status: number; readonly text: string }>;
  /** Adds an account at Stripe; `endpoint`: of the simulator by default. */
  addStripe(code: string, endpoint?: string): Promise<void>;
  /** Sells a charge of 9.00 USD to an account, with the billing info given. */
  buy(account: string, billingInfo?: string, inner?: string): ReturnType<SubscriptionShop['api']>;
  /** The code of the gateway account that took the latest payment of an answer. */
  takenBy(answer: Awaited<ReturnType<SubscriptionShop['api']>>): Promise<string | null | undefined>;
  /** The money that the simulator has moved, in order: `captured 900`. */
  moved(): string[];
  close(): Promise<void>;
}

export const SECRETS = { SECRETS_KEY: randomBytes(32).toString('base64') };

/** Opens a shop; the clocks of the service and of the simulator show the same. */
export const openStripeShop = async (watched: Watched, changes: Partial<Site> = {}): Promise<StripeShop> => {
  const simulator = await startSimulator({
    clock: 'manual',
    start: watched.service.clock.now(),
    disputeFee: DISPUTE_FEE,
  });
  const shop = await openShop(watched.service, changes);
  const folder = mkdtempSync(join(tmpdir(), 'stripe-'));
  const printed: string[] = [];
  const gateway: StripeShop['gateway'] = async (command, ...args) => {
    const outcome = await runTool(gatewayTool, [command, shop.site.subdomain, ...args], watched.env);
    printed.push(outcome.text);
    return outcome;
  };
  return {
    ...shop,
    simulator,
    printed,
    gateway,
    async addStripe(code, endpoint = simulator.url) {
      const file = join(folder, fresh('credentials'));
      writeFileSync(file, JSON.stringify({ secret_key: SECRET_KEY, webhook_secret: WEBHOOK_SECRET }));
      const settings = ['--adapter', 'stripe', '--credentials-file', file, '--endpoint', endpoint];
      const { status, text } = await gateway('add', code, ...settings);
      expect(status, text).toBe(0);
    },
    buy: (account, billingInfo = '', inner = '') =>
      shop.api(
        'POST',
        '/v2/purchases',
        `<purchase><account><account_code>${account}</account_code>${billingInfo}</account><currency>USD</currency>` +
          '<adjustments><adjustment><unit_amount_in_cents>900</unit_amount_in_cents></adjustment></adjustments>' +
          `${inner}</purchase>`,
      ),
    async takenBy(answer) {
      expect(answer.status, answer.text).toBe(200);
      const uuid = textOf(within(answer.xml, 'charge_invoice', 'transactions', 'transaction'), 'uuid') ?? '';
      return (await shop.records().transactions.find(uuid))?.gateway_code;
    },
    moved: () => simulator.log().map(({ kind, amount }) => `${kind} ${amount}`),
    async close() {
      await simulator.stop();
      rmSync(folder, { recursive: true });
    },
  };
};
