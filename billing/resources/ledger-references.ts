import { editable, noted, recordId, since } from './field.ts';

/** The references of a product that label its invoice lines. */
export const ledgerReferences = {
  liability_gl_account_id: noted(
    'The id of a general ledger account of the type liability.',
    since('2.29', editable(recordId())),
  ),
  revenue_gl_account_id: noted(
    'The id of a general ledger account of the type revenue.',
    since('2.29', editable(recordId())),
  ),
  performance_obligation_id: since('2.29', editable(recordId())),
};

/** The ids that a record refers to, with which its lines are labeled. */
export interface LedgerReferences {
  readonly liability_gl_account_id: string | null;
  readonly revenue_gl_account_id: string | null;
  readonly performance_obligation_id: string | null;
}
