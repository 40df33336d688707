import { everyCutIsTheSame } from './cuts.ts';

/** Two runs that differ in everything. `cuts.long.ts` lives 1,000 lives each of eight ways. */
everyCutIsTheSame(12, 1, [
  { engine: 'SQLite', cut: 'random steps' },
  { engine: 'PostgreSQL', cut: 'one jump' },
]);
