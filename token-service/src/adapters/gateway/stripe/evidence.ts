import type { AcceptanceRequest, DisputeAnswerOutcome, EvidenceRequest } from '@service/billing/ports/gateway.ts';
import type { StripeParts } from './parts.ts';

/** Answers disputes: Stripe passes evidence on to the bank at once, and closes a dispute that is accepted. */
export const stripeEvidence = ({ stripe, begin }: Pick<StripeParts, 'stripe' | 'begin'>) => {
  const answered = (sent: Awaited<ReturnType<ReturnType<StripeParts['begin']>>>): DisputeAnswerOutcome => {
    if (!('problem' in sent)) return { outcome: 'submitted' };
    const { kind, message } = sent.problem;
    return { outcome: kind === 'refused' ? 'refused' : 'unknown', message };
  };
  return {
    submitEvidence: async ({ dispute, evidence, key }: EvidenceRequest): Promise<DisputeAnswerOutcome> =>
      answered(
        await begin()(
          (options) => stripe.disputes.update(dispute, { evidence: { ...evidence }, submit: true }, options),
          key,
        ),
      ),
    acceptDispute: async ({ dispute, key }: AcceptanceRequest): Promise<DisputeAnswerOutcome> =>
      answered(await begin()((options) => stripe.disputes.close(dispute, {}, options), key)),
  };
};
