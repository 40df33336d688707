import type { EvidenceFile } from '@service/billing/domain/disputes/evidence.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { stripeClient } from './client.ts';
import { CREDENTIALS } from './start.fixture.ts';
import { openStripe, openStripeGround, type StripeGround } from './stripe.fixture.ts';

let ground: StripeGround;
beforeAll(async () => {
  ground = await openStripeGround();
});
afterAll(() => ground.stop());
afterEach(() => ground.line.repair());

/** A payment that its cardholder disputes, and the evidence for it. */
const disputed = async () => {
  const { gateway, pay, card, about } = openStripe(ground.line.url);
  const paid = await gateway.purchase(pay(card('4000000000000259'), 1000));
  await ground.simulator.advance(6000);
  const stripe = stripeClient(CREDENTIALS.secret_key, ground.line.url);
  const { data } = await stripe.disputes.list({ payment_intent: paid.reference ?? '' });
  const id = data[0]?.id ?? '';
  const submit = (
    evidence: Readonly<Record<string, string>>,
    key = 'evidence/1',
    dispute = id,
    files: readonly EvidenceFile[] = [],
  ) => {
    const { site, gateway_code, at, correlation } = about(paid, 1000);
    const sent = { site, gateway_code, at, correlation, key: `${id}/${key}`, dispute, evidence, files };
    return gateway.submitEvidence?.(sent);
  };
  const accept = (dispute = id) => {
    const { site, gateway_code, at, correlation } = about(paid, 1000);
    return gateway.acceptDispute?.({ site, gateway_code, at, correlation, key: `${dispute}/accept`, dispute });
  };
  return {
    submit,
    accept,
    current: () => stripe.disputes.retrieve(id),
    fileOf: (file: string) => stripe.files.retrieve(file),
  };
};

test('evidence goes to the bank at once, and is not sent twice', async () => {
  const { submit, current } = await disputed();
  const evidence = { product_description: 'A subscription', customer_name: 'Ada Lovelace' };
  expect(await submit(evidence)).toEqual({ outcome: 'submitted', files: [] });
  expect(await submit(evidence)).toEqual({ outcome: 'submitted', files: [] });
  expect(await current()).toMatchObject({
    status: 'under_review',
    evidence,
    evidence_details: { submission_count: 1 },
  });
});

test('files go to the gateway before the evidence that names them, and once', async () => {
  const { submit, current, fileOf } = await disputed();
  const file = (bytes: Uint8Array): EvidenceFile => ({
    field: 'receipt',
    name: 'receipt.pdf',
    type: 'application/pdf',
    bytes,
  });
  const receipt = file(Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(1_000_000, 0xc3)]));
  const first = await submit({}, 'evidence/7', undefined, [receipt]);
  expect(await submit({}, 'evidence/7', undefined, [receipt])).toEqual(first);
  const { receipt: named } = (await current()).evidence;
  expect(first).toEqual({
    outcome: 'submitted',
    files: [{ field: 'receipt', name: 'receipt.pdf', type: 'application/pdf', size: 1_000_008, reference: named }],
  });
  expect(await fileOf(String(named))).toMatchObject({ purpose: 'dispute_evidence', size: 1_000_008, type: 'pdf' });
  const none = file(Buffer.from('none'));
  expect(await submit({}, 'evidence/8', undefined, [none])).toMatchObject({ outcome: 'refused' });
});

test('evidence that wins decides the dispute', async () => {
  const { submit, current } = await disputed();
  expect(await submit({ uncategorized_text: 'winning_evidence' })).toEqual({ outcome: 'submitted', files: [] });
  await ground.simulator.advance(60_000);
  expect((await current()).status).toBe('won');
  expect(await submit({ customer_name: 'Ada' }, 'evidence/2')).toMatchObject({
    outcome: 'refused',
    message: 'This dispute is already closed.',
  });
});

test('a dispute that is accepted is lost, also if the answer is sent again', async () => {
  const { accept, current } = await disputed();
  expect(await accept()).toEqual({ outcome: 'submitted' });
  expect(await accept()).toEqual({ outcome: 'submitted' });
  expect((await current()).status).toBe('lost');
  expect(await accept('du_unknown')).toMatchObject({ outcome: 'refused' });
});

test('an unknown dispute is refused, and no answer leaves it open whether the evidence arrived', async () => {
  const { submit } = await disputed();
  expect(await submit({ customer_name: 'Ada' }, 'evidence/3', 'du_unknown')).toMatchObject({ outcome: 'refused' });
  ground.line.fail(({ path }) => (path.includes('/disputes') ? 'lose answer' : undefined));
  expect(await submit({ customer_name: 'Ada' }, 'evidence/4')).toMatchObject({ outcome: 'unknown' });
});
