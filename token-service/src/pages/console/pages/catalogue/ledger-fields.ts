import type { GeneralLedgerAccountRecord } from '@service/billing/domain/general-ledger/record.ts';
import {
  listGeneralLedgerAccounts,
  listPerformanceObligations,
} from '@service/billing/queries/books/general-ledger.ts';
import { LEDGER_ACCOUNT_TYPES } from '@service/billing/resources/general-ledger-account.ts';
import type { FieldChoice } from '../../parts/form.ts';
import type { ConsoleVisit } from '../../visit.ts';
import type { CatalogueDeps } from './catalogue-deps.ts';
import { offered } from './offered.ts';
import type { TableField } from './table-spec.ts';

const NONE: FieldChoice = ['', 'None'];

/** The setup fee of a plan has references of its own. */
type Part = '' | 'setup_fee_';

/**
 * Returns the fields in which a product, or its setup fee, refers to general ledger accounts and an obligation of the
 * site, those without anything to refer to left out.
 */
export const ledgerFields = (deps: CatalogueDeps) => {
  const accounts = listGeneralLedgerAccounts(deps);
  const obligations = listPerformanceObligations(deps);
  const accountFields = ({ caller }: ConsoleVisit, part: Part) =>
    LEDGER_ACCOUNT_TYPES.map(async (type): Promise<TableField | undefined> => {
      const { records } = await accounts.page(caller, offered({ account_type: type }));
      return records.length === 0
        ? undefined
        : {
            name: `${part}${type}_gl_account_id`,
            label: `General ledger account of the ${type}${OF_PART[part]}`,
            choices: [NONE, ...records.map(accountChoice)],
          };
    });
  return async (visit: ConsoleVisit, part: Part = ''): Promise<readonly TableField[]> => {
    const [found, { records }] = await Promise.all([
      Promise.all(accountFields(visit, part)),
      obligations.page(visit.caller, offered({})),
    ]);
    const choices = records.map(({ id, name }): FieldChoice => [id, name]);
    return [
      ...found.filter((field) => field !== undefined),
      {
        name: `${part}performance_obligation_id`,
        label: `Performance obligation${OF_PART[part]}`,
        choices: [NONE, ...choices],
      },
    ];
  };
};

const OF_PART: Readonly<Record<Part, string>> = { '': '', setup_fee_: ' of the setup fee' };

const accountChoice = ({ id, code, description }: GeneralLedgerAccountRecord): FieldChoice => [
  id,
  description ? `${code}, ${description}` : code,
];
