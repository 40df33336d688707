import type { GeneralLedgerAccountRecord } from '@service/billing/domain/general-ledger/record.ts';
import { listGeneralLedgerAccounts, listPerformanceObligations } from '@service/billing/queries/general-ledger.ts';
import { LEDGER_ACCOUNT_TYPES } from '@service/billing/resources/general-ledger-account.ts';
import type { FieldChoice } from '../../parts/form.ts';
import type { ConsoleVisit } from '../../visit.ts';
import type { CatalogueDeps } from './catalogue-deps.ts';
import { offered } from './offered.ts';
import type { TableField } from './table-spec.ts';

const NONE: FieldChoice = ['', 'None'];

/**
 * Returns the fields in which a product refers to general ledger accounts and an obligation of the site, those without
 * anything to refer to left out.
 */
export const ledgerFields = (deps: CatalogueDeps) => {
  const accounts = listGeneralLedgerAccounts(deps);
  const obligations = listPerformanceObligations(deps);
  const accountFields = ({ caller }: ConsoleVisit) =>
    LEDGER_ACCOUNT_TYPES.map(async (type): Promise<TableField | undefined> => {
      const { records } = await accounts.page(caller, offered({ account_type: type }));
      return records.length === 0
        ? undefined
        : {
            name: `${type}_gl_account_id`,
            label: `General ledger account of the ${type}`,
            choices: [NONE, ...records.map(accountChoice)],
          };
    });
  return async (visit: ConsoleVisit): Promise<readonly TableField[]> => {
    const [found, { records }] = await Promise.all([
      Promise.all(accountFields(visit)),
      obligations.page(visit.caller, offered({})),
    ]);
    const choices = records.map(({ id, name }): FieldChoice => [id, name]);
    return [
      ...found.filter((field) => field !== undefined),
      { name: 'performance_obligation_id', label: 'Performance obligation', choices: [NONE, ...choices] },
    ];
  };
};

const accountChoice = ({ id, code, description }: GeneralLedgerAccountRecord): FieldChoice => [
  id,
  description ? `${code}, ${description}` : code,
];
