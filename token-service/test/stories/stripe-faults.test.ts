import { authorizationSubject } from '@service/billing/domain/payments/intent.ts';
import { failedWork } from '@service/billing/queries/work/due.ts';
import { dismissFailedWork } from '@service/billing/usecases/due/dismiss-failed-work.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Crossing, type Line, openLine } from '../../src/adapters/gateway/stripe/line.fixture.ts';
import { openDatabase } from '../../src/adapters/storage/storage.ts';
import { openWorld } from '../../src/runtime/world.ts';
import { found, place } from '../disguises.ts';
import { fresh, textOf, within } from '../service.ts';
import { DISPUTE_FEE, openStripeShop, SECRET_KEY, SECRETS, type StripeShop, WEBHOOK_SECRET } from './stripe-shop.ts';
import { cardInfo } from './subscription-shop.ts';
import { type Watched, watchedOnFiles, watchedOnPostgres } from './what-is-kept.ts';

const CARD = '4242424242424242';
/** The simulator charges it, and then answers with an error, each time. */
const UNANSWERED_CARD = '4000009900000038';
const BANK_ACCOUNT =
  '<billing_info><name_on_account>Ada Lovelace</name_on_account><routing_number>110000000</routing_number>' +
  '<account_number>000123456789</account_number><account_type>checking</account_type>' +
  '<address1>1 Main St</address1><city>Springfield</city><country>US</country><zip>12345</zip></billing_info>';
/** Milliseconds until the simulator disputes a payment, and until it settles a debit. */
const DISPUTE_MS = 6_000;
const DEBIT_MS = 6_000;
/** Milliseconds until a refund fails at the simulator. */
const REFUND_MS = 6_000;

