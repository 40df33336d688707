import type { ImportProblem } from '../../domain/imports/column.ts';
import { EXPECTED_RENEWALS, IMPORT_TABLES } from '../../domain/imports/tables.ts';
import type { Caller } from '../../ports/caller.ts';
import type { ImportFiles } from '../../ports/import-files.ts';
import type { ImportDeps } from './import-deps.ts';
import { ImportProblems } from './import-rows.ts';
import { judgeAccounts, judgePaymentMethods } from './judge-customers.ts';
import { judgeOwed, judgeRedemptions, judgeSubscriptions } from './judge-sold.ts';
import { judgeCatalogue } from './judged-catalogue.ts';

export interface CheckedBusiness {
  /** The first problems, at most `MOST_PROBLEMS`. */
  readonly problems: readonly ImportProblem[];
  /** The number of all problems. */
  readonly count: number;
  /** The number of rows of each file, in the order of the files. */
  readonly rows: Readonly<Record<string, number>>;
}

/**
 * Checks the files of a business as a whole, against one another and against the site, and writes nothing. Asks the
 * gateways for the payment methods. Throws `GatewayUnanswered`.
 */
export const checkBusiness =
  (deps: ImportDeps) =>
  async (caller: Caller, files: ImportFiles): Promise<CheckedBusiness> => {
    const problems = new ImportProblems();
    const counts = new Map<string, number>();
    const records = deps.storage.of(caller.site.id);
    judgeNames(files, problems);
    const judging = { deps, files, problems, records, caller };
    const catalogue = await judgeCatalogue(judging, counts);
    const accounts = await judgeAccounts(judging, counts);
    await judgePaymentMethods(judging, accounts, counts);
    const sold = { accounts, catalogue, counts };
    const subscriptions = await judgeSubscriptions(judging, sold);
    await judgeRedemptions(judging, sold, subscriptions);
    await judgeOwed(judging, sold);
    const rows = Object.fromEntries(
      IMPORT_TABLES.flatMap(({ file }) => (counts.has(file) ? [[file, counts.get(file) ?? 0]] : [])),
    );
    return { problems: problems.first, count: problems.count, rows };
  };

/** Reports files that are unknown, or twice there. */
const judgeNames = ({ names }: ImportFiles, problems: ImportProblems): void => {
  const tables = [...IMPORT_TABLES, EXPECTED_RENEWALS];
  for (const { file, otherFiles } of tables) {
    const [used, ...others] = [file, ...otherFiles].filter((name) => names.includes(name));
    for (const other of others)
      problems.add({
        file: other,
        row: 1,
        column: null,
        says: `The file ${used} has the same records. Remove one of them.`,
      });
  }
  const known = tables.flatMap(({ file, otherFiles }) => [file, ...otherFiles]);
  for (const name of names) {
    if (!known.includes(name))
      problems.add({
        file: name,
        row: null,
        column: null,
        says: `There is no such file. Remove it, or name it ${known.join(', ')}.`,
      });
  }
  if (!names.some((name) => known.includes(name)))
    problems.add({
      file: null,
      row: null,
      column: null,
      says: `The folder has no file to import. Write one of ${known.join(', ')}.`,
    });
};
