import { describe, expect, test } from 'vitest';
import type { Intent } from '../../domain/payments/intent.ts';
import type { GatewayChoice, Gateways } from '../../ports/gateway.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import type { Site } from '../../resources/site.ts';
import { failOver } from './fail-over.ts';

const OPENED = { id: 'intent-1', gateway_code: 'first', leased_until_ms: 60_000 } as Intent;
const CHOICE: GatewayChoice = { currency: 'USD', type: 'credit_card', card_type: 'Visa', country: 'US' };
const NOW = 1_000_000;

/** Gateways in the order in which they are chosen, and the intent as it is stored. */
const open = (choice: GatewayChoice | undefined, { isOpen = true, codes = ['first', 'second', 'third'] } = {}) => {
  const saved: Intent[] = [];
  const intents = {
    find: async () => (isOpen ? OPENED : undefined),
    save: async (one: Intent) => void saved.push(one),
  };
  const storage = { transaction: (_: string, work: (records: object) => unknown) => work({ intents }) };
  const deps = {
    storage: storage as unknown as Storage,
    gateways: {
      choose: async (_: Site, { except = [] }: GatewayChoice) => codes.find((code) => !except.includes(code)),
    } as unknown as Gateways,
    world: { clock: { now: () => NOW } } as World,
  };
  const calls = failOver(deps, { id: 'site-1' } as Site, OPENED, choice);
  const called: string[] = [];
  const ask = (answers: Readonly<Record<string, object>>) =>
    calls.ask(async (code) => {
      called.push(code);
      return answers[code] ?? { outcome: 'succeeded' };
    });
  return { calls, called, saved, ask };
};

const UNREACHED = { outcome: 'declined', error_code: 'gateway_unavailable', unreached: true };

describe('a payment', () => {
  test('goes to the next gateway while none was reached, and its intent names each before it is called', async () => {
    const { called, calls, saved, ask } = open(CHOICE);
    expect(await ask({ first: UNREACHED, second: UNREACHED })).toEqual({ outcome: 'succeeded' });
    expect(called).toEqual(['first', 'second', 'third']);
    expect(saved.map(({ gateway_code, leased_until_ms }) => [gateway_code, leased_until_ms])).toEqual([
      ['second', NOW + 60_000],
      ['third', NOW + 60_000],
    ]);
    expect(calls.intent().gateway_code).toBe('third');
  });

  test('fails when no gateway was reached', async () => {
    const { called, ask } = open(CHOICE, { codes: ['first', 'second'] });
    expect(await ask({ first: UNREACHED, second: UNREACHED })).toEqual(UNREACHED);
    expect(called).toEqual(['first', 'second']);
  });

  test.each([
    ['was declined', { outcome: 'declined', error_code: 'declined' }, CHOICE],
    ['has an unknown outcome', { outcome: 'unknown' }, CHOICE],
    ['needs the customer', { outcome: 'action_required' }, CHOICE],
    ['is made with a method stored there', UNREACHED, undefined],
    ['names its gateway', UNREACHED, { ...CHOICE, gateway_code: 'first' }],
  ])('stays with its gateway when it %s', async (_, answer, choice) => {
    const { called, saved, ask } = open(choice);
    expect(await ask({ first: answer })).toEqual(answer);
    expect([called, saved]).toEqual([['first'], []]);
  });

  test('that another process has ended is not sent to another gateway', async () => {
    const { called, ask } = open(CHOICE, { isOpen: false });
    await expect(ask({ first: UNREACHED })).rejects.toMatchObject({ symbol: 'simultaneous_request' });
    expect(called).toEqual(['first']);
  });
});
