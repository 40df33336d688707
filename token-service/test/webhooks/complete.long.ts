import { onBothEngines } from '../stories/engines.ts';
import { missesNothing } from './complete.ts';

missesNothing(onBothEngines, 10_000, 12);
