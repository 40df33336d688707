/**
 * The layers of the repository: which files may import which. Imports point to a lower layer or stay within their own;
 * only the composition root and tests know both a port and the adapter that implements it.
 */
import { cyclesOf, importGraph } from './import-graph.ts';
import { type Import, importsOf, resolve, type SourceFile, type Target } from './imports.ts';

type Layer =
  | 'billing/values'
  | 'billing/resources'
  | 'billing/domain'
  | 'billing/ports'
  | 'billing/queries'
  | 'billing/engine'
  | 'billing/usecases'
  | 'sdk'
  | 'texts'
  | 'hosted-fields'
  | 'protocol'
  | 'runtime'
  | 'http'
  | 'documents'
  | 'style'
  | 'apis/xml'
  | 'apis/browser'
  | 'apis/exports'
  | 'apis/gateways'
  | 'pages/account'
  | 'pages/console'
  | 'reference'
  | 'adapters/attempts'
  | 'adapters/exports'
  | 'adapters/gateway'
  | 'adapters/mail'
  | 'adapters/operators'
  | 'adapters/redis'
  | 'adapters/storage'
  | 'adapters/tax'
  | 'adapters/vault'
  | 'worker'
  | 'server'
  | 'composition'
  | 'gateway-simulator'
  | 'examples'
  | 'e2e'
  | 'tools'
  | 'deploy';

