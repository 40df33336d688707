/**
 * Builds what browsers load: the library (sdk/dist) and the frame document (hosted-fields/dist).
 * With `--if-stale` it builds only when a source changed since the last build.
 */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { digestSources } from './build/stamp.ts';

const root = join(import.meta.dirname, '..');
const sdk = join(root, 'sdk');
const hostedFields = join(root, 'hosted-fields');
const stamp = join(sdk, 'dist/.built-from');

const read = (file: string) => readFile(file, 'utf8').catch(() => '');

const isFresh = async (digest: string) =>
  (await read(stamp)) === digest && (await read(join(hostedFields, 'dist/field.html'))) !== '';

const build = async (digest: string) => {
  // The bundlers take longer to load than the question whether they are needed.
  const [{ buildSdk, scriptWithoutPricing }, { buildHostedFields }, { weigh }] = await Promise.all([
    import('./build/sdk.ts'),
    import('./build/hosted-fields.ts'),
    import('./build/weigh.ts'),
  ]);
  await rm(stamp, { force: true });
  const sources = { sdk, frame: await buildHostedFields(hostedFields) };
  await buildSdk(sources);
  weigh('service.js', await readFile(join(sdk, 'dist/service.js')), 14_600);
  weigh('service.js without Pricing', await scriptWithoutPricing(sources), 9_100);
  weigh('field.html', await readFile(join(hostedFields, 'dist/field.html')), 9_000);
  await writeFile(stamp, digest);
};

const digest = await digestSources(root);
if (!process.argv.includes('--if-stale') || !(await isFresh(digest))) await build(digest);
