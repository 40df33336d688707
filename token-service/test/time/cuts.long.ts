import { everyCutIsTheSame, type Way } from './cuts.ts';
import { CUTS } from './ways.ts';

const cuts = Object.keys(CUTS) as (keyof typeof CUTS)[];
const ways = (['SQLite', 'PostgreSQL'] as const).flatMap((engine) => cuts.map((cut): Way => ({ engine, cut })));

/** `SEED` and `LIVES` repeat a failed run or choose another one. */
everyCutIsTheSame(
  Number(process.env.LIVES ?? 1000),
  Number(process.env.SEED ?? 2),
  ways as [Way, ...Way[]],
  console.log,
);
