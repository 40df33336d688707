import { intentsOf } from '@service/billing/engine/due/intent-kinds.ts';
import { withEvents } from '@service/billing/engine/recording/events/with-events.ts';
import type { Gateways } from '@service/billing/ports/gateway.ts';
import { needInvoice } from '@service/billing/queries/invoices/invoices.ts';
import type { Site } from '@service/billing/resources/site.ts';
import { siteTime } from '@service/billing/resources/site.ts';
import {
  type ConfirmedInvoicePayment,
  confirmInvoicePayment,
} from '@service/billing/usecases/invoices/confirm-invoice-payment.ts';
import { finishChallenge } from '@service/billing/usecases/payment-actions/finish-challenge.ts';
import { readPaymentAction } from '@service/billing/usecases/payment-actions/read-payment-action.ts';
import { startChallenge } from '@service/billing/usecases/payment-actions/start-challenge.ts';
import { expect } from 'vitest';
import type { GatewayLog, GatewayLogEntry } from '../../src/adapters/gateway/gateway-log.ts';
import { testBank, testChallenges } from '../../src/adapters/gateway/test/test-challenges.ts';
import { testResults } from '../../src/adapters/gateway/test/test-results.ts';
import { openWorld, randomIds } from '../../src/runtime/world.ts';
import { openPayments } from '../money/life.ts';
import { type ApiResponse, type TestService, textOf } from '../service.ts';

/** The version that introduced action tokens. */
export const V21 = { 'X-Api-Version': '2.21' };

/** A card whose payments the customer has to confirm. */
export const CHALLENGED = '4000000000003220';
/** A card that passes when it is presented; each later payment with it has to be confirmed. */
export const CHALLENGED_LATER = '4000008400001629';

export const codeOf = (answer: ApiResponse): string | undefined =>
  textOf(answer.xml, 'transaction_error', 'error_code');

/** Returns the action token of a payment that the customer has to confirm. */
export const actionOf = (answer: ApiResponse): string => {
  expect([answer.status, codeOf(answer)], answer.text).toEqual([422, 'three_d_secure_action_required']);
  expect(textOf(answer.xml, 'transaction_error', 'error_category')).toBe('3d_secure_action_required');
  const token = textOf(answer.xml, 'transaction_error', 'three_d_secure_action_token_id') ?? '';
  expect(token).toMatch(/^[A-Za-z0-9]{22,}$/);
  return token;
};

/** Acts as a customer in the browser, at the page of the bank. */
export const customerOf = (service: () => TestService, subdomain = 'demo') => {
  const parts = async () => {
    const { opened } = service().service;
    const { clock } = service();
    const ids = randomIds(clock);
    const results = testResults(ids);
    const log: GatewayLog = opened.gatewayLog<GatewayLogEntry>();
    const site = (await opened.sites.find(subdomain)) as Site;
    const gateways = testChallenges({ log, ...results }) as Pick<Gateways, 'challenge'>;
    const caller = { site, at: siteTime(site, clock), correlation: 'browser' };
    const bank = testBank({ log, clock, ...results });
    return { caller, bank, deps: { storage: opened.storage, gateways, world: { clock, ids } } };
  };
  const start = async (id: string): Promise<string | null> => {
    const { deps, caller } = await parts();
    return (await startChallenge(deps)(caller, { id })).url;
  };
  const finish = async (id: string): Promise<string> => {
    const { deps, caller } = await parts();
    return (await finishChallenge(deps)(caller, { id })).result_token;
  };
  const state = async (id: string): Promise<string> => {
    const { deps, caller } = await parts();
    return (await readPaymentAction(deps)(caller, { id })).state;
  };
  const decide = async (id: string, decision: 'confirm' | 'refuse'): Promise<void> => {
    const url = (await start(id)) ?? '';
    const { bank } = await parts();
    const decided = await bank.decide(decodeURIComponent(url.split('/').at(-1) ?? ''), decision);
    expect(decided).toMatchObject({ state: decision === 'confirm' ? 'confirmed' : 'refused' });
  };
  /** Passes the challenge, and returns the result token. */
  const confirm = async (id: string): Promise<string> => {
    await decide(id, 'confirm');
    return finish(id);
  };
  /** Pays an invoice on the account page: begins, or completes with a result token. */
  const payInvoice = async (number: string, result_token?: string): Promise<ConfirmedInvoicePayment> => {
    const { caller, deps } = await parts();
    const { opened } = service().service;
    const world = openWorld(service().clock);
    const { uuid } = await needInvoice(deps.storage.of(caller.site.id), number);
    const storage = withEvents(opened.storage, world);
    const paying = { ...openPayments(opened, world), storage, world };
    return confirmInvoicePayment({ ...paying, intents: intentsOf(paying) })(
      { ...caller, actor: 'customer' },
      { uuid, result_token },
    );
  };
  return { start, finish, state, decide, confirm, payInvoice };
};
