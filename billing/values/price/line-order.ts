import { LINE_KINDS, type Line } from './cart.ts';

/**
 * Orders lines by kind, code (in code units, the same in every locale) and position: the order in which a fixed
 * discount is taken off and equal claims are settled.
 */
export const byLine = (a: Line, b: Line): number =>
  LINE_KINDS.indexOf(a.kind) - LINE_KINDS.indexOf(b.kind) ||
  (a.code < b.code ? -1 : Number(a.code > b.code)) ||
  a.position - b.position;
