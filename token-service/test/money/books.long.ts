import { closesTheBooks } from './books.ts';

/** `SEED` and `DEEDS` bring a run back that failed, or another one. */
closesTheBooks(Number(process.env.DEEDS ?? 5000), Number(process.env.SEED ?? 2));
