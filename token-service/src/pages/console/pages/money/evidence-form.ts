import {
  type DisputeEvidence,
  EVIDENCE_FIELDS,
  type EvidenceField,
} from '@service/billing/domain/disputes/evidence.ts';
import type { DisputeToAnswer } from '@service/billing/queries/dispute-evidence.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import type { Form } from '../../../../http/bodies/form.ts';
import { moneyOf } from '../../parts/figures.ts';
import type { FilledForm } from '../../parts/filled.ts';
import { areaField, formButtons, inputField, secretForm } from '../../parts/form.ts';
import { disputePath } from '../../parts/paths.ts';
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

/** The form with which a dispute is answered, filled in from what is known. */
export const evidenceForm = (
  visit: ConsoleVisit,
  filled: FilledForm,
  { dispute, draft }: Pick<DisputeToAnswer, 'dispute' | 'draft'>,
): Markup => {
  const here = `${visit.prefix}${disputePath(dispute.id)}`;
  const shown = EVIDENCE_FIELDS.filter((name) => {
    const { reasons } = FIELDS[name];
    return (
      draft[name] !== undefined || filled.values[name] !== undefined || !reasons || reasons.includes(dispute.reason)
    );
  });
  return secretForm(visit, { action: `${here}/evidence`, className: 'evidence' }, [
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

/** The texts that were sent, with their labels. */
export const sentTexts = (texts: DisputeEvidence): readonly { readonly label: string; readonly value: string }[] =>
  EVIDENCE_FIELDS.flatMap((name) => {
    const value = texts[name];
    return value ? [{ label: FIELDS[name].label, value }] : [];
  });
