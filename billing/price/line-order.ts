import { LINE_KINDS, type Line } from './cart.ts';

/** By kind, code, position: the order in which a fixed discount is poured, and in which equal claims to a cent are settled. */
export const byLine = (a: Line, b: Line): number =>
  LINE_KINDS.indexOf(a.kind) - LINE_KINDS.indexOf(b.kind) || byText(a.code, b.code) || a.position - b.position;

/** By code units, the same in every locale. */
export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
