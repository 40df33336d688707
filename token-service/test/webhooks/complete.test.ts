import { onSqlite } from '../stories/engines.ts';
import { missesNothing } from './complete.ts';

missesNothing(onSqlite, 300, 11);
