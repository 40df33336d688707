import type { EvidenceOutcome, EvidenceRequest } from '@service/billing/ports/gateway.ts';
import type { StripeParts } from './parts.ts';

/** Submits evidence for disputes: Stripe passes it on to the bank at once. */
export const stripeEvidence = ({ stripe, begin }: Pick<StripeParts, 'stripe' | 'begin'>) => ({
  async submitEvidence({ dispute, evidence, key }: EvidenceRequest): Promise<EvidenceOutcome> {
    const sent = await begin()(
      (options) => stripe.disputes.update(dispute, { evidence: { ...evidence }, submit: true }, options),
      key,
    );
    if (!('problem' in sent)) return { outcome: 'submitted' };
    const { kind, message } = sent.problem;
    return { outcome: kind === 'refused' ? 'refused' : 'unknown', message };
  },
});
