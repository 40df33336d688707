import type Stripe from 'stripe';
import { invalidRequest } from '../../http/api-error.ts';
import type { RequestParams } from '../../http/params.ts';
import { EVIDENCE } from '../../objects/dispute.ts';
import type { SimulatorWorld } from '../../world/world.ts';
import { mergeMetadata } from '../metadata.ts';
import { moveDisputed } from './move-disputed.ts';

const OPEN = ['needs_response', 'under_review', 'warning_needs_response', 'warning_under_review'];

const isInquiry = (dispute: Stripe.Dispute): boolean => dispute.status.startsWith('warning');

/** @throws {ApiError} 400 when the dispute is decided already */
const needOpen = (dispute: Stripe.Dispute): void => {
  if (!OPEN.includes(dispute.status)) throw invalidRequest('This dispute is already closed.');
};

/**
 * Decides a dispute. A won one returns the money; an inquiry closes without moving any.
 *
 * @throws {ApiError} 400 when it is decided already
 */
export const decideDispute = (world: SimulatorWorld, dispute: Stripe.Dispute, outcome: 'lost' | 'won'): void => {
  needOpen(dispute);
  const inquiry = isInquiry(dispute);
  const before = dispute.status;
  dispute.status = inquiry ? 'warning_closed' : outcome;
  dispute.is_charge_refundable = inquiry;
  world.emit('charge.dispute.updated', dispute, { status: before });
  if (!inquiry && outcome === 'won') moveDisputed(world, dispute, 'reinstated');
  world.emit('charge.dispute.closed', dispute, { status: before });
};

/**
 * Turns an inquiry into a dispute, which takes the money.
 *
 * @throws {ApiError} 400 when it is no open inquiry
 */
export const escalateInquiry = (world: SimulatorWorld, dispute: Stripe.Dispute): void => {
  needOpen(dispute);
  if (!isInquiry(dispute)) throw invalidRequest('This dispute is not an inquiry.');
  const before = dispute.status;
  dispute.status = 'needs_response';
  dispute.is_charge_refundable = false;
  if (dispute.payment_method_details?.card) dispute.payment_method_details.card.case_type = 'chargeback';
  world.emit('charge.dispute.updated', dispute, { status: before });
  moveDisputed(world, dispute, 'withdrawn');
};

/** Stripe's published texts of `uncategorized_text` that decide a test dispute. */
const DECISIVE = { winning_evidence: 'won', losing_evidence: 'lost' } as const;

/** The members of the evidence that name files. */
const FILES = [
  'cancellation_policy',
  'customer_communication',
  'customer_signature',
  'duplicate_charge_documentation',
  'receipt',
  'refund_policy',
  'service_documentation',
  'shipping_documentation',
  'uncategorized_file',
] as const satisfies readonly (typeof EVIDENCE)[number][];

/**
 * Updates evidence and metadata of a dispute. Unless `submit` is false, the bank reviews it; the texts
 * `winning_evidence` and `losing_evidence` decide the dispute a while later.
 *
 * @throws {ApiError} 400 when it is decided already
 */
export const updateDispute = (world: SimulatorWorld, dispute: Stripe.Dispute, params: RequestParams): void => {
  const evidence = params.object('evidence');
  const sent = Object.fromEntries(
    EVIDENCE.flatMap((name) => (evidence?.has(name) ? [[name, evidence.text(name) ?? null] as const] : [])),
  );
  for (const name of FILES) {
    const id = sent[name];
    if (id) world.state.files.need(id, `evidence[${name}]`);
  }
  const submit = params.flag('submit') ?? true;
  const metadata = params.map('metadata');
  params.finish();
  dispute.metadata = mergeMetadata(dispute.metadata, metadata);
  if (!evidence) return;
  needOpen(dispute);
  Object.assign(dispute.evidence, sent);
  dispute.evidence_details.has_evidence = true;
  const before = dispute.status;
  if (submit) {
    dispute.evidence_details.submission_count += 1;
    dispute.evidence_details.submission_method = 'manual';
    dispute.status = isInquiry(dispute) ? 'warning_under_review' : 'under_review';
    const text = dispute.evidence.uncategorized_text ?? '';
    const outcome = Object.hasOwn(DECISIVE, text) ? DECISIVE[text as keyof typeof DECISIVE] : undefined;
    if (outcome)
      world.clock.after(world.delays.dispute, () => {
        if (OPEN.includes(dispute.status)) decideDispute(world, dispute, outcome);
      });
  }
  world.emit('charge.dispute.updated', dispute, { status: before });
};
