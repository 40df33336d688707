import type { DisputeAnswerOutcome, EvidenceOutcome } from '../../ports/gateway.ts';
import { Failure } from '../../values/failure.ts';

/**
 * Refuses an answer to a dispute that a gateway did not take. Throws `precondition_failed`, and `gateway_silent` for
 * one that may be repeated.
 */
export const refuseUnlessAnswered: <T extends DisputeAnswerOutcome | EvidenceOutcome>(
  answer: T,
  gateway_code: string,
) => asserts answer is T & { readonly outcome: 'submitted' } = (answer, gateway_code) => {
  switch (answer.outcome) {
    case 'submitted':
      return;
    case 'refused':
      throw new Failure('precondition_failed', { what: `The gateway refused the answer: ${answer.message}` });
    case 'unknown':
      throw new Failure('gateway_silent', { value: gateway_code, reason: answer.message });
    case 'unsupported':
      throw new Failure('precondition_failed', {
        what: `The gateway ${gateway_code} takes no answers from here. Answer the dispute on its own pages.`,
      });
  }
};
