/** Prints how the source files depend on one another: `node tools/structure.ts`. */
import { posix } from 'node:path';
import { isTest } from './floors.ts';
import { filesBehind, folderGraph, type ImportGraph, importGraph, longestChain, tangles } from './import-graph.ts';
import type { SourceFile } from './imports.ts';
import { filePaths, readSource } from './repository.ts';

/** Files whose dependencies are counted: a primitive, a record, a sale, a change and a renewal. */
export const ENTRIES = {
  'open-intent': 'billing/engine/intents/open-intent.ts',
  'create-account': 'billing/usecases/accounts/create-account.ts',
  'create-purchase': 'billing/usecases/purchases/create-purchase.ts',
  'change-subscription': 'billing/usecases/subscriptions/change-subscription.ts',
  renewal: 'billing/engine/due/kinds/subscription-boundaries.ts',
} as const;

export interface Structure {
  /** Files and lines that are loaded with each entry; imports of types alone load nothing. */
  readonly behind: Readonly<Record<keyof typeof ENTRIES, { readonly files: number; readonly lines: number }>>;
  readonly longestChain: readonly string[];
  /** Groups of folders, and of files beside folders, that import one another in a circle, largest first. */
  readonly tangledFolders: readonly (readonly string[])[];
  /** Folders with the most files, tests left out. */
  readonly largestFolders: readonly (readonly [folder: string, files: number])[];
}

/** Measures the server's sources, tests left out; throws when an entry has moved, so that `ENTRIES` stays true. */
export const structureOf = (files: readonly SourceFile[]): Structure => {
  const sources = files.filter(({ path }) => /^(billing|token-service\/src)\/.*\.ts$/.test(path) && !isTest(path));
  const graph = importGraph(sources);
  const loaded = importGraph(sources, 'values');
  const lines = new Map(sources.map(({ path, text }) => [path, text.split('\n').length - 1]));
  const sizes = new Map<string, number>();
  for (const { path } of sources) sizes.set(posix.dirname(path), (sizes.get(posix.dirname(path)) ?? 0) + 1);
  return {
    behind: mapEntries((path) => behind(loaded, lines, path)),
    longestChain: longestChain(graph),
    tangledFolders: tangles(folderGraph(graph, folderOfFile(graph))),
    largestFolders: [...sizes].sort(([, a], [, b]) => b - a).slice(0, 5),
  };
};

/**
 * Returns the folder that a file counts for. A file of the service beside folders counts for itself: it puts together
 * what they hold, as `console-pages.ts` does, or is what they share, as `visit.ts` is.
 */
const folderOfFile = (graph: ImportGraph): ((path: string) => string) => {
  const parents = new Set([...graph.keys()].map((path) => posix.dirname(posix.dirname(path))));
  return (path) => {
    const folder = posix.dirname(path);
    return path.startsWith('token-service/') && parents.has(folder) ? path : folder;
  };
};

const mapEntries = (measure: (path: string) => { files: number; lines: number }): Structure['behind'] => ({
  'open-intent': measure(ENTRIES['open-intent']),
  'create-account': measure(ENTRIES['create-account']),
  'create-purchase': measure(ENTRIES['create-purchase']),
  'change-subscription': measure(ENTRIES['change-subscription']),
  renewal: measure(ENTRIES.renewal),
});

const behind = (graph: ImportGraph, lines: ReadonlyMap<string, number>, entry: string) => {
  if (!graph.has(entry)) throw new Error(`${entry} does not exist. Name the file it became in tools/structure.ts.`);
  const found = filesBehind(graph, entry);
  return { files: found.size, lines: [...found].reduce((sum, path) => sum + (lines.get(path) ?? 0), 0) };
};

/** The sources as they are now. */
export const readStructure = (): Structure =>
  structureOf(
    filePaths()
      .filter((path) => path.endsWith('.ts'))
      .map(readSource),
  );

const print = ({ behind: counts, longestChain: chain, tangledFolders, largestFolders }: Structure): void => {
  console.log('Files (lines) behind');
  for (const [name, { files, lines }] of Object.entries(counts)) console.log(`  ${name}: ${files} (${lines})`);
  console.log(`Longest chain of imports: ${chain.length} files\n  ${chain.join('\n  ')}`);
  console.log(`Groups of folders that import one another: ${tangledFolders.length || 'none'}`);
  for (const group of tangledFolders) console.log(`  ${group.join(', ')}`);
  console.log('Largest folders');
  for (const [folder, files] of largestFolders) console.log(`  ${folder}: ${files} files`);
};

if (import.meta.main) print(readStructure());
