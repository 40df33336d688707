#!/usr/bin/env node
/** `check <address>`: opens a merchant's checkout, and reports what customers see when something goes wrong. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CHECK_USAGE, CheckUsageError, readCheckOptions } from './options.ts';
import { reportPage } from './report-page.ts';
import { CannotCheck, runCheck } from './run-check.ts';
import { SITUATIONS } from './situations/index.ts';
import { conclude, exitStatus, summarize } from './summary.ts';

const CANNOT = 2;

const main = async (): Promise<number> => {
  const names = SITUATIONS.map(({ name }) => name);
  const options = readCheckOptions(process.argv.slice(2), process.env, names);
  if (typeof options === 'string') {
    console.log(options);
    return 0;
  }
  const results = await runCheck(options, (result) => {
    if (!options.json) console.log(summarize(result));
  });
  const report = join(options.report, 'index.html');
  await writeFile(report, reportPage(options.address, new Date(), results));
  if (options.json) console.log(JSON.stringify({ address: options.address, report, results }, null, 2));
  else console.log(`\n${conclude(results, report)}`);
  return exitStatus(results);
};

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof CheckUsageError || error instanceof CannotCheck)) throw error;
  console.error(error instanceof CheckUsageError ? `${error.message}\n\n${CHECK_USAGE}` : error.message);
  process.exitCode = CANNOT;
}
