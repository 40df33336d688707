import { closesTheBooks } from './books.ts';

/** `SEED` and `OPERATIONS` repeat a failed run or choose another one. */
closesTheBooks(Number(process.env.OPERATIONS ?? 5000), Number(process.env.SEED ?? 2));
