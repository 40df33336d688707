import type { SentFile } from '@service/billing/domain/disputes/evidence.ts';
import type {
  AcceptanceRequest,
  DisputeAnswerOutcome,
  EvidenceOutcome,
  EvidenceRequest,
} from '@service/billing/ports/gateway.ts';
import type { StripeParts } from './parts.ts';
import type { Problem } from './problem.ts';
import type { StripeAnswer } from './send.ts';

/** Answers disputes: Stripe passes evidence on to the bank at once, and closes a dispute that is accepted. */
export const stripeEvidence = ({ stripe, begin }: Pick<StripeParts, 'stripe' | 'begin'>) => {
  const notSubmitted = ({ kind, message }: Problem) =>
    ({ outcome: kind === 'refused' ? 'refused' : 'unknown', message }) as const;
  const accepted = (sent: StripeAnswer<unknown>): DisputeAnswerOutcome =>
    'problem' in sent ? notSubmitted(sent.problem) : { outcome: 'submitted' };
  return {
    async submitEvidence({ dispute, evidence, files, key }: EvidenceRequest): Promise<EvidenceOutcome> {
      const send = begin();
      const sent: SentFile[] = [];
      for (const { field, name, type, bytes } of files) {
        const file = { data: Buffer.from(bytes), name, type };
        const made = await send(
          (options) => stripe.files.create({ purpose: 'dispute_evidence', file }, options),
          `${key}/${field}`,
        );
        if ('problem' in made) return notSubmitted(made.problem);
        sent.push({ field, name, type, size: bytes.length, reference: made.value.id });
      }
      const named = Object.fromEntries(sent.map(({ field, reference }) => [field, reference]));
      const updated = await send(
        (options) => stripe.disputes.update(dispute, { evidence: { ...evidence, ...named }, submit: true }, options),
        key,
      );
      return 'problem' in updated ? notSubmitted(updated.problem) : { outcome: 'submitted', files: sent };
    },
    acceptDispute: async ({ dispute, key }: AcceptanceRequest): Promise<DisputeAnswerOutcome> =>
      accepted(await begin()((options) => stripe.disputes.close(dispute, {}, options), key)),
  };
};
