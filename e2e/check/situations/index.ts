import type { Situation } from '../situation.ts';
import { blocked, offline, slow } from './network.ts';
import { abandoned, confirmed, decline, pays, refused } from './payments.ts';
import { keyboard, rightToLeft, zoom } from './reach.ts';
import { back, doublePress, lostAnswer, reload } from './repeats.ts';

/** All situations, in the order in which they run. */
export const SITUATIONS: readonly Situation[] = [
  pays,
  decline,
  confirmed,
  refused,
  abandoned,
  doublePress,
  lostAnswer,
  back,
  reload,
  slow,
  offline,
  blocked,
  zoom,
  rightToLeft,
  keyboard,
];
