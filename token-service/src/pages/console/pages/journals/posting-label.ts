import { type PostingTraits, WITHOUT_TAX } from '@service/billing/domain/journals/chart.ts';
import { ruleTraits } from '@service/billing/domain/journals/unmapped-words.ts';
import { LEDGER_NAMES } from '../../parts/ledger-names.ts';
import { taxTypeName } from '../../parts/tax-names.ts';

/** Returns the type of tax of a posting or a rule for people. */
const taxLabel = (type: string): string => (type === WITHOUT_TAX ? 'without tax' : taxTypeName(type));

/** Returns what rules tell a posting apart by: `Revenue in EUR, accounting code gold, VAT (EU)`. */
export const postingLabel = (traits: PostingTraits): string => {
  const { ledger_account, accounting_code, tax_type, currency } = ruleTraits(traits);
  return [
    `${LEDGER_NAMES[ledger_account]} in ${currency}`,
    ...(accounting_code === null ? [] : [`accounting code ${accounting_code}`]),
    ...(tax_type === null ? [] : [taxLabel(tax_type)]),
  ].join(', ');
};
