import { ENGINES } from '../money/ground.ts';
import { missesNothing } from './complete.ts';

/** `SEED` and `OPERATIONS` repeat a failed run or choose another one. */
missesNothing(ENGINES, Number(process.env.OPERATIONS ?? 10_000), Number(process.env.SEED ?? 12));