/** Payments whose answer from Stripe the service never received. */
describe.each([
  ['SQLite', watchedOnFiles],
  ['PostgreSQL', watchedOnPostgres],
])('a site whose connection to Stripe fails, on %s', (_engine, watch) => {
  let watched: Watched;
  let shop: StripeShop;
  let line: Line;
  const answers: string[] = [];
  beforeAll(async () => {
    watched = await watch(SECRETS);
    shop = await openStripeShop(watched, { mode: 'production' });
    line = await openLine(shop.simulator.url);
    await shop.addStripe('cards', line.url);
  });
  afterAll(async () => {
    await line?.stop();
    await shop?.close();
    await watched?.close();
  });
  afterEach(() => line.repair());

  const isStep = ({ key }: Crossing, step: string): boolean => key?.endsWith(`/${step}`) === true;
  const losing = (step: string, fault: 'lose answer' | 'lose request' = 'lose answer') =>
    line.fail((crossing) => (isStep(crossing, step) ? fault : undefined));
  const buy = async (account: string, info = '') => {
    const answer = await shop.buy(account, info);
    answers.push(answer.text);
    return answer;
  };
  /** The money that moved meanwhile, and after the lease of the intent has ended. */
  const movedBy = async (work: () => Promise<unknown>) => {
    const before = shop.moved().length;
    await work();
    line.repair();
    watched.service.clock.advance({ minutes: 2 });
    await watched.service.dueWork();
    return shop.moved().slice(before);
  };
  /** Sets how many seconds the site's clock is ahead of the system's. */
  const setSiteClock = async (clock_offset: number) => {
    const { sites, administration } = watched.service.service.opened;
    const site = (await sites.find(shop.site.subdomain)) ?? shop.site;
    await administration.transaction(site.id, (all) => all.save({ ...site, clock_offset }));
  };
  /** Leaves a request as a process does that dies between recording its outcome and storing its response. */
  const forgetResponse = async (key: string) => {
    const { DATABASE_URL = null, DATA_DIR = '' } = watched.env;
    const database = await openDatabase({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL });
    await database.run('UPDATE idempotency_keys SET status = NULL, headers = NULL, body = NULL WHERE key = $1', [key]);
    await database.close();
  };
  const failed = async (what: string) =>
    (await failedWork(watched.service.service.opened)(shop.site)).filter(({ kind }) => kind === what);
  /** The events of the latest invoice of an account, each with the request or due item it is led back to. */
  const causes = async (account: string) => {
    const records = shop.records();
    const { account_id = '' } = (await records.accounts.identify(account)) ?? {};
    const events = await records.events.latest(account_id, 'z', 10);
    const begun = events.findIndex(({ type }) => type === 'new_charge_invoice');
    return events
      .slice(0, begun + 1)
      .map(({ type, correlation }) => [type, correlation])
      .reverse();
  };
  const invoices = async (account: string) =>
    (await shop.invoices(account)).map((one) => one.split(' ').slice(1).join(' '));

  it('reverses a purchase that was charged, and declines it', async () => {
    const account = fresh('account');
    losing('confirm');
    const moved = await movedBy(async () => {
      const declined = await buy(account, cardInfo(CARD));
      expect(declined.status).toBe(422);
      expect(declined.text).toContain('gateway_timeout');
    });
    expect(moved).toEqual(['captured 900', 'refunded 900']);
    expect((await buy(account, cardInfo(CARD))).status).toBe(200);
    expect(await invoices(account)).toEqual(['purchase paid 900']);
  });

  it('does not complete what it has begun to reverse', async () => {
    losing('confirm');
    const moved = await movedBy(async () => {
      await buy(fresh('account'), cardInfo(CARD));
      losing('void');
      watched.service.clock.advance({ minutes: 2 });
      await watched.service.dueWork();
      const { intents } = shop.records();
      const open = await intents.expired(Number.MAX_SAFE_INTEGER, 0);
      expect(open).toMatchObject([{ kind: 'order', reversing: true }]);
      expect(open[0] && (await intents.complete(open[0]))).toBe(false);
    });
    expect(moved).toEqual(['captured 900', 'refunded 900']);
  });

  it('lets the payments of a card whose answers always get lost take turns, and returns each of them', async () => {
    const account = await shop.account(cardInfo(CARD));
    const changed = await shop.api('PUT', `/v2/accounts/${account}/billing_info`, cardInfo(UNANSWERED_CARD));
    expect(changed.status, changed.text).toBe(200);
    const before = shop.moved().length;
    for (let payment = 0; payment < 3; payment += 1) {
      expect((await buy(account)).text).toContain('gateway_timeout');
      expect((await buy(account)).text).toContain('simultaneous_request');
      watched.service.clock.advance({ minutes: 2 });
      await watched.service.dueWork();
    }
    expect(shop.moved().slice(before)).toEqual([1, 2, 3].flatMap(() => ['captured 900', 'refunded 900']));
  });

  it('charges nothing for a purchase that Stripe never received', async () => {
    losing('confirm', 'lose request');
    expect(await movedBy(() => buy(fresh('account'), cardInfo(CARD)))).toEqual([]);
  });

  it('accepts the dispute of a purchase that was not recorded: returns the amount, and records the fee', async () => {
    const fees = async () =>
      (await watched.tables())
        .find(({ name }) => name === 'table ledger_entries')
        ?.bytes.toString()
        .split(`fees\n${DISPUTE_FEE}`).length;
    const before = (await fees()) ?? 0;
    const account = fresh('account');
    losing('confirm');
    const moved = await movedBy(async () => {
      await buy(account, cardInfo('4000000000000259'));
      await shop.simulator.advance(DISPUTE_MS);
    });
    expect(moved).toEqual(['captured 900', 'withdrawn 900']);
    expect(await fees()).toBe(before + 1);
    expect(await failed('payment_intent')).toEqual([]);
    expect((await buy(account, cardInfo(CARD))).status).toBe(200);
    expect(await invoices(account)).toEqual(['purchase paid 900']);
  });

  it.each(['reversal', 'void'])('leaves a %s whose refund fails later to operators, once', async (how) => {
    const url = new URL(`/gateways/${shop.site.subdomain}/cards`, watched.service.apiUrl).href;
    shop.simulator.addWebhook({ url, secret: WEBHOOK_SECRET });
    const account = fresh('account');
    if (how === 'reversal') losing('confirm');
    const moved = await movedBy(async () => {
      await buy(account, cardInfo('4000000000005126'));
      const [invoice] = (await shop.api('GET', `/v2/accounts/${account}/invoices`)).xml?.children ?? [];
      if (invoice) await shop.api('POST', `/v2/invoices/${textOf(invoice, 'invoice_number')}/refund`, '<invoice/>');
    });
    expect(moved).toEqual(['captured 900', 'refunded 900']);
    await shop.simulator.advance(REFUND_MS);
    for (let minutes = 0; minutes < 17; minutes += 1) {
      watched.service.clock.advance({ minutes: 1 });
      await watched.service.dueWork();
    }
    const { refund, payment_intent, kind } = shop.simulator.log().at(-1) ?? {};
    expect(kind).toBe('refund_failed');
    const [parked, ...more] = (await failed('gateway_notification')).filter(({ status }) => status === 'parked');
    expect(more).toEqual([]);
    expect(parked?.error).toContain(`Refund ${refund} of payment ${payment_intent} has failed at gateway cards`);
    const { storage } = watched.service.service.opened;
    const caller = { site: shop.site, at: 0, actor: 'operator', correlation: 'test' };
    const deps = { storage, world: openWorld(watched.service.clock) };
    await dismissFailedWork(deps)(caller, 'gateway_notification', parked?.id ?? '');
    await watched.service.dueWork();
    expect(await failed('gateway_notification')).toEqual([]);
  });

  it('reverses a bank debit once it has settled, and lets the account buy meanwhile', async () => {
    const account = fresh('account');
    losing('confirm');
    const moved = await movedBy(async () => {
      expect((await buy(account, BANK_ACCOUNT)).text).toContain('gateway_timeout');
    });
    expect(moved).toEqual(['debit_started 900']);
    expect((await buy(account, cardInfo(CARD))).status).toBe(200);
    expect(await invoices(account)).toEqual(['purchase paid 900']);
    const settled = await movedBy(async () => {
      await shop.simulator.advance(DEBIT_MS);
      watched.service.clock.advance({ hours: 1 });
    });
    expect(settled).toEqual(['debited 900', 'refunded 900']);
  });

  it('takes the part of a debit that the bank has charged back, not all of it', async () => {
    const account = fresh('account');
    await buy(account, BANK_ACCOUNT);
    const daily = async () => {
      watched.service.clock.advance({ days: 1 });
      await watched.service.dueWork();
    };
    await shop.simulator.advance(DEBIT_MS);
    await daily();
    const { charge = '' } = shop.simulator.log().findLast(({ kind }) => kind === 'debited') ?? {};
    shop.simulator.trigger({ type: 'dispute', charge, amount: 400 });
    const { dispute } = shop.simulator.log().at(-1) ?? {};
    shop.simulator.trigger({ type: 'dispute_lost', dispute: dispute ?? '' });
    await daily();
    expect((await invoices(account)).sort()).toEqual(['external_refund closed -400', 'purchase paid 900']);
  });

  it('completes a renewal that was charged, without another attempt', async () => {
    const account = await shop.account(cardInfo(CARD));
    await shop.subscribe(account, await shop.plan());
    const moved = await movedBy(async () => {
      watched.service.clock.advance({ days: 32 });
      losing('confirm');
      await watched.service.dueWork();
      expect((await invoices(account)).sort()).toEqual(['purchase paid 3000', 'renewal pending 3000']);
    });
    expect(moved).toEqual(['captured 3000']);
    expect((await invoices(account)).sort()).toEqual(['purchase paid 3000', 'renewal paid 3000']);
    const [, ...paying] = await causes(account);
    expect(paying.map(([type]) => type)).toEqual(['failed_payment', 'successful_payment', 'paid_charge_invoice']);
    // What the worker finds later is led back to the attempt whose answer was lost.
    expect(new Set(paying.map(([, correlation]) => correlation)).size).toBe(1);
    const later = await movedBy(async () => {
      watched.service.clock.advance({ hours: 5 });
      await watched.service.dueWork();
    });
    expect(later).toEqual([]);
  });

  it('forgets a collection that failed meanwhile, once the payment under way has paid the invoice', async () => {
    const account = await shop.account(cardInfo(CARD));
    await shop.subscribe(account, await shop.plan());
    await movedBy(async () => {
      watched.service.clock.advance({ days: 32 });
      losing('confirm');
      await watched.service.dueWork();
      // As a process leaves it that dies before it records the attempt: the attempt is still due.
      const listed = (await shop.api('GET', `/v2/accounts/${account}/invoices?state=pending`)).xml?.children ?? [];
      const now = Math.floor(watched.service.clock.now() / 1000);
      await watched.service.service.opened.storage.transaction(shop.site.id, async ({ invoices }) => {
        const invoice = await invoices.find(textOf(listed[0], 'uuid') ?? '');
        if (invoice) await invoices.save({ ...invoice, attempt_next_collection_at: now });
      });
      await watched.service.dueWork();
      expect(await failed('collection')).toMatchObject([{ status: 'waiting', error: 'simultaneous_request' }]);
    });
    expect((await invoices(account)).sort()).toEqual(['purchase paid 3000', 'renewal paid 3000']);
    expect(await failed('collection')).toEqual([]);
  });

  describe('of an authorization', () => {
    const authorize = async (account: string) => {
      const answer = await shop.api(
        'POST',
        '/v2/purchases/authorize',
        `<purchase><account><account_code>${account}</account_code>${cardInfo(CARD)}</account><currency>USD</currency>` +
          '<adjustments><adjustment><unit_amount_in_cents>900</unit_amount_in_cents></adjustment></adjustments></purchase>',
      );
      expect(answer.status, answer.text).toBe(200);
      const uuid = textOf(within(answer.xml, 'charge_invoice', 'transactions', 'transaction'), 'uuid') ?? '';
      const end = (how: 'cancel' | 'capture', headers: Readonly<Record<string, string>> = {}) =>
        shop.api('POST', `/v2/purchases/transaction-uuid-${uuid}/${how}`, undefined, headers);
      const kept = () => shop.records().intents.of(authorizationSubject(uuid));
      const status = async () => (await shop.records().transactions.find(uuid))?.status;
      return { end, kept, status };
    };

    it('completes a capture that took the amount, once', async () => {
      const account = fresh('account');
      const authorization = await authorize(account);
      losing('capture');
      const request = { 'X-Request-Id': fresh('request') };
      const moved = await movedBy(async () => expect((await authorization.end('capture', request)).status).toBe(422));
      expect(moved).toEqual(['captured 900']);
      expect(await authorization.kept()).toBeUndefined();
      // The worker has completed it, and says which request it was.
      expect(await causes(account)).toEqual(
        ['new_charge_invoice', 'successful_payment', 'paid_charge_invoice'].map((type) => [
          type,
          request['X-Request-Id'],
        ]),
      );
      expect(await invoices(account)).toEqual(['purchase paid 900']);
      expect((await authorization.end('capture')).text).toContain('authorization_already_captured');
    });

    it('declines a capture without an answer once more when the process has died before its response', async () => {
      const account = fresh('account');
      const authorization = await authorize(account);
      const key = { 'Idempotency-Key': fresh('key') };
      losing('capture');
      const moved = await movedBy(async () => {
        expect((await authorization.end('capture', key)).text).toContain('gateway_timeout');
        await forgetResponse(key['Idempotency-Key']);
      });
      expect(moved).toEqual(['captured 900']);
      expect((await authorization.end('capture', key)).text).toContain('gateway_timeout');
      expect(await invoices(account)).toEqual(['purchase paid 900']);
    });

    it('keeps the authorization of a capture that Stripe never received', async () => {
      const account = fresh('account');
      const authorization = await authorize(account);
      losing('capture', 'lose request');
      const moved = await movedBy(async () => expect((await authorization.end('capture')).status).toBe(422));
      expect(moved).toEqual([]);
      expect((await authorization.end('capture')).status).toBe(200);
      expect(await invoices(account)).toEqual(['purchase paid 900']);
    });

    it('completes a capture before the authorization expires, whose void would return the amount', async () => {
      const account = fresh('account');
      const authorization = await authorize(account);
      line.fail((crossing) => (isStep(crossing, 'capture') || isStep(crossing, 'void') ? 'lose answer' : undefined));
      const before = shop.moved().length;
      expect((await authorization.end('capture')).text).toContain('gateway_timeout');
      // The authorization expires before the lease of the capture ends.
      await setSiteClock(8 * 86_400);
      await watched.service.dueWork();
      // Whether it was captured is not known yet.
      expect((await authorization.end('capture')).text).toContain('simultaneous_request');
      line.repair();
      watched.service.clock.advance({ minutes: 2 });
      await watched.service.dueWork();
      expect(shop.moved().slice(before)).toEqual(['captured 900']);
      expect(await authorization.kept()).toBeUndefined();
      expect(await invoices(account)).toEqual(['purchase paid 900']);
      expect((await authorization.end('capture')).text).toContain('authorization_already_captured');
      await setSiteClock(0);
    });

    it.each(['lose answer', 'lose request'] as const)('completes a cancellation: %s', async (fault) => {
      const authorization = await authorize(fresh('account'));
      losing('cancel', fault);
      const moved = await movedBy(async () => {
        expect((await authorization.end('cancel')).text).toContain('gateway_timeout');
        expect((await authorization.end('capture')).text).toContain('authorization_expired');
      });
      expect(moved).toEqual(['released 900']);
      expect(await authorization.kept()).toBeUndefined();
      expect(await authorization.status()).toBe('void');
    });
  });

  it('completes a refund, once', async () => {
    const account = fresh('account');
    await buy(account, cardInfo(CARD));
    const [invoice] = (await shop.api('GET', `/v2/accounts/${account}/invoices`)).xml?.children ?? [];
    const path = `/v2/invoices/${textOf(invoice, 'invoice_number')}/refund`;
    losing('refund');
    const moved = await movedBy(async () => {
      const answer = await shop.api('POST', path, '<invoice><amount_in_cents>300</amount_in_cents></invoice>');
      answers.push(answer.text);
    });
    expect(moved).toEqual(['refunded 300']);
    expect((await invoices(account)).sort()).toEqual(['purchase paid 900', 'refund closed -300']);
  });

  it('waits while Stripe answers nothing, and says so to operators without any secret', async () => {
    line.fail((crossing) =>
      crossing.method === 'GET'
        ? { status: 401, error: { type: 'invalid_request_error', message: `Invalid API Key provided: ${SECRET_KEY}` } }
        : isStep(crossing, 'confirm')
          ? 'lose answer'
          : undefined,
    );
    const before = shop.moved().length;
    answers.push((await buy(fresh('account'), cardInfo(CARD))).text);
    watched.service.clock.advance({ minutes: 2 });
    await watched.service.dueWork();
    expect(shop.moved().slice(before)).toEqual(['captured 900']);
    const [waiting] = await failed('payment_intent');
    expect(waiting?.error).toMatch(/Stripe refuses the key of gateway account cards.* then retry\.$/);
    line.repair();
    watched.service.clock.advance({ minutes: 5 });
    await watched.service.dueWork();
    expect(shop.moved().slice(before)).toEqual(['captured 900', 'refunded 900']);
  });

  it('forgets operations after a month, and refunds their payments all the same', async () => {
    const account = fresh('account');
    await buy(account, cardInfo(CARD));
    const { payment_intent } = shop.simulator.log().at(-1) ?? {};
    const isKept = async () => {
      const operations = (await watched.tables()).find(({ name }) => name === 'table gateway_operations');
      return operations?.bytes.includes(payment_intent ?? 'none');
    };
    expect(await isKept()).toBe(true);
    watched.service.clock.advance({ days: 32 });
    await watched.service.dueWork();
    expect(await isKept()).toBe(false);
    const [invoice] = (await shop.api('GET', `/v2/accounts/${account}/invoices`)).xml?.children ?? [];
    const path = `/v2/invoices/${textOf(invoice, 'invoice_number')}/refund`;
    const refunded = await shop.api('POST', path, '<invoice><amount_in_cents>300</amount_in_cents></invoice>');
    expect(refunded.status, refunded.text).toBe(201);
    expect(await isKept()).toBe(true);
  });

  it('keeps card number and credentials out of tables, files, logs, answers and the traffic log', async () => {
    const places = [
      ...(await watched.tables()),
      ...watched.files(),
      place('log', watched.service.logged.join('')),
      place('answers', answers.join('\n')),
      place('command line', shop.printed.join('\n')),
      place('simulator', JSON.stringify([shop.simulator.log(), shop.simulator.requests()])),
    ];
    expect(places.some(({ name, bytes }) => name === 'table gateway_operations' && bytes.includes('pi_'))).toBe(true);
    for (const secret of [CARD, SECRET_KEY, WEBHOOK_SECRET]) expect(found(secret, places)).toEqual([]);
    const withNumber = line.crossed.filter(({ path, body }) => `${path} ${body}`.includes(CARD));
    expect(new Set(withNumber.map(({ method, path }) => `${method} ${path}`))).toEqual(
      new Set(['POST /v1/payment_methods']),
    );
  });
});
