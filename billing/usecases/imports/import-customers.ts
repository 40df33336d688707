import { ACCOUNTS, GATEWAY_METHODS } from '../../domain/imports/tables.ts';
import { createAccount } from '../accounts/create-account.ts';
import { storeBillingInfo } from '../billing-info/store-billing-info.ts';
import { rowsOf } from './import-catalogue.ts';
import type { ImportRun } from './import-run.ts';
import { inParallel } from './in-parallel.ts';
import { accountInput, hasMethod, methodOffer } from './judge-customers.ts';

/** Records that are written at a time: they share a commit. */
export const AT_A_TIME = 16;

/** Creates the accounts that the site does not have, with their payment methods. */
export const importCustomers = async (run: ImportRun): Promise<void> => {
  await importAccounts(run);
  await importPaymentMethods(run);
};

const importAccounts = async (run: ImportRun): Promise<void> => {
  const { deps, caller, note } = run;
  const write = async (hasParent: boolean): Promise<void> => {
    const rows = rowsOf(run, ACCOUNTS);
    // Parents are above their children, which follow one by one.
    await inParallel(rows, hasParent ? 1 : AT_A_TIME, async ({ values }) => {
      if ((values.parent_account_code !== undefined) !== hasParent) return;
      if (values.account_state === 'closed') return note(ACCOUNTS.file, 'left_out');
      const isKnown = await deps.storage.of(caller.site.id).accounts.find(values.account_code ?? '');
      if (!isKnown) await createAccount(deps)(caller, { input: accountInput(values), issues: [] });
      note(ACCOUNTS.file, isKnown ? 'unchanged' : 'imported');
    });
  };
  await write(false);
  await write(true);
};

const importPaymentMethods = async (run: ImportRun): Promise<void> => {
  const { deps, caller, note } = run;
  await inParallel(rowsOf(run, GATEWAY_METHODS), AT_A_TIME, async ({ values }) => {
    const { account_code = '' } = values;
    const isKnown = await hasMethod(deps.storage.of(caller.site.id), account_code);
    if (!isKnown) await storeBillingInfo(deps)(caller, { account_code, offered: methodOffer(values), issues: [] });
    note(GATEWAY_METHODS.file, isKnown ? 'unchanged' : 'imported');
  });
};
