/**
 * Builds what browsers load: the library (sdk/dist) and the frame document (hosted-fields/dist). With `--if-stale` it
 * builds only if a source changed since the last build; with `--if-possible` it keeps the existing files, and says so,
 * if the bundlers are not installed. A file above its limit fails the build; with `--sizes` it prints the size of each.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { digestSources } from './build/stamp.ts';
import { weigh } from './build/weigh.ts';

const root = join(import.meta.dirname, '..');
const sdk = join(root, 'sdk');
const hostedFields = join(root, 'hosted-fields');
const stamp = join(sdk, 'dist/.built-from');

const read = (file: string) => readFile(file, 'utf8').catch(() => '');

const isFresh = async (digest: string) =>
  (await read(stamp)) === digest && (await read(join(hostedFields, 'dist/field.html'))) !== '';

/**
 * Loaded on demand: they are development dependencies, and take longer to load than the check whether they are needed.
 */
const loadBundlers = async () => ({
  ...(await import('./build/sdk.ts')),
  ...(await import('./build/hosted-fields.ts')),
});

const isMissingPackage = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND' && /package/.test(error.message);

const keepBuilt = async () => {
  const built = (await read(join(sdk, 'dist/service.js'))) && (await read(join(hostedFields, 'dist/field.html')));
  console.log(
    built
      ? 'The bundlers are not installed: the existing files for browsers are kept.'
      : 'The bundlers are not installed, and the files for browsers are missing: run `npm ci` without --omit=dev, or copy ' +
          'sdk/dist and hosted-fields/dist.',
  );
  if (!process.argv.includes('--if-possible')) process.exitCode = 1;
};

const build = async (digest: string) => {
  const bundlers = await loadBundlers().catch((error: unknown) => {
    if (isMissingPackage(error)) return undefined;
    throw error;
  });
  if (!bundlers) return keepBuilt();
  const { buildSdk, buildOnDemand, buildTexts, scriptWithoutPricing, buildHostedFields } = bundlers;
  await rm(stamp, { force: true });
  await mkdir(join(sdk, 'dist'), { recursive: true });
  const theme = await buildOnDemand(sdk, 'theme');
  const [frame, threeDSecure, wallet, appearance, binding, texts] = await Promise.all([
    buildHostedFields(hostedFields),
    buildOnDemand(sdk, 'three-d-secure', { THEME: theme }),
    buildOnDemand(sdk, 'wallet'),
    buildOnDemand(sdk, 'appearance'),
    buildOnDemand(sdk, 'binding'),
    buildTexts(sdk),
  ]);
  const parts = { THREE_D_SECURE: threeDSecure, WALLET: wallet, APPEARANCE: appearance, TEXTS: texts, THEME: theme };
  const [onDemand, messages] = await Promise.all([
    buildOnDemand(sdk, 'on-demand', parts),
    buildOnDemand(sdk, 'messages', { TEXTS: texts }),
  ]);
  const sources = { sdk, frame, onDemand, binding, messages, theme };
  await buildSdk(sources);
  const sizes = [
    weigh('service.js', await readFile(join(sdk, 'dist/service.js')), 12_500),
    weigh('service.js without Pricing', await scriptWithoutPricing(sources), 8_640),
    weigh('on-demand.js', await readFile(join(sdk, 'dist/on-demand.js')), 12_288),
    weigh('three-d-secure.js', await readFile(join(sdk, 'dist/three-d-secure.js')), 3_072),
    weigh('wallet.js', await readFile(join(sdk, 'dist/wallet.js')), 1_024),
    weigh('appearance.js', await readFile(join(sdk, 'dist/appearance.js')), 1_536),
    weigh('binding.js', await readFile(join(sdk, 'dist/binding.js')), 1_280),
    weigh('theme.js', await readFile(join(sdk, 'dist/theme.js')), 640),
    weigh('messages.js', await readFile(join(sdk, 'dist/messages.js')), 3_584),
    weigh('field.html', await readFile(join(hostedFields, 'dist/field.html')), 9_216),
  ];
  for (const name of Object.keys(texts))
    sizes.push(weigh(`texts/${name}.js`, await readFile(join(sdk, `dist/texts/${name}.js`)), 3_072));
  if (process.argv.includes('--sizes')) console.log(sizes.join('\n'));
  await writeFile(stamp, digest);
};

const digest = await digestSources(root);
if (!process.argv.includes('--if-stale') || !(await isFresh(digest))) await build(digest);
