import { describeOnPostgres } from './on-postgres.ts';
import { requestTables } from './tables.ts';

describeOnPostgres(requestTables);
