import type { Issue } from '../../values/failure.ts';
import type { Seconds } from '../../values/time.ts';

/** The texts with which a merchant answers a dispute, by the names that gateways give them. */
export const EVIDENCE_FIELDS = [
  'product_description',
  'customer_name',
  'customer_email_address',
  'customer_purchase_ip',
  'billing_address',
  'shipping_address',
  'service_date',
  'access_activity_log',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'duplicate_charge_explanation',
  'uncategorized_text',
] as const;

export type EvidenceField = (typeof EVIDENCE_FIELDS)[number];

/** Evidence as it is sent: texts that are not empty. */
export type DisputeEvidence = Readonly<Partial<Record<EvidenceField, string>>>;

/** Evidence that was sent: what, by whom and when. */
export interface SentEvidence {
  readonly sent_at: Seconds;
  /** An actor of the audit log. */
  readonly sent_by: string;
  readonly texts: DisputeEvidence;
}

/** Characters of one text, and of all together, that card networks read. */
const LONGEST_TEXT = 20_000;
const LONGEST_EVIDENCE = 150_000;

/** Returns the problems of evidence that is to be sent. */
export const evidenceIssues = (evidence: DisputeEvidence): Issue[] => {
  const texts = Object.entries(evidence);
  const total = texts.reduce((sum, [, text]) => sum + text.length, 0);
  return [
    ...texts
      .filter(([, text]) => text.length > LONGEST_TEXT)
      .map(([name]): Issue => ({ field: `evidence.${name}`, symbol: 'too_long', count: LONGEST_TEXT })),
    ...(texts.length === 0 ? [{ field: 'evidence.base', symbol: 'empty' } satisfies Issue] : []),
    ...(total > LONGEST_EVIDENCE
      ? [{ field: 'evidence.base', symbol: 'too_long', count: LONGEST_EVIDENCE } satisfies Issue]
      : []),
  ];
};
