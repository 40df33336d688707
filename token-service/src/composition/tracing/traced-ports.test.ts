import { DUE_KIND_NAMES } from '@service/billing/domain/due/kinds.ts';
import { type DueKindsDeps, dueKinds } from '@service/billing/engine/due/kinds.ts';
import type { Gateways } from '@service/billing/ports/gateway.ts';
import { expect, test } from 'vitest';
import type { Spans } from './spans.ts';
import { tracedDueKinds } from './traced-due-kinds.ts';
import { tracedGateways } from './traced-gateways.ts';
import { tracedMail } from './traced-mail.ts';

/** Keeps the names of spans. */
const recorded = (): { readonly spans: Spans; readonly names: string[]; readonly failed: string[] } => {
  const [names, failed]: [string[], string[]] = [[], []];
  const spans: Spans = {
    within(name, _about, work) {
      names.push(name);
      return work({ set: () => {}, rename: () => {}, fail: () => void failed.push(name) });
    },
    traceId: () => undefined,
    traceparent: () => undefined,
    close: async () => {},
  };
  return { spans, names, failed };
};

/** The span of each function of the port; null: it asks no gateway. A function without an entry does not compile. */
const SPANS: Readonly<Record<keyof Gateways, string | null>> = {
  codes: null,
  knows: null,
  choose: null,
  parseNotification: null,
  verify: 'gateway verify',
  authorize: 'gateway authorize',
  purchase: 'gateway purchase',
  capture: 'gateway capture',
  void: 'gateway void',
  refund: 'gateway refund',
  challenge: 'gateway challenge',
  lookup: 'gateway lookup',
  list: 'gateway list',
  listPayouts: 'gateway list_payouts',
  listPayoutLines: 'gateway list_payout_lines',
  findMethod: 'gateway find_method',
  submitEvidence: 'gateway submit_evidence',
  acceptDispute: 'gateway accept_dispute',
};

test.each(Object.entries(SPANS))('%s of a gateway has the span %j', async (name, span) => {
  const { spans, names } = recorded();
  const port = Object.fromEntries(Object.keys(SPANS).map((each) => [each, async () => ({})])) as unknown as Gateways;
  const traced = tracedGateways(spans, port);
  const request = { site: { subdomain: 'demo' }, gateway_code: 'main', correlation: 'a-request' };
  await (traced[name as keyof Gateways] as (given: unknown) => Promise<unknown>)(request);
  expect(names).toEqual(span === null ? [] : [span]);
});

test('every kind of due work has a span', async () => {
  const { spans, names } = recorded();
  const kinds = dueKinds({} as DueKindsDeps).map((kind) => ({ ...kind, run: async () => {} }));
  const caller = { site: { subdomain: 'demo' }, correlation: 'a-round' };
  for (const { run } of tracedDueKinds(spans, kinds)) await run(caller as never, {} as never);
  expect(names).toEqual(DUE_KIND_NAMES.map((kind) => `due ${kind}`));
});

test.each([
  ['delivered', false],
  ['kept', false],
  ['skipped', false],
  ['bounced', false],
  ['queued', true],
  ['failed', true],
] as const)('a message that is %s has a span; failed: %s', async (status, isFailed) => {
  const { spans, names, failed } = recorded();
  const message = { kind: 'receipt', id: '1', correlation: 'a-request' };
  const send = tracedMail(spans, async () => status);
  expect(await send({ subdomain: 'demo' } as never, message as never, () => true)).toBe(status);
  expect(names).toEqual(['mail receipt']);
  expect(failed).toEqual(isFailed ? names : []);
});