/** The first pattern that matches a path names its layer. */
const LAYERS: readonly (readonly [RegExp, Layer])[] = [
  [/^billing\/usecases\//, 'billing/usecases'],
  [/^billing\/engine\//, 'billing/engine'],
  [/^billing\/queries\//, 'billing/queries'],
  [/^billing\/ports\//, 'billing/ports'],
  [/^billing\/domain\//, 'billing/domain'],
  [/^billing\/resources\//, 'billing/resources'],
  [/^billing\/(values|bench)\//, 'billing/values'],
  [/^hosted-fields\/(src\/)?protocol(\.ts)?$/, 'protocol'],
  [/^sdk\/(src\/)?texts\//, 'texts'],
  [/^sdk(\/|$)/, 'sdk'],
  [/^hosted-fields(\/|$)/, 'hosted-fields'],
  [/^token-service\/src\/runtime\//, 'runtime'],
  [/^token-service\/src\/http\//, 'http'],
  [/^token-service\/src\/documents\//, 'documents'],
  [/^token-service\/src\/pages\/style\//, 'style'],
  [/^token-service\/src\/pages\/account\//, 'pages/account'],
  [/^token-service\/src\/pages\/console\//, 'pages/console'],
  [/^token-service\/src\/apis\/xml\//, 'apis/xml'],
  [/^token-service\/src\/apis\/browser\//, 'apis/browser'],
  [/^token-service\/src\/apis\/exports\//, 'apis/exports'],
  [/^token-service\/src\/apis\/gateways\//, 'apis/gateways'],
  [/^token-service\/src\/reference\//, 'reference'],
  [/^token-service\/src\/adapters\/attempts\//, 'adapters/attempts'],
  [/^token-service\/src\/adapters\/exports\//, 'adapters/exports'],
  [/^token-service\/src\/adapters\/gateway\//, 'adapters/gateway'],
  [/^token-service\/src\/adapters\/mail\//, 'adapters/mail'],
  [/^token-service\/src\/adapters\/operators\//, 'adapters/operators'],
  [/^token-service\/src\/adapters\/redis\//, 'adapters/redis'],
  [/^token-service\/src\/adapters\/storage\//, 'adapters/storage'],
  [/^token-service\/src\/adapters\/tax\//, 'adapters/tax'],
  [/^token-service\/src\/adapters\/vault\//, 'adapters/vault'],
  [/^token-service\/src\/worker\//, 'worker'],
  [/^token-service\/(src\/(main\.ts$|composition\/|cli\/)|bench\/|seed\/)/, 'composition'],
  [/^token-service(\/src\/config(\.test)?\.ts$|\/test\/|$|\/package\.json)/, 'server'],
  [/^gateway-simulator(\/|$)/, 'gateway-simulator'],
  [/^examples(\/|$)/, 'examples'],
  [/^e2e(\/|$)/, 'e2e'],
  [/^[^/]+$|^tools\//, 'tools'],
  [/^deploy\//, 'deploy'],
];

const RESOURCES = ['billing/values', 'billing/resources'] as const;
const DOMAIN = [...RESOURCES, 'billing/domain'] as const;
const BELOW_QUERIES = [...DOMAIN, 'billing/ports'] as const;
const BELOW_ENGINE = [...BELOW_QUERIES, 'billing/queries'] as const;
const BILLING = [...BELOW_ENGINE, 'billing/engine', 'billing/usecases'] as const;
const ADAPTERS = [
  'adapters/attempts',
  'adapters/exports',
  'adapters/gateway',
  'adapters/mail',
  'adapters/operators',
  'adapters/redis',
  'adapters/storage',
  'adapters/tax',
  'adapters/vault',
] as const;
const SURFACES = [
  'apis/xml',
  'apis/browser',
  'apis/exports',
  'apis/gateways',
  'pages/account',
  'pages/console',
  'reference',
] as const;
const SERVICE = [
  'server',
  'runtime',
  'http',
  'documents',
  'style',
  ...SURFACES,
  ...ADAPTERS,
  'worker',
  'composition',
] as const;

interface Rule {
  /** Layers whose files may be imported. */
  readonly layers: readonly Layer[];
  /** Layers of which only types may be imported. */
  readonly types?: readonly Layer[];
  /** Whether Node's own modules may be imported. */
  readonly node: boolean;
  /** Whether packages that the folder's own package.json lists may be imported. */
  readonly packages: boolean;
}

const pure = (...layers: readonly Layer[]): Rule => ({ layers, node: false, packages: false });
/** The rule of an adapter: it sees its port and its own folder, and never another adapter. */
const adapter = (layer: Layer, ...more: readonly Layer[]): Rule => ({
  layers: [layer, 'runtime', ...DOMAIN, ...more],
  // The kernel of requests has ports too: rate limits are counted, and idempotency keys are kept, by adapters.
  types: ['billing/ports', 'server', 'http'],
  node: true,
  packages: true,
});

/** The rule of a surface: it parses, calls one use case or query, and renders. No surface imports another. */
const surface = (layer: Layer, ...more: readonly Layer[]): Rule => ({
  layers: [layer, 'documents', 'http', 'runtime', 'style', ...BELOW_ENGINE, 'billing/usecases', ...more],
  types: ['adapters/vault', 'billing/engine', 'server'],
  node: true,
  packages: true,
});

const RULES: Record<Layer, Rule> = {
  'billing/values': pure('billing/values'),
  'billing/resources': pure(...RESOURCES),
  'billing/domain': pure(...DOMAIN),
  'billing/ports': pure(...BELOW_QUERIES),
  'billing/queries': pure(...BELOW_ENGINE),
  'billing/engine': pure(...BELOW_ENGINE, 'billing/engine'),
  'billing/usecases': pure(...BILLING),
  protocol: pure('protocol'),
  'hosted-fields': { layers: ['hosted-fields', 'protocol'], node: false, packages: true },
  // The texts of the payment form, of which the service's own pages show those of card and bank fields.
  texts: pure('texts'),
  sdk: { layers: ['sdk', 'protocol', 'texts'], node: false, packages: true },
  server: { layers: ['server', 'runtime', ...DOMAIN], types: ['billing/ports'], node: true, packages: true },
  runtime: { layers: ['runtime', ...DOMAIN], types: ['billing/ports', 'server'], node: true, packages: true },
  http: { layers: ['http', 'runtime', ...DOMAIN], types: ['billing/ports', 'server'], node: true, packages: true },
  style: { layers: ['style'], node: true, packages: false },
  documents: {
    layers: ['documents', 'http', 'runtime', 'style', ...BELOW_ENGINE],
    types: ['billing/engine', 'billing/usecases', 'server'],
    node: true,
    packages: true,
  },
  'apis/xml': surface('apis/xml'),
  'apis/browser': surface('apis/browser', 'texts'),
  'apis/exports': surface('apis/exports'),
  'apis/gateways': surface('apis/gateways'),
  'pages/account': surface('pages/account', 'texts'),
  'pages/console': surface('pages/console'),
  // The reference is made from the tables of the API that it describes.
  reference: surface('reference', 'apis/xml'),
  'adapters/attempts': adapter('adapters/attempts', 'adapters/redis'),
  'adapters/exports': adapter('adapters/exports'),
  'adapters/gateway': adapter('adapters/gateway'),
  'adapters/mail': adapter('adapters/mail'),
  'adapters/operators': adapter('adapters/operators'),
  'adapters/redis': adapter('adapters/redis'),
  'adapters/storage': adapter('adapters/storage'),
  'adapters/tax': adapter('adapters/tax'),
  'adapters/vault': adapter('adapters/vault', 'adapters/redis'),
  worker: {
    layers: ['worker', 'documents', 'http', 'runtime', ...BILLING],
    types: ['server'],
    node: true,
    packages: true,
  },
  composition: { layers: [...SERVICE, ...BILLING], node: true, packages: true },
  'gateway-simulator': { layers: ['gateway-simulator'], node: true, packages: true },
  examples: { layers: ['examples'], node: true, packages: true },
  e2e: { layers: ['e2e'], node: true, packages: true },
  tools: { layers: ['tools', 'e2e', 'gateway-simulator'], node: true, packages: true },
  deploy: { layers: ['deploy', 'tools', 'server', 'runtime'], node: true, packages: true },
};

/**
 * The code that the browser shares with the server: calculations without state, and the documents that the browser API
 * answers with.
 */
const SHARED = /^billing\/values\/((card|money|price)\/|(catalogue\/browser|bank\/routing-number)\.ts$)/;
const BROWSER: readonly Layer[] = ['sdk', 'hosted-fields'];

/** Tests know both a port and its adapters; so do the helpers and contracts that tests share. */
const TEST = /\.(test|spec|contract|fixture|long)\.ts$|\/test(ing)?(\.ts$|\/)|\/playwright\.config\.ts$/;
/** A helper with which the tests of all parts start processes; the package of the fixtures needs it within itself. */
const TEST_HELPERS = /^e2e\/fixtures\/free-ports\.ts$/;
const TEST_PACKAGES = ['vitest', 'fast-check', '@playwright/test'];

export const isTest = (path: string): boolean => TEST.test(path);

export const layerOf = (path: string): Layer | undefined => LAYERS.find(([pattern]) => pattern.test(path))?.[1];

/** Every import that points upward, in words: where it is, what it imports, and what to do instead. */
export const layerViolations = (files: readonly SourceFile[], packagesOf: (path: string) => readonly string[]) =>
  files.flatMap((file) => {
    const layer = layerOf(file.path);
    if (!layer) return [`${file.path} belongs to no layer. Move it, or add its folder to tools/floors.ts.`];
    return importsOf(file.text).flatMap((each) => {
      const wrong = objection(layer, each, resolve(each.specifier, file.path), file.path, packagesOf(file.path));
      return wrong ? [`${file.path}:${each.line} imports ${each.specifier}: ${wrong}`] : [];
    });
  });

const objection = (layer: Layer, each: Import, target: Target, path: string, packages: readonly string[]) => {
  const rule = RULES[layer];
  const test = isTest(path);
  if (target.kind === 'node')
    return rule.node || test ? undefined : `${layer} runs without Node; pass in what it needs.`;
  if (target.kind === 'package') {
    if (test && TEST_PACKAGES.includes(target.name)) return undefined;
    if (!rule.packages) return `${layer} depends on no package; declare a port, or write the function.`;
    if (packages.includes(target.name)) return undefined;
    return `${target.name} is not in the package.json of this folder. Add it there, with a line in the README.`;
  }
  return fileObjection(layer, rule, each, target.path, test);
};

const fileObjection = (layer: Layer, rule: Rule, each: Import, target: string, test: boolean) => {
  const imported = layerOf(target);
  if (!imported || rule.layers.includes(imported)) return undefined;
  if (BROWSER.includes(layer) && SHARED.test(target)) return undefined;
  if (each.typesOnly && rule.types?.includes(imported)) return undefined;
  if (test && isServer(layer) && (isServer(imported) || isBilling(imported))) return undefined;
  if ((test || layer === 'deploy') && TEST_HELPERS.test(target)) return undefined;
  if (test && (isServer(layer) || layer === 'e2e') && imported === 'gateway-simulator') return undefined;
  if (test && isBilling(layer) && isBilling(imported)) return undefined;
  if (rule.types?.includes(imported))
    return `${layer} may import only types from ${imported} (import type); main.ts passes in the rest.`;
  return `${layer} may not import ${imported}. ${ADVICE[imported] ?? 'Pass it in from main.ts, through a port.'}`;
};

const isServer = (layer: Layer) => (SERVICE as readonly Layer[]).includes(layer);
const isBilling = (layer: Layer) => (BILLING as readonly Layer[]).includes(layer);

const ADVICE: Partial<Record<Layer, string>> = {
  'billing/usecases': 'Move what both need down into the engine or the domain.',
  'billing/engine': 'Move what both need down into the domain, or call a use case.',
  'billing/queries': 'Pass the record in instead of looking it up.',
  'billing/ports': 'The domain is pure: pass in the value instead of the port.',
  'billing/domain': 'Use the public interfaces: the script, the pages and the two APIs.',
  'billing/values': 'Use the public interfaces: the script, the pages and the two APIs.',
  'hosted-fields': 'The two sides share the protocol and nothing else.',
  sdk: 'The two sides share the protocol and nothing else.',
  'gateway-simulator': 'Only tests depend on the simulator.',
  examples: 'Nothing depends on the examples.',
  e2e: 'Nothing depends on the suites.',
  tools: 'Nothing depends on the build tools.',
  deploy: 'Nothing depends on the files of a deployment.',
};

/** Every import cycle between files that are not tests, types included, as one line each: `a.ts → b.ts → a.ts`. */
export const importCycles = (files: readonly SourceFile[]): string[] =>
  cyclesOf(importGraph(files.filter(({ path }) => !isTest(path))));

/**
 * The floors of the engine, lowest first: an import points to a lower floor or stays within its own folder.
 * `recording` writes inside one transaction and calls no gateway; `intents` asks gateways.
 */
const ENGINE_FLOORS = [
  'recording',
  'intents',
  'sites',
  'webhooks',
  'mail',
  'account-pages',
  'operators',
  'accounts',
  'orders',
  'refunds',
  'collections',
  'reconciliation',
  'subscriptions',
  'disputes',
  'dunning',
  'gateway-notifications',
  'due',
];

/** Every import of the engine that points to a higher floor. */
export const engineViolations = (files: readonly SourceFile[]): string[] =>
  files.flatMap(({ path, text }) => {
    const [, own] = /^billing\/engine\/([^/]+)\//.exec(path) ?? [];
    if (own === undefined || isTest(path)) return [];
    const floor = ENGINE_FLOORS.indexOf(own);
    if (floor < 0) return [`${path} is on no floor. Move it, or add its folder to ENGINE_FLOORS in tools/floors.ts.`];
    return importsOf(text).flatMap(({ specifier, line }) => {
      const target = resolve(specifier, path);
      if (own === 'recording' && target.kind === 'file' && target.path === 'billing/ports/gateway.ts')
        return [`${path}:${line} imports ${specifier}: recording calls no gateway. Pass in the answer of the gateway.`];
      const [, other] = (target.kind === 'file' && /^billing\/engine\/([^/]+)\//.exec(target.path)) || [];
      return other !== undefined && ENGINE_FLOORS.indexOf(other) > floor
        ? [`${path}:${line} imports ${specifier}: ${own} is below ${other}. Move what both need down, or pass it in.`]
        : [];
    });
  });

/** A function that returns another, as the formatter wraps it: `f(deps)(caller)`. */
const CURRIED = /^export const \w+ =\n +(async )?(<.*>)?\(/gm;

/** Every function of the engine that is curried. Use cases are: they are composed once, and called often. */
export const curriedViolations = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => layerOf(path) === 'billing/engine' && !isTest(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(CURRIED)].map(
        ({ index }) =>
          `${path}:${text.slice(0, index).split('\n').length} is curried. Functions of the engine are flat: f(deps, caller, input).`,
      ),
    );

/** A use case: a function of its dependencies that returns another, on one line or as the formatter wraps it. */
const USE_CASE = /^export const \w+ =(?:\n +(?:async )?(?:<.*>)?\(| \(.*\) => (?:async )?\((?!\{))/gm;

/** Every file with more than one use case. A file is named after the one thing that can be asked of it. */
export const crowdedUseCases = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => layerOf(path) === 'billing/usecases' && !isTest(path))
    .filter(({ text }) => [...text.matchAll(USE_CASE)].length > 1)
    .map(({ path }) => `${path} has more than one use case. Give each a file of its own.`);

/** Only here are gateways asked: in the engine's intents, and in the adapters and decorators behind the port. */
const ASKS_GATEWAYS = /^(billing\/engine\/intents|token-service\/src\/(adapters|composition))\//;
/** Operations of the port that reserve, take or return money. Reading what a gateway knows is allowed everywhere. */
const GATEWAY_OPERATION =
  /\bgateways\??\s*(\.\s*(verify|authorize|purchase|capture|void|refund)\b|(\?\.)?\[)|\}\s*=\s*[\w.]*\bgateways\b/g;

/** Every place outside the engine's intents that asks a gateway to move money. */
export const gatewayViolations = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => /^(billing|token-service\/src)\//.test(path) && !ASKS_GATEWAYS.test(path) && !isTest(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(GATEWAY_OPERATION)].map(
        ({ index }) =>
          `${path}:${text.slice(0, index).split('\n').length} asks a gateway. Call a function of billing/engine/intents, or add one there.`,
      ),
    );

/** Every port that exports more than types. */
export const portViolations = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => layerOf(path) === 'billing/ports' && !isTest(path))
    .flatMap(({ path, text }) =>
      linesWith(text, /^export (const|let|function|class|async) /).map(
        (line) => `${path}:${line} exports a value. Ports hold types only; move it to the domain.`,
      ),
    );

/** The environment is read once, at startup, and passed on as values. */
const READS_ENVIRONMENT =
  /^(token-service\/(src\/(config|main)\.ts|src\/cli\/|bench\/)|tools\/|deploy\/|e2e\/|examples\/shop\/server\.ts)/;
/** Only here is a card number, or a credential of the merchant, a plain value; everywhere else it is a Secret. */
const REVEALS =
  /^token-service\/(src\/(adapters\/(vault|gateway)|worker\/webhooks)\/|bench\/)|^billing\/values\/secret\.ts$/;

/** Clocks, chance, timers and the network, which JavaScript offers without an import. */
const OUTSIDE_WORLD =
  /\b(Date\.now\(|new Date\(\)|Temporal\.Now\b|performance\.now\(|Math\.random\(|crypto\.\w|fetch\(|set(Timeout|Interval|Immediate)\(|process\.(?!env\b)\w)/;

/**
 * Returns violations that imports do not show: reading the environment outside the entry points, revealing a secret
 * outside the vault and the gateways, and time, chance or the network in the domain.
 */
export const valueViolations = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => layerOf(path) !== 'tools' && !isTest(path))
    .flatMap(({ path, text }) => [
      ...linesWith(text, /\bprocess\.env\b/)
        .filter(() => !READS_ENVIRONMENT.test(path))
        .map(
          (line) => `${path}:${line} reads the environment. Only config.ts and the entry points do; pass the value in.`,
        ),
      ...linesWith(text, /\.reveal\(/)
        .filter(() => !REVEALS.test(path))
        .map(
          (line) =>
            `${path}:${line} reveals a secret. Only the vault, the gateway and the sender of webhooks may; pass the Secret on as it is.`,
        ),
      ...linesWith(text, OUTSIDE_WORLD)
        .filter(() => path.startsWith('billing/') && !path.startsWith('billing/bench/'))
        .map(
          (line) =>
            `${path}:${line} reads the world. Time is caller.at; clocks, ids and pauses come from the port World, and networks are adapters.`,
        ),
    ]);

/** A use case or a query reads and writes; a route reads the request and answers. */
const READS_STORAGE = /\bstorage\.(of|transaction)\(|\{ of \}|\{[^}]*\b(of|transaction)\b[^}]*\} = [\w.]*\bstorage\b/;

/** Every route that reads or writes storage itself. */
export const routeViolations = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => (SURFACES as readonly (Layer | undefined)[]).includes(layerOf(path)) && !isTest(path))
    .flatMap(({ path, text }) =>
      linesWith(text, READS_STORAGE).map(
        (line) =>
          `${path}:${line} uses storage. Call a use case, or a query of billing/queries made with siteQuery or siteList.`,
      ),
    );

const linesWith = (text: string, pattern: RegExp): number[] =>
  text.split('\n').flatMap((line, index) => (pattern.test(line) ? [index + 1] : []));
