import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { promisify } from 'node:util';
import nodeResolve from '@rollup/plugin-node-resolve';
import { transform } from 'esbuild';
import { type OutputOptions, type Plugin, rollup } from 'rollup';
import { parseAst } from 'rollup/parseAst';
import esbuild from 'rollup-plugin-esbuild';
import { type CompressOptions, minify } from 'terser';
import { fileDigest } from './digest.ts';
import { INTERNAL_NAMES } from './internal-names.ts';
import { writeManifest } from './manifest.ts';

/** The library imports a package.json for its version only. */
const manifestVersion: Plugin = {
  name: 'manifest-version',
  transform: (code, id) =>
    id.endsWith('package.json') ? `export default { version: ${JSON.stringify(JSON.parse(code).version)} };` : null,
};

/** Removes the `emit` of mitt, which passes one argument and is not called: the library has its own. */
const withoutEmit: Plugin = {
  name: 'without-emit',
  transform: (code, id) => (/\/mitt\/dist\//.test(id) ? code.replace(/,emit:function.*\}(?=\}\})/s, '') : null),
};

/** Replaces every `const` with `let`: the bundle has been type-checked, and one keyword compresses better than two. */
const oneKindOfVariable = (code: string): string => {
  const starts: number[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, kind, start } = node as { type?: string; kind?: string; start: number };
    if (type === 'VariableDeclaration' && kind === 'const') starts.push(start);
    for (const member of Object.values(node)) visit(member);
  };
  visit(parseAst(code));
  const parts = [0, ...starts.sort((a, b) => a - b)].map((start, at, all) => code.slice(start, all[at + 1]));
  return parts.map((part, at) => (at ? part.replace('const', 'let') : part)).join('');
};

/**
 * The unsafe option writes `'' + x` for `String(x)`, which differ for symbols only. Functions do not become arrows:
 * pages call some of them with `new`.
 */
const COMPRESS: CompressOptions = {
  passes: 3,
  keep_fargs: false,
  pure_getters: true,
  inline: 1,
  unsafe: true,
  lhs_constants: false,
};

/** Esbuild removes the types. It could shorten names too, but terser's result is smaller. */
const shorten: Plugin = {
  name: 'shorten',
  renderChunk: async (code, _, { format }) => {
    // Scripts are not bundled.
    const { code: shortened } = await minify(oneKindOfVariable(code), {
      ecma: 2020,
      module: format === 'es',
      compress: { ...COMPRESS },
      // The comment keeps bundlers from resolving what is loaded on demand.
      format: { comments: format === 'es' && /webpackIgnore|@vite-ignore/ },
      mangle: { properties: { builtins: true, regex: new RegExp(`^(${INTERNAL_NAMES.join('|')})$`) } },
    });
    return shortened ?? null;
  },
};

/** Its objects and those of the script know one another, so members keep their names. */
const shortenLocally: Plugin = {
  name: 'shorten-locally',
  renderChunk: async (code) =>
    (await minify(oneKindOfVariable(code), { ecma: 2020, module: true, compress: { ...COMPRESS } })).code ?? null,
};

/** A script reads its address from `document.currentScript`; an image or form of that name in the page is ignored. */
const scriptAddress: Plugin = {
  name: 'script-address',
  resolveImportMeta: (_, { format }) =>
    format === 'iife'
      ? "((tag) => tag?.localName === 'script' ? tag.src : '')(globalThis.document?.currentScript)"
      : null,
};

/** Replaces a folder of the sources with empty functions. */
const without = (folder: string): Plugin => ({
  name: 'without',
  load: (id) =>
    id.includes(`/sdk/src/${folder}/`) ? { code: 'export default {};', syntheticNamedExports: true } : null,
});

/** The inputs of a script: the library in its folder, and the digests of what it loads. */
export interface Sources {
  readonly sdk: string;
  /** The digest of the document in the frames. */
  readonly frame: string;
  /** The name of on-demand.js, with its digest. */
  readonly onDemand: string;
  /** The name of binding.js, with its digest. */
  readonly binding: string;
  /** The name of messages.js, with its digest. */
  readonly messages: string;
  /** The name of theme.js, with its digest. */
  readonly theme: string;
}

const bundle = ({ sdk, frame, onDemand, binding, messages, theme }: Sources, input: string, ...plugins: Plugin[]) =>
  rollup({
    input: join(sdk, 'src', input),
    plugins: [
      ...plugins,
      scriptAddress,
      nodeResolve({ browser: true }),
      manifestVersion,
      withoutEmit,
      esbuild({
        target: 'es2022',
        define: {
          FRAME_DIGEST: JSON.stringify(frame),
          ON_DEMAND: JSON.stringify(onDemand),
          BINDING: JSON.stringify(binding),
          MESSAGES: JSON.stringify(messages),
          THEME: JSON.stringify(theme),
        },
      }),
    ],
  });

const SCRIPT: OutputOptions = { format: 'iife', name: 'service', exports: 'default' };

/**
 * Writes a file that the script loads when a page needs it, such as dist/on-demand.js. `names`: those of the files that
 * it loads in turn, or their digests, by constant. Returns its name with its digest, by which it is requested.
 */
