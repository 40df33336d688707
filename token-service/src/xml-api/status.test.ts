import { describeRows } from '../../test/common-rules/describe.ts';
import { openFakeService } from '../../test/common-rules/fake-service.ts';
import { tables } from '../../test/common-rules/tables.ts';

for (const [table, rows] of tables) describeRows(table, rows, openFakeService);
