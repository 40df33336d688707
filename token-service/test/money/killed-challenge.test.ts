import type { PlacedOrder } from '@service/billing/engine/orders/place-order.ts';
import type { PurchaseRequest } from '@service/billing/engine/orders/reading/read-purchase.ts';
import type { OrderDeps } from '@service/billing/engine/orders/with-order.ts';
import type { Caller } from '@service/billing/ports/caller.ts';
import { finishChallenge } from '@service/billing/usecases/payment-actions/finish-challenge.ts';
import { createPurchase } from '@service/billing/usecases/purchases/create-purchase.ts';
import { Failure } from '@service/billing/values/failure.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GatewayLogEntry } from '../../src/adapters/gateway/gateway-log.ts';
import { testBank } from '../../src/adapters/gateway/test/test-challenges.ts';
import { testResults } from '../../src/adapters/gateway/test/test-results.ts';
import { gatewayLog } from '../../src/adapters/storage/records/gateway-log.ts';
import { fresh } from '../service.ts';
import { audit } from './audit.ts';
import { ENGINES } from './ground.ts';
import { type Deployment, offering, openDeployment } from './life.ts';

const CHALLENGED = '4000000000003220';

/**
 * Kills a process at every step of a payment that the customer confirms. Nothing is charged twice or without its
 * invoice, and at the gateway no operation waits that the service does not know.
 */
describe.each(ENGINES)('a process on $name that is killed', (engine) => {
  let deployment: Deployment;
  beforeAll(async () => {
    deployment = await openDeployment(engine);
  });
  afterAll(() => deployment?.close());

  const request = (code: string, offered: PurchaseRequest['offered']): PurchaseRequest => ({
    account: { account_code: code },
    offered,
    purchase: { currency: 'USD', adjustments: [{ unit_amount_in_cents: 2000 }] },
    issues: [],
    version: '2.22',
  });
  const begin = (deps: OrderDeps, caller: Caller, code: string) =>
    createPurchase(deps)(caller, request(code, offering(deps, deployment.site, CHALLENGED)));
  const complete = (deps: OrderDeps, caller: Caller, code: string, result: string) =>
    createPurchase(deps)(caller, request(code, { input: { three_d_secure_action_result_token_id: result } }));
  const actionOf = (placed: PlacedOrder): string => {
    if (placed.outcome !== 'declined') throw new Error('The payment was not challenged.');
    expect(placed.error_code).toBe('three_d_secure_action_required');
    return placed.transaction?.action_token ?? '';
  };
  const confirm = async (id: string): Promise<string> => {
    const { deps } = deployment.start();
    const caller = await deployment.caller(fresh('key'));
    const action = await deps.storage.of(deployment.site.id).paymentActions.find(id);
    const log = gatewayLog<GatewayLogEntry>(deployment.database);
    const bank = testBank({ log, clock: deployment.clock, ...testResults(deps.world.ids) });
    await bank.decide(action?.gateway_action ?? '', 'confirm');
    return (await finishChallenge(deps)(caller, { id })).result_token;
  };
  const recover = async (): Promise<void> => {
    // The leases of the payment intent and of the key expire 60 seconds after the kill.
    deployment.clock.advance({ seconds: 60 });
    for (let again = 0; !(await deployment.recover(deployment.start(again))); again += 1);
  };
  const invoicesOf = (code: string) =>
    deployment.database.all(
      'SELECT i.state FROM invoices i JOIN accounts a ON a.site_id = i.site_id AND a.id = i.account_id WHERE a.account_code = $1',
      [code],
    );
  /** Operations that wait at the gateway and have no action, which would cancel them. */
  const forgotten = async (): Promise<string[]> => {
    const rows = await deployment.database.all('SELECT entry FROM gateway_log');
    const calls = rows.map(({ entry }): GatewayLogEntry => JSON.parse(String(entry)));
    const known = await deployment.database.all('SELECT gateway_action FROM payment_actions');
    const tokens = new Set(known.map(({ gateway_action }) => gateway_action));
    return calls.flatMap(({ answer, reference }) => {
      if (answer.outcome !== 'action_required' || tokens.has(answer.action_token)) return [];
      return calls.some(({ about, action }) => about === reference && action === 'void') ? [] : [answer.action_token];
    });
  };

  test('before the customer confirms: the same request gets an action token', { timeout: 120_000 }, async () => {
    for (let step = 0; ; step += 1) {
      const [code, key] = [fresh('challenged'), fresh('key')];
      const caller = await deployment.caller(key);
      const survived = await deployment.start(step).survives((deps) => begin(deps, caller, code));
      await recover();
      expect(await audit(deployment.database), `killed at step ${step}`).toEqual([]);
      expect(await forgotten(), `killed at step ${step}`).toEqual([]);
      const { deps } = deployment.start();
      const id = actionOf(await begin(deps, await deployment.caller(key), code));
      const paid = await complete(deps, await deployment.caller(fresh('key')), code, await confirm(id));
      expect(paid.outcome, `completed after step ${step}`).toBe('placed');
      expect(await audit(deployment.database), `completed after step ${step}`).toEqual([]);
      if (!survived) continue;
      expect(step).toBeGreaterThan(1);
      return;
    }
  });

  test('after the customer confirmed: paid once, or reversed and begun again', { timeout: 120_000 }, async () => {
    for (let step = 0; ; step += 1) {
      const [code, key] = [fresh('confirmed'), fresh('key')];
      const { deps } = deployment.start();
      const id = actionOf(await begin(deps, await deployment.caller(fresh('key')), code));
      const result = await confirm(id);
      const caller = await deployment.caller(key);
      const survived = await deployment.start(step).survives((killed) => complete(killed, caller, code, result));
      await recover();
      expect(await audit(deployment.database), `killed at step ${step}`).toEqual([]);
      expect(await forgotten(), `killed at step ${step}`).toEqual([]);
      try {
        const retried = await complete(deps, await deployment.caller(key), code, result);
        expect(retried.outcome, `retried after step ${step}`).toBe('placed');
      } catch (error) {
        // The result token was used by the process that died, and its payment was reversed.
        if (!(error instanceof Failure)) throw error;
        expect(error.symbol, `retried after step ${step}`).toBe('token_invalid');
        expect(await invoicesOf(code), `reversed after step ${step}`).toEqual([]);
        const again = actionOf(await begin(deps, await deployment.caller(fresh('key')), code));
        const paid = await complete(deps, await deployment.caller(fresh('key')), code, await confirm(again));
        expect(paid.outcome).toBe('placed');
      }
      expect(await invoicesOf(code), `paid after step ${step}`).toEqual([{ state: 'paid' }]);
      expect(await audit(deployment.database), `paid after step ${step}`).toEqual([]);
      if (!survived) continue;
      expect(step).toBeGreaterThan(1);
      return;
    }
  });
});
