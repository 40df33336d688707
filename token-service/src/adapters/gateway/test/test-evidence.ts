import type { DisputeAnswerOutcome, EvidenceRequest } from '@service/billing/ports/gateway.ts';

/** The text of evidence that the test gateway refuses. */
const REFUSED = 'refused_evidence';

/**
 * Takes evidence for disputes that were simulated. The outcome of a dispute is simulated as well, because there is no
 * bank. Evidence whose `uncategorized_text` is `refused_evidence` is refused.
 */
export const testEvidence = {
  submitEvidence: async ({ evidence }: EvidenceRequest): Promise<DisputeAnswerOutcome> =>
    evidence.uncategorized_text === REFUSED
      ? { outcome: 'refused', message: 'Test gateway: this evidence is refused.' }
      : { outcome: 'submitted' },
  acceptDispute: async (): Promise<DisputeAnswerOutcome> => ({ outcome: 'submitted' }),
};