export const buildOnDemand = async (
  sdk: string,
  name: string,
  names: Readonly<Record<string, unknown>> = {},
): Promise<string> => {
  const file = join(sdk, `dist/${name}.js`);
  const define = Object.fromEntries(
    Object.entries(names).map(([constant, value]) => [constant, JSON.stringify(value)]),
  );
  const plugins = [
    nodeResolve({ browser: true }),
    manifestVersion,
    esbuild({ target: 'es2022', define }),
    shortenLocally,
  ];
  const module = await rollup({ input: join(sdk, `src/${name}.ts`), plugins });
  await module.write({ file, format: 'es' });
  return `${name}.js?v=${fileDigest(await readFile(file))}`;
};

/**
 * Writes dist/texts/: the texts of each language but English, which the script loads when a page needs them. Returns
 * the start of each file's digest, by its name.
 */
export const buildTexts = async (sdk: string): Promise<Readonly<Record<string, string>>> => {
  const names = (await readdir(join(sdk, 'src/texts'))).flatMap(
    (file) => /^(?!en\.)([a-z]{2}(-[a-z]+)?)\.ts$/.exec(file)?.[1] ?? [],
  );
  const built = names.map(
    async (name) => [name, (await buildOnDemand(sdk, `texts/${name}`)).split('=')[1] ?? ''] as const,
  );
  return Object.fromEntries(await Promise.all(built));
};

/** Writes dist/service.js, the global `service` for script tags, and dist/service.mjs for imports. */
const bundles = async (sources: Sources) => {
  const dist = join(sources.sdk, 'dist');
  const script = await bundle(sources, 'global.ts', shorten);
  await script.write({ ...SCRIPT, file: join(dist, 'service.js') });
  const module = await bundle(sources, 'index.ts', shorten);
  await module.write({ file: join(dist, 'service.mjs'), format: 'es' });
};

/** The script without prices: what a page with card fields only needs of it. */
export const scriptWithoutPricing = async (sources: Sources): Promise<string> => {
  const script = await bundle(sources, 'global.ts', without('pricing'), shorten);
  return (await script.generate(SCRIPT)).output[0].code;
};

/** Writes dist/service.css, the optional styles of the containers. */
const stylesheet = async (sdk: string) => {
  const source = await readFile(join(sdk, 'src/service.css'), 'utf8');
  const { code } = await transform(source, { loader: 'css', minify: true });
  await writeFile(join(sdk, 'dist/service.css'), code);
};

const versionOf = async (sdk: string): Promise<string> =>
  JSON.parse(await readFile(join(sdk, 'package.json'), 'utf8')).version;

const BILLING = 'billing/';

const tsc = join(createRequire(import.meta.url).resolve('typescript/package.json'), '../lib/tsc.js');

/**
 * Copies a declaration and those it imports, also those of billing, with the extension that every compiler resolves.
 */
const copyReachable = async (from: string, to: string, file: string, seen = new Set<string>()): Promise<void> => {
  if (seen.has(file)) return;
  seen.add(file);
  const imported = new Set<string>();
  const source = file.startsWith(BILLING) ? join(from, '..', file) : join(from, 'src', file);
  const text = (await readFile(`${source}.d.ts`, 'utf8')).replace(/ from '([^']+)\.ts'/g, (_, specifier: string) => {
    const found = specifier.startsWith('.')
      ? posix.join(posix.dirname(file), specifier)
      : specifier.replace('@service/', '');
    imported.add(found);
    const path = posix.relative(posix.dirname(file), found);
    return ` from '${path.startsWith('.') ? path : `./${path}`}.js'`;
  });
  await mkdir(dirname(join(to, file)), { recursive: true });
  await writeFile(join(to, `${file}.d.ts`), text);
  for (const each of imported) await copyReachable(from, to, each, seen);
};

/** Writes dist/types: what index.ts exports, without the bundled packages. */
const declarations = async (sdk: string) => {
  const root = join(sdk, '..');
  const everything = await mkdtemp(join(tmpdir(), 'types-'));
  try {
    await promisify(execFile)(process.execPath, [
      tsc,
      '--project',
      join(sdk, 'tsconfig.json'),
      '--rootDir',
      root,
      '--outDir',
      everything,
    ]);
    await rm(join(sdk, 'dist/types'), { recursive: true, force: true });
    await copyReachable(join(everything, 'sdk'), join(sdk, 'dist/types'), 'index');
  } finally {
    await rm(everything, { recursive: true, force: true });
  }
};

/** Builds the browser library in its folder: bundles, stylesheet, declarations and manifest. */
export const buildSdk = async (sources: Sources): Promise<void> => {
  const { sdk, frame } = sources;
  const dist = join(sdk, 'dist');
  // Files are overwritten, not removed first, so that a service that starts meanwhile finds every file.
  await mkdir(dist, { recursive: true });
  await Promise.all([bundles(sources), stylesheet(sdk), declarations(sdk)]);
  await writeManifest(dist, { version: await versionOf(sdk), frame }, ['service.js', 'service.mjs', 'service.css']);
};
