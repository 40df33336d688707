import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService, textOf } from '../service.ts';

describe('export files', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.close());

  test('have no dates, because none are written', async () => {
    const dates = await service.api('GET', '/v2/export_dates');
    expect([dates.status, dates.xml?.name, dates.xml?.children]).toEqual([200, 'export_dates', []]);
    const counted = await service.api('HEAD', '/v2/export_dates');
    expect([counted.status, counted.headers.get('X-Records')]).toEqual([200, '0']);
  });

  test.each(['/v2/export_dates/2026-11-19/export_files', '/v2/export_dates/2026-11-19/export_files/invoices.csv.gz'])(
    '%s is not found',
    async (path) => {
      const files = await service.api('GET', path);
      expect([files.status, textOf(files.xml, 'symbol')]).toEqual([404, 'not_found']);
      expect((await service.api('GET', path, undefined, { 'X-Api-Version': '2.3' })).status).toBe(400);
    },
  );
});
