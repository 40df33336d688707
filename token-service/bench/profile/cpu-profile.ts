/** Reads what `node --cpu-prof` writes. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A function in the place from which it was called, with the microseconds spent in it and below it. */
export interface Frame {
  readonly name: string;
  /** Path from the root of the repository, or what Node and V8 call their own parts. */
  readonly place: string;
  readonly total: number;
  readonly self: number;
  readonly called: readonly Frame[];
}

interface Node {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  readonly children?: readonly number[];
}

interface Profile {
  readonly nodes: readonly Node[];
  /** Microseconds, of the clock of `process.hrtime`. */
  readonly startTime: number;
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** Moments of `process.hrtime.bigint()`, in microseconds. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

export const microsecondsNow = (): number => Number(process.hrtime.bigint() / 1000n);

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Functions that are no work: the thread waits. */
const IDLE = '(idle)';

/**
 * Reads the only profile of a folder. Returns its frames within a span, without the time in which the thread waited.
 */
export const readProfile = async (folder: string, { from, until }: Span): Promise<Frame> => {
  const [file, ...others] = (await readdir(folder)).filter((name) => name.endsWith('.cpuprofile'));
  if (!file || others.length > 0) throw new Error(`There is not one profile in ${folder}.`);
  const profile = JSON.parse(await readFile(join(folder, file), 'utf8')) as Profile;
  const spent = new Map<number, number>();
  let at = profile.startTime;
  for (const [index, node] of profile.samples.entries()) {
    const delta = profile.timeDeltas[index] ?? 0;
    at += delta;
    if (at >= from && at <= until) spent.set(node, (spent.get(node) ?? 0) + delta);
  }
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const frameOf = (node: Node): Frame => {
    const called = (node.children ?? []).map((id) => frameOf(nodes.get(id) as Node)).filter(({ total }) => total > 0);
    const { functionName, url, lineNumber } = node.callFrame;
    const self = functionName === IDLE ? 0 : (spent.get(node.id) ?? 0);
    const path = url.startsWith('file:') ? fileURLToPath(url).replace(ROOT, '') : url;
    return {
      name: functionName || '(anonymous)',
      place: path && `${path}:${lineNumber + 1}`,
      self,
      total: self + called.reduce((sum, { total }) => sum + total, 0),
      called: merged(called),
    };
  };
  return frameOf(profile.nodes[0] as Node);
};

/** The same function, called from several lines of the same caller, is one frame. */
const merged = (frames: readonly Frame[]): Frame[] =>
  [...Map.groupBy(frames, ({ name, place }) => `${name} ${place}`).values()]
    .map((same): Frame => {
      const [first] = same as [Frame];
      if (same.length === 1) return first;
      const sum = (of: 'self' | 'total') => same.reduce((total, frame) => total + frame[of], 0);
      return { ...first, self: sum('self'), total: sum('total'), called: merged(same.flatMap(({ called }) => called)) };
    })
    .sort((a, b) => b.total - a.total);

/** Returns the functions in which most time is spent, without what they call, in microseconds. */
export const costliest = (root: Frame, most: number): { readonly of: string; readonly time: number }[] => {
  const times = new Map<string, number>();
  const add = ({ name, place, self, called }: Frame): void => {
    const of = place ? `${name} ${place}` : name;
    if (self > 0) times.set(of, (times.get(of) ?? 0) + self);
    for (const frame of called) add(frame);
  };
  add(root);
  return [...times]
    .map(([of, time]) => ({ of, time }))
    .sort((a, b) => b.time - a.time)
    .slice(0, most);
};
