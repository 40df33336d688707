/**
 * The floors of the house (DESIGN section 2): who may import whom. Imports point down, or sideways to a port; only the
 * composition root and tests know both a port and what fits it.
 */
import { type Import, importsOf, resolve, type Target } from './imports.ts';

/** A file of the repository, by its path from the root. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

type Room =
  | 'billing/nouns'
  | 'billing/usecases'
  | 'sdk'
  | 'hosted-fields'
  | 'protocol'
  | 'routes'
  | 'storage'
  | 'vault'
  | 'gateway'
  | 'notify'
  | 'ground'
  | 'composition'
  | 'examples'
  | 'e2e'
  | 'tools';

/** The first pattern that fits names the room of a path. */
const ROOMS: readonly (readonly [RegExp, Room])[] = [
  [/^billing\/usecases\//, 'billing/usecases'],
  [/^billing\//, 'billing/nouns'],
  [/^hosted-fields\/(src\/)?protocol(\.ts)?$/, 'protocol'],
  [/^sdk(\/|$)/, 'sdk'],
  [/^hosted-fields(\/|$)/, 'hosted-fields'],
  [/^token-service\/src\/(xml-api|browser-api|frames)\//, 'routes'],
  [/^token-service\/src\/storage\//, 'storage'],
  [/^token-service\/src\/vault\//, 'vault'],
  [/^token-service\/src\/gateway\//, 'gateway'],
  [/^token-service\/src\/notify\//, 'notify'],
  [/^token-service\/(src\/(main\.ts$|cli\/)|bench\/|seed\/)/, 'composition'],
  [/^token-service\//, 'ground'],
  [/^examples(\/|$)/, 'examples'],
  [/^e2e(\/|$)/, 'e2e'],
  [/^[^/]+$|^tools\//, 'tools'],
];

const BILLING = ['billing/nouns', 'billing/usecases'] as const;
const SERVICE = ['routes', 'storage', 'vault', 'gateway', 'notify', 'ground', 'composition'] as const;

interface Rule {
  /** Rooms whose files may be imported. */
  readonly rooms: readonly Room[];
  /** Rooms of which only types may be imported. */
  readonly types?: readonly Room[];
  /** Whether Node's own modules may be imported. */
  readonly node: boolean;
  /** Whether packages that the folder's own package.json lists may be imported. */
  readonly packages: boolean;
}

const RULES: Record<Room, Rule> = {
  'billing/nouns': { rooms: ['billing/nouns'], node: false, packages: false },
  'billing/usecases': { rooms: BILLING, node: false, packages: false },
  protocol: { rooms: ['protocol'], node: false, packages: false },
  'hosted-fields': { rooms: ['hosted-fields', 'protocol'], node: false, packages: true },
  sdk: { rooms: ['sdk', 'protocol'], node: false, packages: true },
  ground: { rooms: ['ground', 'billing/nouns'], node: true, packages: true },
  routes: { rooms: ['routes', 'ground', ...BILLING], types: ['vault'], node: true, packages: true },
  storage: { rooms: ['storage', 'ground', 'billing/nouns'], types: ['billing/usecases'], node: true, packages: true },
  vault: { rooms: ['vault', 'ground', 'billing/nouns'], types: ['billing/usecases'], node: true, packages: true },
  gateway: { rooms: ['gateway', 'ground', 'billing/nouns'], types: ['billing/usecases'], node: true, packages: true },
  notify: { rooms: ['notify', 'ground', 'billing/nouns'], types: ['billing/usecases'], node: true, packages: true },
  composition: { rooms: [...SERVICE, ...BILLING], node: true, packages: true },
  examples: { rooms: ['examples'], node: true, packages: true },
  e2e: { rooms: ['e2e'], node: true, packages: true },
  tools: { rooms: ['tools', 'e2e'], node: true, packages: true },
};

/** What the browser may know as well as the server: sums without state, and the shapes that the browser API answers in. */
const SHARED = /^billing\/(card|money|price)\/|^billing\/(catalogue\/browser|bank\/routing-number)\.ts$/;
const BROWSER: readonly Room[] = ['sdk', 'hosted-fields'];

/** Tests know both a port and what fits it; so do the helpers and contracts that tests share. */
const TEST = /\.(test|spec|contract|fixture|long)\.ts$|\/test(ing)?(\.ts$|\/)|\/playwright\.config\.ts$/;
const TEST_PACKAGES = ['vitest', 'fast-check', '@playwright/test'];

export const roomOf = (path: string): Room | undefined => ROOMS.find(([pattern]) => pattern.test(path))?.[1];

/** Every import that climbs a floor, in words: where it is, what it asks for, and what to do instead. */
export const floorViolations = (files: readonly SourceFile[], packagesOf: (path: string) => readonly string[]) =>
  files.flatMap((file) => {
    const room = roomOf(file.path);
    if (!room)
      return [`${file.path} is in no room of the house. Move it, or give its folder a floor in tools/floors.ts.`];
    return importsOf(file.text).flatMap((each) => {
      const wrong = objection(room, each, resolve(each.specifier, file.path), file.path, packagesOf(file.path));
      return wrong ? [`${file.path}:${each.line} imports ${each.specifier}: ${wrong}`] : [];
    });
  });

const objection = (room: Room, each: Import, target: Target, path: string, packages: readonly string[]) => {
  const rule = RULES[room];
  const test = TEST.test(path);
  if (target.kind === 'node')
    return rule.node || test ? undefined : `${room} runs without Node; pass in what it needs.`;
  if (target.kind === 'package') {
    if (test && TEST_PACKAGES.includes(target.name)) return undefined;
    if (!rule.packages) return `${room} depends on no package; declare a port, or write the sum.`;
    if (packages.includes(target.name)) return undefined;
    return `${target.name} is not in the package.json of this folder. Add it there, with a line in the README.`;
  }
  return fileObjection(room, rule, each, target.path, test);
};

const fileObjection = (room: Room, rule: Rule, each: Import, target: string, test: boolean) => {
  const there = roomOf(target);
  if (!there || rule.rooms.includes(there)) return undefined;
  if (BROWSER.includes(room) && SHARED.test(target)) return undefined;
  if (each.typesOnly && rule.types?.includes(there)) return undefined;
  if (test && isService(room) && (isService(there) || isBilling(there))) return undefined;
  if (rule.types?.includes(there))
    return `${room} may use only types of ${there} (import type); main.ts passes the rest in.`;
  return `${room} may not know ${there}. ${ADVICE[there] ?? 'Pass it in from main.ts, through a port.'}`;
};

const isService = (room: Room) => (SERVICE as readonly Room[]).includes(room);
const isBilling = (room: Room) => (BILLING as readonly Room[]).includes(room);

const ADVICE: Partial<Record<Room, string>> = {
  'billing/usecases': 'Verbs stand above nouns: move what both need down into billing.',
  'billing/nouns': 'Visitors use the front door: the script, the pages and the two APIs.',
  'hosted-fields': 'The two sides share the protocol and nothing else.',
  sdk: 'The two sides share the protocol and nothing else.',
  examples: 'Examples are visitors; nothing of the house stands on them.',
  e2e: 'Suites are visitors; nothing of the house stands on them.',
  tools: 'Tools build and check the house; nothing of it stands on them.',
};

/** The environment is read once, at the door (DESIGN section 3), and passed on as a value. */
const READS_ENVIRONMENT =
  /^(token-service\/(src\/(config|main)\.ts|src\/cli\/|bench\/)|tools\/|e2e\/|examples\/shop\/server\.ts)/;
/** Only here is a card number a value (DESIGN section 7). */
const REVEALS = /^token-service\/(src\/(vault|gateway)\/|bench\/)|^billing\/secret\.ts$/;

/** What no import line shows: reading the environment deep inside, and secrets revealed outside the vault. */
export const houseViolations = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => roomOf(path) !== 'tools' && !TEST.test(path))
    .flatMap(({ path, text }) => [
      ...linesWith(text, /\bprocess\.env\b/)
        .filter(() => !READS_ENVIRONMENT.test(path))
        .map((line) => `${path}:${line} reads the environment. Only config.ts and the doors do; pass the value in.`),
      ...linesWith(text, /\.reveal\(/)
        .filter(() => !REVEALS.test(path))
        .map(
          (line) =>
            `${path}:${line} reveals a secret. Only the vault and the gateway may; pass the Secret on as it is.`,
        ),
    ]);

const linesWith = (text: string, pattern: RegExp): number[] =>
  text.split('\n').flatMap((line, index) => (pattern.test(line) ? [index + 1] : []));
