import {
  type DisputeEvidence,
  EVIDENCE_FIELDS,
  EVIDENCE_FILE_FIELDS,
  type EvidenceField,
  type EvidenceFile,
  type EvidenceFileField,
  evidenceFileType,
  LARGEST_FILES,
  type SentFile,
} from '@service/billing/domain/disputes/evidence.ts';
import type { DisputeToAnswer } from '@service/billing/queries/disputes/dispute-evidence.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import type { Form } from '../../../../http/bodies/form.ts';
import type { UploadedFile } from '../../../../http/bodies/upload-form.ts';
import { moneyOf } from '../../parts/figures.ts';
import type { FilledForm } from '../../parts/filled.ts';
import { areaField, fileField, formButtons, inputField, secretForm } from '../../parts/form.ts';
import { disputePath } from '../../parts/paths.ts';
import { FormProblem } from '../../route.ts';
import type { ConsoleVisit } from '../../visit.ts';

interface FieldWords {
  readonly label: string;
  readonly hint?: string;
  /** Whether the text has one line. */
  readonly short?: true;
  /** The reasons of disputes for which it is shown although it is empty; every reason unless given. */
  readonly reasons?: readonly string[];
}

const FIELDS: Readonly<Record<EvidenceField, FieldWords>> = {
  product_description: { label: 'What was sold', hint: 'From the lines of the invoice.' },
  customer_name: { label: 'Name of the customer', short: true },
  customer_email_address: { label: 'Email of the customer', short: true },
  customer_purchase_ip: { label: 'IP address of the purchase', short: true },
  billing_address: { label: 'Billing address', short: true },
  shipping_address: { label: 'Shipping address', short: true, reasons: ['product_not_received'] },
  service_date: { label: 'Date of the service', short: true },
  access_activity_log: { label: 'Use of the product', hint: 'From the usage that was recorded.' },
  cancellation_policy_disclosure: {
    label: 'How the customer was told of the rules for canceling',
    reasons: ['subscription_canceled'],
  },
  cancellation_rebuttal: { label: 'Whether it was canceled', hint: 'From the subscription.' },
  refund_policy_disclosure: {
    label: 'How the customer was told of the rules for refunds',
    reasons: ['credit_not_processed', 'product_unacceptable'],
  },
  refund_refusal_explanation: {
    label: 'Why it was not refunded',
    reasons: ['credit_not_processed', 'product_unacceptable'],
  },
  duplicate_charge_explanation: { label: 'How this payment differs from the other', reasons: ['duplicate'] },
  uncategorized_text: { label: 'Anything else', hint: 'Drafted from the invoice and the mail that was sent.' },
};

const FILES: Readonly<Record<EvidenceFileField, FieldWords>> = {
  receipt: { label: 'Receipt or invoice' },
  customer_communication: { label: 'Messages with the customer' },
  service_documentation: { label: 'Proof that it was provided' },
  shipping_documentation: { label: 'Proof of delivery', reasons: ['product_not_received'] },
  cancellation_policy: { label: 'Rules for canceling', reasons: ['subscription_canceled'] },
  refund_policy: { label: 'Rules for refunds', reasons: ['credit_not_processed', 'product_unacceptable'] },
  uncategorized_file: { label: 'Another file' },
};

/** The bytes up to which files are read at all: larger ones than banks take are refused with their size. */
export const LARGEST_EVIDENCE_UPLOAD = 2 * LARGEST_FILES;

const kilobytes = (bytes: number): string => `${Math.ceil(bytes / 1000)} kB`;

/** The form with which a dispute is answered, filled in from what is known. */
export const evidenceForm = (
  visit: ConsoleVisit,
  filled: FilledForm,
  { dispute, draft }: Pick<DisputeToAnswer, 'dispute' | 'draft'>,
): Markup => {
  const here = `${visit.prefix}${disputePath(dispute.id)}`;
  const shown = EVIDENCE_FIELDS.filter((name) => {
    return draft[name] !== undefined || filled.values[name] !== undefined || isAsked(FIELDS[name], dispute.reason);
  });
  return secretForm(visit, { action: `${here}/evidence`, className: 'evidence', uploads: true }, [
    html`<p class="quiet">The bank reads this once. Remove what does not help: everything here is sent as it is.</p>`,
    ...shown.map((name) => {
      const { label, hint, short } = FIELDS[name];
      const field = {
        name,
        label,
        hint,
        value: 'form_id' in filled.values ? (filled.values[name] ?? '') : draft[name],
      };
      return short
        ? inputField(filled, { ...field, attributes: { maxlength: '20000' } })
        : areaField(filled, { ...field, attributes: { maxlength: '20000' } });
    }),
    html`<fieldset class="field"><legend>Files</legend><p class="quiet">PDF, PNG or JPEG, ${kilobytes(LARGEST_FILES)} together. A file that was sent stays until another one takes its place.</p>
${EVIDENCE_FILE_FIELDS.filter((name) => isAsked(FILES[name], dispute.reason)).map((name) => {
  const sent = dispute.evidence?.files?.find(({ field }) => field === name);
  return fileField(filled, {
    name,
    label: FILES[name].label,
    hint: sent && `Sent: ${fileText(sent)}`,
    attributes: { accept: 'application/pdf,image/png,image/jpeg' },
  });
})}</fieldset>`,
    formButtons(`Send the evidence for ${moneyOf(dispute.amount_in_cents, dispute.currency)}`, { back: here }),
  ]);
};

/** Reads the evidence of a form: texts that are not empty. */
export const evidenceIn = (form: Form): DisputeEvidence =>
  Object.fromEntries(
    EVIDENCE_FIELDS.flatMap((name) => {
      const text = form[name];
      return text ? [[name, text]] : [];
    }),
  );

const isAsked = ({ reasons }: FieldWords, reason: string): boolean => !reasons || reasons.includes(reason);

/** Reads the files of a form. Throws `FormProblem` for files that banks do not read. */
export const evidenceFilesIn = (files: ReadonlyMap<string, UploadedFile>): readonly EvidenceFile[] => {
  const problems: Record<string, string> = {};
  const found = EVIDENCE_FILE_FIELDS.flatMap((field): EvidenceFile[] => {
    const file = files.get(field);
    if (!file) return [];
    const type = evidenceFileType(file.bytes);
    if (type) return [{ field, type, ...file }];
    problems[field] = 'A file is a PDF, PNG or JPEG, and this is none. Export it as PDF.';
    return [];
  });
  if (Object.keys(problems).length > 0) {
    throw new FormProblem('Nothing was sent. Choose the files again.', problems);
  }
  const size = found.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (size > LARGEST_FILES) {
    throw new FormProblem(
      `Nothing was sent: the files have ${kilobytes(size)}, and banks take ${kilobytes(LARGEST_FILES)} together. Choose smaller files again.`,
    );
  }
  return found;
};

/** `receipt.pdf, 240 kB`. */
const fileText = ({ name, size }: Pick<SentFile, 'name' | 'size'>): string => `${name}, ${kilobytes(size)}`;

/** The files that were sent, with their labels. */
export const sentFilesOf = (files: readonly SentFile[] = []): readonly { label: string; value: string }[] =>
  files.map((file) => ({ label: FILES[file.field].label, value: fileText(file) }));

/** The texts that were sent, with their labels. */
export const sentTexts = (texts: DisputeEvidence): readonly { readonly label: string; readonly value: string }[] =>
  EVIDENCE_FIELDS.flatMap((name) => {
    const value = texts[name];
    return value ? [{ label: FIELDS[name].label, value }] : [];
  });
