import { code, editable, identity, noted, onCreate, oneOf, required, text, time } from './field.ts';
import { resource, type Writable } from './resource.ts';
import type { Infer } from './schema.ts';

export const LEDGER_ACCOUNT_TYPES = ['liability', 'revenue'] as const;

/** Begins with a letter or a digit, and has no two blanks in a row. */
const LEDGER_CODE = /^[A-Za-z0-9](?: ?[A-Za-z0-9\-_.,:])*$/;

/** An account of the merchant's bookkeeping, whose code labels invoice lines. */
export const generalLedgerAccount = resource('general_ledger_account', {
  id: code(13),
  code: noted(
    'Begins with a letter or a digit; -, _, dot, comma, colon and single blanks may follow. Unique within the site.',
    required(editable(code(255, LEDGER_CODE))),
  ),
  account_type: identity(onCreate(required(oneOf(LEDGER_ACCOUNT_TYPES)))),
  description: editable(text(255)),
  created_at: time(),
  updated_at: time(),
});

export type GeneralLedgerAccount = Infer<typeof generalLedgerAccount>;
export type GeneralLedgerAccountInput = Writable<typeof generalLedgerAccount>;
