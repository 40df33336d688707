import { withEvents } from '@service/billing/engine/recording/events/with-events.ts';
import { findPeriod, listPeriods } from '@service/billing/queries/periods/list-periods.ts';
import { compareSnapshot, readSnapshot } from '@service/billing/queries/periods/snapshots.ts';
import { type Site, siteTime } from '@service/billing/resources/site.ts';
import { eraseAccount } from '@service/billing/usecases/accounts/erase-account.ts';
import { retryFailedWork } from '@service/billing/usecases/due/retry-failed-work.ts';
import { closePeriod } from '@service/billing/usecases/periods/close-period.ts';
import { reopenPeriod } from '@service/billing/usecases/periods/reopen-period.ts';
import { changeSite } from '@service/billing/usecases/sites/change-site.ts';
import { Failure, Invalid } from '@service/billing/values/failure.ts';
import { expect, it } from 'vitest';
import { reportFiles } from '../../src/documents/csv/report-files.ts';
import { openWorld } from '../../src/runtime/world.ts';
import { type TestService, textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';
import { cardInfo, openShop, type SubscriptionShop } from './subscription-shop.ts';

const MANUAL = '<collection_method>manual</collection_method><net_terms>30</net_terms>';

/** Closes and reopens the months of a shop, as its owner. */
const booksOf = (service: TestService, { site }: Pick<SubscriptionShop, 'site'>) => {
  const { opened } = service.service;
  const world = openWorld(service.clock);
  const deps = { ...opened, storage: withEvents(opened.storage, world), world, reportFiles };
  const caller = async () => {
    const found = (await opened.sites.find(site.subdomain)) as Site;
    return { site: found, at: siteTime(found, world.clock), actor: 'operator:ada@example.com', correlation: 'c' };
  };
  return {
    deps,
    caller,
    async close(month: string): Promise<void> {
      await closePeriod(deps)(await caller(), month);
      await service.dueWork();
    },
    /** Returns why a month cannot be closed. */
    async refusal(month: string): Promise<string> {
      const error = await closePeriod(deps)(await caller(), month).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(Failure);
      return String((error as Failure).params.what);
    },
    reopen: async (month: string, reason: string) => reopenPeriod(deps)(await caller(), month, reason),
    state: async (month: string) => (await findPeriod(deps)(await caller(), month)).state,
    states: async () => (await listPeriods(deps)(await caller())).map(({ month, state }) => `${month} ${state}`),
    /** Returns the reports of a closed month that are not those of its snapshot. */
    async changed(month: string): Promise<string[]> {
      const compared = await compareSnapshot(deps)(await caller(), month);
      expect(compared.length).toBeGreaterThan(9);
      return compared.filter(({ isSame }) => !isSame).map(({ report }) => report);
    },
    async file(month: string, report: string): Promise<string> {
      const parts = await Array.fromAsync(await readSnapshot(deps)(await caller(), month, report));
      return Buffer.concat(parts).toString();
    },
    actions: async (action: string) =>
      (await opened.storage.of(site.id).auditLog.list({ action }, 200)).map(({ subject, changes }) => ({
        subject,
        changes,
      })),
  };
};

onBothEngines('closed months', (service) => {
  const openBooks = async (changes: Partial<Site> = {}) => {
    const shop = await openShop(service(), changes, '2.29');
    await shop.travel('2027-01-10T08:00:00Z');
    return { shop, books: booksOf(service(), shop) };
  };

  it('are closed in their order, once they are over, and have a snapshot', async () => {
    const { shop, books } = await openBooks({ time_zone: 'Europe/Vienna' });
    await shop.subscribe(await shop.account(), await shop.plan());
    expect(await books.refusal('2027-01')).toContain('Not yet: the month is over. Its last day is 2027-01-31.');
    await expect(books.close('January')).rejects.toThrow(Invalid);
    // In Vienna it has been February for less than an hour.
    await shop.travel('2027-01-31T23:30:00Z');
    expect(await books.refusal('2027-01')).toContain('once it has been over for an hour');
    await shop.travel('2027-01-31T23:59:59Z');
    expect(await books.refusal('2027-01')).toContain('the month is over');
    await shop.travel('2027-02-01T00:00:00Z');
    await books.close('2027-01');
    expect(await books.state('2027-01')).toBe('closed');
    expect(await books.refusal('2027-01')).toBe('2027-01 is closed already.');
    await shop.travel('2027-05-02T00:00:00Z');
    expect(await books.refusal('2027-03')).toContain('The month to close next is 2027-02.');
    expect(await books.states()).toEqual([
      '2027-05 current',
      '2027-04 open',
      '2027-03 open',
      '2027-02 open',
      '2027-01 closed',
    ]);
    await books.close('2027-02');
    expect(await books.changed('2027-01')).toEqual([]);
    expect(await books.file('2027-01', 'sales')).toMatch(/^invoice_number,[^\n]*gross_in_cents\r?\n1\d{3},2027-01-10,/);
    expect(await books.file('2027-01', 'sales')).not.toContain('Lovelace');
    const { xml } = await shop.api('GET', '/v2/reports/periods');
    expect(xml && textOf(xml, 'name')).toBe('periods');
  });

  it('are closed for late due work: it is dated in the first open month, and the audit log has its own date', async () => {
    const { shop, books } = await openBooks();
    const account = await shop.account();
    const uuid = await shop.subscribe(account, await shop.plan());
    const failure = {
      ...{ kind: 'subscription_boundary', id: uuid, subject: 'x', at: Date.parse('2027-02-10T08:00:00Z') / 1000 },
      ...{ failures: 8, error: 'test', failed_at_ms: 0, retry_at_ms: null },
    };
    const { due } = service().service.opened.storage.of(shop.site.id);
    const fail = (status: 'parked' | 'dismissed') => due.fail({ ...failure, status });
    await fail('parked');
    // An export dates nothing in the books.
    const inJanuary = Date.parse('2027-01-20T02:00:00Z') / 1000;
    await due.fail({ ...failure, kind: 'nightly_export', id: 'export', at: inJanuary, status: 'parked' });
    await shop.travel('2027-03-15T08:00:00Z');
    await books.close('2027-01');
    // More than a page shows are not counted.
    const many = Array.from({ length: 1000 }, (_, n) => ({
      ...failure,
      kind: 'collection',
      id: `c${n}`,
      at: failure.at + 1,
    }));
    for (const item of many) await due.fail({ ...item, status: 'parked' });
    expect(await books.refusal('2027-02')).toMatch(
      /More than 1,000 items of it, the first of the kind “subscription boundary”/,
    );
    for (const { kind, id } of many) await due.clear(kind, id);
    expect(await books.refusal('2027-02')).toMatch(
      /Not yet: no due work of the month is left\. 1 item of it, the first of the kind “subscription boundary”, due on 2027-02-10\./,
    );
    await fail('dismissed');
    await books.close('2027-02');
    await retryFailedWork(books.deps)(await books.caller(), 'subscription_boundary', uuid);
    await service().dueWork();
    // The period of February is billed on the first of March, that of March on its own day.
    expect((await shop.invoices(account)).map((invoice) => invoice.slice(0, 20))).toEqual([
      '2027-01-10T08:00:00Z',
      '2027-03-01T00:00:00Z',
      '2027-03-10T08:00:00Z',
    ]);
    expect(await books.actions('due_work.dated_later')).toContainEqual({
      subject: `subscription_boundary ${uuid}`,
      changes: { dated: { from: '2027-02-10T08:00:00Z', to: '2027-03-01T00:00:00Z' } },
    });
    for (const month of ['2027-01', '2027-02']) expect(await books.changed(month)).toEqual([]);
  });

  it('are closed for retries and reminders of an unpaid invoice: they go on in the first open month', async () => {
    const { shop, books } = await openBooks();
    const trial = await shop.plan(
      '<trial_interval_length>7</trial_interval_length><trial_interval_unit>days</trial_interval_unit>',
    );
    const account = await shop.account(cardInfo('4000000000000341'));
    await shop.subscribe(account, trial);
    await shop.travel('2027-01-18T08:00:00Z');
    const records = service().service.opened.storage.of(shop.site.id);
    const owner = await accountOf(shop, account);
    const [invoice] = await records.invoices.openCharges(owner.id);
    if (!invoice) throw new Error('The trial was not billed');
    const due = [
      ['collection', invoice.attempt_next_collection_at],
      ['dunning', invoice.dunning_due_at],
    ] as const;
    for (const [kind, at] of due) {
      expect(at, kind).toBeLessThan(Date.parse('2027-02-01') / 1000);
      const item = { kind, id: invoice.uuid, subject: owner.id, at: at ?? 0, failures: 8, error: 'test' };
      await records.due.fail({ ...item, status: 'dismissed', failed_at_ms: 0, retry_at_ms: null });
    }
    await shop.travel('2027-02-05T08:00:00Z');
    await books.close('2027-01');
    for (const [kind] of due) await retryFailedWork(books.deps)(await books.caller(), kind, invoice.uuid);
    await service().dueWork();
    expect(await records.due.failed(9)).toEqual([]);
    const dated = (await books.actions('due_work.dated_later')).map(({ changes }) => changes?.dated?.to);
    // The collection; a reminder that is retried is due at that moment.
    expect(dated).toEqual(['2027-02-01T00:00:00Z']);
    const { xml } = await shop.api('GET', `/v2/accounts/${account}/transactions?type=purchase`);
    expect((xml?.children ?? []).map((one) => textOf(one, 'created_at'))).toContain('2027-02-01T00:00:00Z');
    expect(await books.changed('2027-01')).toEqual([]);
  });

  it('are closed for an authorization that is captured later: its order is of the first open month', async () => {
    const { shop, books } = await openBooks();
    await shop.subscribe(await shop.account(), await shop.plan());
    await shop.travel('2027-01-30T08:00:00Z');
    const account = await shop.account();
    const { xml, text } = await shop.api(
      'POST',
      '/v2/purchases/authorize',
      `<purchase><account><account_code>${account}</account_code></account><currency>USD</currency><subscriptions><subscription><plan_code>${await shop.plan()}</plan_code></subscription></subscriptions></purchase>`,
    );
    const uuid = textOf(within(xml, 'charge_invoice', 'transactions')?.children[0], 'uuid');
    expect(uuid, text).toMatch(/^\w{32}$/);
    await shop.travel('2027-02-03T08:00:00Z');
    // While the gateway is asked for the capture.
    let isClosed = false;
    service().whileAsked(async () => {
      if (isClosed) return;
      isClosed = true;
      await books.close('2027-01');
    });
    const captured = await shop.api('POST', `/v2/purchases/transaction-uuid-${uuid}/capture`);
    expect([captured.status, isClosed], captured.text).toEqual([200, true]);
    expect(await shop.invoices(account)).toEqual(['2027-02-01T00:00:00Z purchase paid 3000']);
    // It began when it was authorized, and renews on that day.
    await shop.travel('2027-03-02T08:00:00Z');
    await books.close('2027-02');
    expect((await shop.invoices(account)).length).toBe(2);
    for (const month of ['2027-01', '2027-02']) expect(await books.changed(month)).toEqual([]);
  });

  it('stay as they are, whatever happens later to their invoices, payments and customers', async () => {
    const { shop, books } = await openBooks();
    const plan = await shop.plan();
    const account = await shop.account();
    await shop.subscribe(account, plan);
    const byHand = await shop.account('');
    await shop.subscribe(byHand, plan, MANUAL);
    const { xml } = await shop.api('GET', `/v2/accounts/${byHand}/invoices`);
    const number = textOf(xml?.children[0], 'invoice_number');
    await shop.travel('2027-02-02T08:00:00Z');
    await books.close('2027-01');
    const aged = await books.file('2027-01', 'aging');
    expect(aged).toContain(`${number},${byHand},2027-02-09,`);

    const edit = (body: string) => shop.api('PUT', `/v2/invoices/${number}`, `<invoice>${body}</invoice>`);
    const moved = await edit('<address><country>DE</country></address>');
    expect([moved.status, moved.text]).toEqual([422, expect.stringContaining('the month of the invoice is closed')]);
    expect((await edit('<net_terms>90</net_terms>')).status).toBe(200);
    const paid = await shop.api(
      'POST',
      `/v2/invoices/${number}/transactions`,
      '<transaction><amount_in_cents>1000</amount_in_cents><payment_method>check</payment_method><collected_at>2027-01-20T00:00:00Z</collected_at></transaction>',
    );
    expect(paid.status, paid.text).toBe(201);
    expect(await books.changed('2027-01')).toEqual([]);

    const { xml: own } = await shop.api('GET', `/v2/accounts/${account}/invoices`);
    const refunded = await shop.api(
      'POST',
      `/v2/invoices/${textOf(own?.children[0], 'invoice_number')}/refund`,
      '<invoice><amount_in_cents>1000</amount_in_cents></invoice>',
    );
    expect(refunded.status, refunded.text).toBe(201);
    await shop.travel('2027-03-02T08:00:00Z');
    await books.close('2027-02');
    for (const month of ['2027-01', '2027-02']) expect(await books.changed(month)).toEqual([]);
    // The refund is in the month in which it was made.
    expect(await books.file('2027-02', 'sales')).toContain(',2027-02-02,credit,');

    const erased = await shop.account();
    await shop.subscribe(erased, plan);
    await shop.travel('2027-04-02T08:00:00Z');
    await books.close('2027-03');
    for (const { uuid: subscription } of await service()
      .service.opened.storage.of(shop.site.id)
      .subscriptions.live((await accountOf(shop, erased)).id)) {
      expect((await shop.api('PUT', `/v2/subscriptions/${subscription}/terminate?refund=none`)).status).toBe(200);
    }
    expect((await shop.api('DELETE', `/v2/accounts/${erased}`)).status).toBe(204);
    await eraseAccount(books.deps)(await books.caller(), erased);
    for (const month of ['2027-01', '2027-02', '2027-03']) expect(await books.changed(month)).toEqual([]);
  });

  const accountOf = async (shop: SubscriptionShop, code: string) => {
    const found = await service().service.opened.storage.of(shop.site.id).accounts.find(code);
    if (!found) throw new Error(code);
    return found;
  };

  it('keep the time zone of their site, and are reopened from the latest one, for a reason', async () => {
    const { shop, books } = await openBooks();
    await shop.subscribe(await shop.account(), await shop.plan());
    await shop.travel('2027-03-15T08:00:00Z');
    await books.close('2027-01');
    await books.close('2027-02');
    const zone = changeSite(books.deps)({ actor: 'a', correlation: 'c' }, shop.site.subdomain, {
      time_zone: 'Asia/Tokyo',
    });
    await expect(zone).rejects.toThrow(Invalid);
    await expect(books.reopen('2027-02', ' ')).rejects.toThrow(Invalid);
    await expect(books.reopen('2027-01', 'late')).rejects.toMatchObject({
      params: { what: 'Months are reopened from the latest one: reopen 2027-02 first.' },
    });
    await books.reopen('2027-02', 'A credit note came late');
    await books.reopen('2027-01', 'A credit note came late');
    expect(await books.refusal('2027-02')).toContain('2027-01 was reopened.');
    expect((await books.caller()).site.books_closed_until).toBe(0);
    // Its snapshot is still there to be compared.
    expect(await books.changed('2027-01')).toEqual([]);
    await books.close('2027-01');
    await books.close('2027-02');
    expect(await books.states()).toEqual(['2027-03 current', '2027-02 closed', '2027-01 closed']);
    const [first] = (await books.actions('period.closed')).toReversed();
    expect(first?.changes?.closed_until).toEqual({ from: null, to: '2027-02-01T00:00:00Z' });
    const reopened = (await books.actions('period.reopened')).toReversed();
    expect(reopened.map(({ subject }) => subject)).toEqual(['2027-02', '2027-01']);
    expect(reopened[0]?.changes).toMatchObject({ reason: { from: null, to: 'A credit note came late' } });
  });

  it('are those of one site: another one sees none, and has its own', async () => {
    const { shop, books } = await openBooks();
    await shop.subscribe(await shop.account(), await shop.plan());
    await shop.travel('2027-02-02T08:00:00Z');
    await books.close('2027-01');
    const other = await openBooks();
    expect((await other.books.caller()).site.books_closed_until).toBe(0);
    expect(await other.books.state('2027-01')).toBe('current');
    await expect(other.books.changed('2027-01')).rejects.toMatchObject({ symbol: 'not_found' });
    await expect(other.books.file('2027-01', 'sales')).rejects.toMatchObject({ symbol: 'not_found' });
    await expect(other.books.reopen('2027-01', 'Mine')).rejects.toMatchObject({ symbol: 'not_found' });
    const { text } = await other.shop.api('GET', '/v2/reports/periods?from=2027-01-01&to=2027-02-28');
    expect(text).not.toContain('2027-01<');
    expect(await books.state('2027-01')).toBe('closed');
  });
});
