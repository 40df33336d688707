import { posix } from 'node:path';
import { importsOf, resolve, type SourceFile } from './imports.ts';

/** The files that each file imports. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/**
 * Returns the imports among `files`, those from outside left out.
 *
 * @param kind `all`, or `values` to leave out what is imported as types only and does not exist at run time
 */
export const importGraph = (files: readonly SourceFile[], kind: 'all' | 'values' = 'all'): ImportGraph => {
  const known = new Set(files.map(({ path }) => path));
  return new Map(
    files.map(({ path, text }) => [
      path,
      importsOf(text).flatMap(({ specifier, typesOnly }) => {
        if (typesOnly && kind === 'values') return [];
        const target = resolve(specifier, path);
        return target.kind === 'file' && known.has(target.path) ? [target.path] : [];
      }),
    ]),
  );
};

/** Every cycle of the graph that a depth-first search meets, as one line each: `a.ts → b.ts → a.ts`. */
export const cyclesOf = (graph: ImportGraph): string[] => {
  const cycles: string[] = [];
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0) cycles.push([...trail.slice(start), path].join(' → '));
    if (start >= 0 || done.has(path)) return;
    for (const target of graph.get(path) ?? []) visit(target, [...trail, path]);
    done.add(path);
  };
  for (const path of graph.keys()) visit(path, []);
  return cycles;
};

/** All files that importing `entry` brings along, `entry` itself left out. */
export const filesBehind = (graph: ImportGraph, entry: string): ReadonlySet<string> => {
  const found = new Set<string>();
  const waiting = [entry];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    for (const target of graph.get(path) ?? []) {
      if (found.has(target)) continue;
      found.add(target);
      waiting.push(target);
    }
  }
  found.delete(entry);
  return found;
};

/** The longest chain of imports that starts at a file; requires a graph without cycles. */
export const longestChain = (graph: ImportGraph): readonly string[] => {
  const longest = new Map<string, readonly string[]>();
  const chainFrom = (path: string): readonly string[] => {
    const known = longest.get(path);
    if (known) return known;
    const rest = (graph.get(path) ?? []).map(chainFrom);
    const chain = [path, ...rest.reduce((best, each) => (each.length > best.length ? each : best), [])];
    longest.set(path, chain);
    return chain;
  };
  return [...graph.keys()].map(chainFrom).reduce((best, each) => (each.length > best.length ? each : best), []);
};

/**
 * Returns the imports between folders that the imports between files amount to.
 *
 * @param folderOf the folder of a file, or the file itself where it counts for itself
 */
export const folderGraph = (graph: ImportGraph, folderOf = posix.dirname): ImportGraph => {
  const folders = new Map<string, Set<string>>();
  for (const [path, targets] of graph) {
    const folder = folderOf(path);
    const imported = folders.get(folder) ?? new Set();
    folders.set(folder, imported);
    for (const target of targets) if (folderOf(target) !== folder) imported.add(folderOf(target));
  }
  return new Map([...folders].map(([folder, imported]) => [folder, [...imported]]));
};

/** Groups of nodes that can all reach one another, largest group first; a node that is in no cycle is in no group. */
export const tangles = (graph: ImportGraph): readonly (readonly string[])[] => {
  const behind = new Map([...graph.keys()].map((node) => [node, filesBehind(graph, node)]));
  const grouped = new Set<string>();
  const groups: string[][] = [];
  for (const node of graph.keys()) {
    if (grouped.has(node)) continue;
    const group = [...(behind.get(node) ?? [])].filter((other) => behind.get(other)?.has(node));
    if (group.length === 0) continue;
    const members = [node, ...group].sort();
    for (const member of members) grouped.add(member);
    groups.push(members);
  }
  return groups.sort((a, b) => b.length - a.length);
};
