import { expect, onTestFinished, test } from 'vitest';
import { textIn } from '../account-pages/customer.ts';
import { WITH_CONSOLE } from '../console/browser.ts';
import { newSubscriber } from '../console/subscriber.ts';
import { withRole } from '../console/with-role.ts';
import { migratedSqlite } from '../migrated.ts';
import { audit } from '../money/audit.ts';
import { startTestService } from '../service.ts';
import { failingReads } from './failing-reads.ts';

const CREDITS = "SELECT invoice_number FROM invoices WHERE type = 'credit'";

test('an approval waits again only if nothing was done, whichever read fails', { timeout: 120_000 }, async () => {
  const { database, failAt, recover } = failingReads(await migratedSqlite());
  const service = await startTestService({ database, env: { ...WITH_CONSOLE, RATE_LIMIT: 'off' } });
  onTestFinished(() => service.close());
  await service.changeDemoSite({ operator_approval_limit_in_cents: 1000 });
  const support = await withRole(service, ['support']);

  /** Returns the number of reads, and what became of the approval and of its refund. */
  const attempt = async (read: number) => {
    // Approving needs a proof of the last five minutes.
    const finance = await withRole(service, ['finance']);
    const { invoice } = await newSubscriber(service);
    const before = (await database.all(CREDITS)).length;
    const asked = await support.submit(`/invoices/${invoice}/refund?way=all`, { reason: 'goodwill' });
    const waiting = asked.location.split('?')[0] ?? '';
    // The page with the button is opened first; the reads of the form are counted.
    const form = await finance.get(`${waiting}/approve`);
    const fields = Object.fromEntries(
      [...form.html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    );
    failAt(read);
    const { status } = await finance.post(`${waiting}/approve`, fields);
    const reads = recover();
    service.clock.advance({ seconds: 61 });
    await service.dueWork();
    const refunds = (await database.all(CREDITS)).length - before;
    const waits = textIn((await finance.get(waiting)).html).includes('It happens when you approve it.');
    return { reads, status, refunds, waits };
  };

  const { reads, ...done } = await attempt(Number.POSITIVE_INFINITY);
  expect(done).toEqual({ status: 303, refunds: 1, waits: false });
  const outcomes = new Set<string>();
  for (let read = 0; read < reads; read += 1) {
    const { reads: _, status, ...left } = await attempt(read);
    const { refunds, waits } = left;
    // Another read of the service may be the one that fails.
    if (status === 303) expect({ status, ...left }, `read ${read}`).toEqual(done);
    else expect(status, `read ${read}`).toBe(503);
    if (waits) expect(refunds, `waits again after read ${read}`).toBe(0);
    outcomes.add(`${waits ? 'waits' : 'decided'}, ${refunds}`);
  }
  expect([...outcomes].toSorted()).toEqual(['decided, 0', 'decided, 1', 'waits, 0']);
  expect(await audit(database)).toEqual([]);
});
