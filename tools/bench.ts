/** Runs a benchmark by its name: `npm run bench -- tokens` runs the file `bench/tokens.ts` of one of the workspaces. */
import { basename } from 'node:path';
import { filePaths } from './repository.ts';
import { run } from './test/steps.ts';

const [name, ...options] = process.argv.slice(2);
const benchmarks = filePaths().filter((path) => /^[^/]+\/bench\/[^/]+(?<!\.test)\.ts$/.test(path));
const chosen = benchmarks.find((path) => basename(path, '.ts') === name);
if (!chosen) {
  const names = benchmarks.map((path) => basename(path, '.ts')).join(', ');
  console.error(`${name ? `There is no benchmark "${name}"` : 'Name a benchmark'}. There are: ${names || 'none'}.`);
  process.exit(1);
}
process.exit(await run(process.execPath, [chosen, ...options]));
