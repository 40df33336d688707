import { closesTheBooks, closesTheBooksOfChallenges } from './books.ts';

/** `SEED` and `OPERATIONS` repeat a failed run or choose another one. */
const [operations, seed] = [Number(process.env.OPERATIONS ?? 10_000), Number(process.env.SEED ?? 2)];

closesTheBooks(operations, seed, console.log);
closesTheBooksOfChallenges(operations, seed, console.log);
