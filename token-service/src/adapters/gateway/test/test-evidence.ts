import type { DisputeAnswerOutcome, EvidenceOutcome, EvidenceRequest } from '@service/billing/ports/gateway.ts';

/** The text of evidence that the test gateway refuses. */
const REFUSED = 'refused_evidence';

/**
 * Takes evidence for disputes that were simulated. The outcome of a dispute is simulated as well, because there is no
 * bank. Evidence whose `uncategorized_text` is `refused_evidence` is refused.
 */
export const testEvidence = {
  submitEvidence: async ({ evidence, files, dispute }: EvidenceRequest): Promise<EvidenceOutcome> =>
    evidence.uncategorized_text === REFUSED
      ? { outcome: 'refused', message: 'Test gateway: this evidence is refused.' }
      : {
          outcome: 'submitted',
          files: files.map(({ field, name, type, bytes }) => ({
            field,
            name,
            type,
            size: bytes.length,
            reference: `${dispute}/${field}`,
          })),
        },
  acceptDispute: async (): Promise<DisputeAnswerOutcome> => ({ outcome: 'submitted' }),
};
