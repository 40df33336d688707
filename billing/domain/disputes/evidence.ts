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

/** The files with which a merchant answers a dispute, by the names that gateways give them. */
export const EVIDENCE_FILE_FIELDS = [
  'receipt',
  'customer_communication',
  'service_documentation',
  'shipping_documentation',
  'cancellation_policy',
  'refund_policy',
  'uncategorized_file',
] as const;

export type EvidenceFileField = (typeof EVIDENCE_FILE_FIELDS)[number];

/** The types of files that banks read. */
export type EvidenceFileType = 'application/pdf' | 'image/png' | 'image/jpeg';

/** A file that is to be sent. */
export interface EvidenceFile {
  readonly field: EvidenceFileField;
  readonly name: string;
  readonly type: EvidenceFileType;
  readonly bytes: Uint8Array;
}

/** A file that was sent. The gateway has its content. */
export interface SentFile extends Omit<EvidenceFile, 'bytes'> {
  /** Bytes. */
  readonly size: number;
  /** The gateway's. */
  readonly reference: string;
}

const FILE_SIGNATURES: readonly (readonly [EvidenceFileType, readonly number[]])[] = [
  ['application/pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
];

/** Returns the type of a file by its first bytes; undefined for one that banks do not read. */
export const evidenceFileType = (bytes: Uint8Array): EvidenceFileType | undefined =>
  FILE_SIGNATURES.find(([, begins]) => begins.every((byte, place) => bytes[place] === byte))?.[0];

/** Bytes of all files together that card networks take. */
export const LARGEST_FILES = 4_500_000;

/** Evidence that was sent: what, by whom and when. */
export interface SentEvidence {
  readonly sent_at: Seconds;
  /** An actor of the audit log. */
  readonly sent_by: string;
  readonly texts: DisputeEvidence;
  /** Missing in evidence of earlier releases. */
  readonly files?: readonly SentFile[];
}

/** Characters of one text, and of all together, that card networks read. */
const LONGEST_TEXT = 20_000;
const LONGEST_EVIDENCE = 150_000;

/** Returns the problems of evidence that is to be sent. */
export const evidenceIssues = (evidence: DisputeEvidence, files: readonly EvidenceFile[] = []): Issue[] => {
  const texts = Object.entries(evidence);
  const total = texts.reduce((sum, [, text]) => sum + text.length, 0);
  return [
    ...texts
      .filter(([, text]) => text.length > LONGEST_TEXT)
      .map(([name]): Issue => ({ field: `evidence.${name}`, symbol: 'too_long', count: LONGEST_TEXT })),
    ...files
      .filter(({ bytes, type }) => evidenceFileType(bytes) !== type)
      .map(({ field }): Issue => ({ field: `evidence.${field}`, symbol: 'invalid' })),
    ...(files.reduce((sum, { bytes }) => sum + bytes.length, 0) > LARGEST_FILES
      ? [{ field: 'evidence.base', symbol: 'too_long', count: LARGEST_FILES } satisfies Issue]
      : []),
    ...(texts.length === 0 && files.length === 0 ? [{ field: 'evidence.base', symbol: 'empty' } satisfies Issue] : []),
    ...(total > LONGEST_EVIDENCE
      ? [{ field: 'evidence.base', symbol: 'too_long', count: LONGEST_EVIDENCE } satisfies Issue]
      : []),
  ];
};
