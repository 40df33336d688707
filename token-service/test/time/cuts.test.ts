import { everyCutIsTheSame } from './cuts.ts';

/** `cuts.long.ts` lives 1,000 lives each way. */
everyCutIsTheSame(60, 1, [
  { engine: 'SQLite', cut: 'one jump' },
  { engine: 'SQLite', cut: 'random steps' },
  { engine: 'PostgreSQL', cut: 'one jump' },
]);
