import { describeRows } from '../../../test/common-rules/describe.ts';
import { openFakeService } from '../../../test/common-rules/fake-service.ts';
import { noticeRows } from '../../../test/common-rules/limit-rows.ts';
import { tables } from '../../../test/common-rules/tables.ts';

for (const [table, rows] of tables) describeRows(table, rows, openFakeService);
describeRows('who hears of a limit that is exceeded', noticeRows, openFakeService);
