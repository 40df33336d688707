import { ENGINES } from '../money/ground.ts';
import { missesNothing } from './complete.ts';

missesNothing(ENGINES.slice(0, 1), 200, 11);
