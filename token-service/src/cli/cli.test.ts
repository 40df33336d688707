import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { World } from '@service/billing/ports/world.ts';
import type { Setting } from '@service/billing/resources/setting.ts';
import { SETTING_NAMES, SITE_SETTINGS } from '@service/billing/resources/site-settings.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { seedDemo } from '../../seed/demo.ts';
import { openSqlite } from '../adapters/storage/sqlite.ts';
import { type OpenStorage, openStorage } from '../adapters/storage/storage.ts';
import { anAccount } from '../adapters/storage/testing/samples.ts';
import { anAdjustment, anInvoice } from '../adapters/storage/testing/selling-samples.ts';
import { pngOf } from '../documents/brand/png.fixture.ts';
import { machineClock, openWorld } from '../runtime/world.ts';
import { noteTool } from './account-note.ts';
import { command, type Tool } from './command.ts';
import { AS_NPM } from './command-spelling.ts';
import { dunningTool } from './dunning.ts';
import { explainTool } from './explain.ts';
import { flagOf } from './flag.ts';
import { commandHelp, toolHelp } from './help.ts';
import { keyTool } from './key.ts';
import { mailTool } from './mail.ts';
import { siteTool } from './site.ts';
import { main, runTool, type ToolOutcome } from './tool.ts';

const HOUR = 3_600_000;

/** A shop's database and the tools, on 1 March 2026 at noon. */
const openOffice = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cli-'));
  const clock = { at: Date.parse('2026-03-01T12:00:00Z') };
  const now = { ...machineClock, now: () => clock.at };
  const printed: string[] = [];
  const world: World = { ...openWorld(now), pause: () => shared.pauses() };
  const config = { dataDir: folder, databaseUrl: null };
  const storage = await openStorage(config, world);
  const run = (tool: Tool, ...args: string[]): Promise<ToolOutcome> =>
    runTool(
      tool,
      args,
      { DATA_DIR: folder },
      {
        world: () => world,
        open: openStorage,
        say: (line) => void printed.push(line),
      },
    );
  const rows = async (sql: string) => {
    const engine = openSqlite(join(folder, 'billing.sqlite'));
    const found = await engine.all(sql);
    await engine.close();
    return found;
  };
  const shared = {
    /** The lines that commands print while they run. */
    printed,
    /** Happens in place of waiting. */
    pauses: async () => {},
    storage,
    clock,
    world,
    rows,
    site: (...args: string[]) => run(siteTool, ...args),
    key: (...args: string[]) => run(keyTool, ...args),
    note: (...args: string[]) => run(noteTool, ...args),
    explain: (...args: string[]) => run(explainTool, ...args),
    async close() {
      await storage.close();
      rmSync(folder, { recursive: true });
    },
  };
  return shared;
};

/** The first key in an answer: on a line of its own, or behind its name. */
const secretIn = ({ text }: ToolOutcome): string => /^ {2}(?:private key +)?([A-Za-z0-9]{32})$/m.exec(text)?.[1] ?? '';

const siteOf = async (storage: OpenStorage, key: string, now: number): Promise<string | undefined> =>
  (await storage.sites.byPrivateKey(key, now))?.site.subdomain;

let office: Awaited<ReturnType<typeof openOffice>>;
beforeEach(async () => {
  office = await openOffice();
});
afterEach(() => office.close());

describe('a site', () => {
  test('is created with its keys, shown and listed', async () => {
    const created = await office.site(
      'create',
      'acme',
      '--currencies',
      'EUR,USD',
      '--manual-invoicing',
      'on',
      '--wallet',
      'on',
      '--tax-registrations',
      'US-CA, EU',
      '--tax-charges',
      'off',
      '--tax-account-address',
      'on',
    );
    expect(created).toMatchObject({ status: 0, text: expect.stringContaining('The sandbox site acme is there.') });
    expect(await siteOf(office.storage, secretIn(created), office.clock.at)).toBe('acme');

    const shown = await office.site('show', 'acme');
    for (const line of [
      'currencies +EUR,USD',
      'manual-invoicing +on',
      'wallet +on',
      'tax-registrations +US-CA,EU',
      'tax-charges +off',
      'tax-account-address +on',
      'time-zone +UTC',
      'clock +2026-03-01T12:00:00Z',
    ]) {
      expect(shown.text).toMatch(new RegExp(`^${line}$`, 'm'));
    }
    await office.site('create', 'zebra', '--mode', 'production');
    expect((await office.site('list')).text.split('\n').map((line) => line.split(/ {2,}/)[0])).toEqual([
      'SUBDOMAIN',
      'acme',
      'zebra',
    ]);
  });

  test('takes the example of each setting, which is what an error advises', async () => {
    await office.site('create', 'acme');
    // The logo and the texts are files.
    const names = SETTING_NAMES.filter((name) => !['logo', 'texts'].includes(name) && 'example' in SITE_SETTINGS[name]);
    expect(names.length).toBeGreaterThan(15);
    for (const name of names) {
      const { example = '' }: Setting = SITE_SETTINGS[name];
      expect(await office.site('change', 'acme', `--${flagOf(name)}`, example), name).toMatchObject({ status: 0 });
    }
  });

  test('has the texts of a file, which are printed with those that there are', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'texts-')), 'texts.json');
    await office.site('create', 'acme');
    const all = JSON.parse((await office.site('texts', 'de')).text);
    expect(all.de['mail.receipt.title']).toBe('Vielen Dank für Ihre Zahlung');
    writeFileSync(file, JSON.stringify({ de: { ...all.de, 'mail.receipt.title': 'Besten Dank' } }));
    expect(await office.site('change', 'acme', '--texts', file)).toMatchObject({ status: 0 });
    expect((await office.storage.sites.find('acme'))?.texts).toEqual({ de: { 'mail.receipt.title': 'Besten Dank' } });
    expect((await office.site('show', 'acme')).text).toMatch(/texts +1 text in de\n/);
    const own = JSON.parse((await office.site('texts', 'de', 'acme', '--json')).text);
    expect([own.language, own.texts['mail.receipt.title']]).toEqual(['de', 'Besten Dank']);

    writeFileSync(file, '{"de": {"mail.recipt.title": "x"}}');
    expect(await office.site('change', 'acme', '--texts', file)).toMatchObject({
      status: 1,
      text: expect.stringMatching(/texts\.json: There is no text .* did you mean “mail\.receipt\.title”\?/),
    });
    expect(await office.site('change', 'acme', '--texts', `${file}.missing`)).toMatchObject({
      text: `There is no file ${file}.missing.`,
    });
    expect(await office.site('texts', 'gr')).toMatchObject({
      status: 2,
      text: expect.stringMatching(/There are no texts/),
    });
    await office.site('change', 'acme', '--texts', 'none');
    expect((await office.storage.sites.find('acme'))?.texts).toEqual({});
  });

  test('has an address of several lines, each with commas of its own', async () => {
    await office.site('create', 'acme', '--company-address', '1 Harbour Street; San Francisco, CA 94105');
    expect((await office.storage.sites.find('acme'))?.company_address).toEqual([
      '1 Harbour Street',
      'San Francisco, CA 94105',
    ]);
    const shown = (await office.site('show', 'acme')).text;
    expect(shown).toMatch(/company-address +1 Harbour Street; San Francisco, CA 94105\n/);
  });

  test('has the logo of a file, which is refused if it cannot be one', async () => {
    const logo = join(mkdtempSync(join(tmpdir(), 'logo-')), 'logo.png');
    writeFileSync(logo, pngOf(240, 64));
    await office.site('create', 'acme', '--logo', logo);
    const site = await office.storage.sites.find('acme');
    expect(site?.logo).toMatchObject({ width: 240, height: 64 });
    expect(Buffer.from((site && (await office.storage.sites.logo(site))) ?? [])).toEqual(pngOf(240, 64));
    expect((await office.site('show', 'acme')).text).toMatch(/logo +240 × 64 px/);
    writeFileSync(logo, '<svg/>');
    expect(await office.site('change', 'acme', '--logo', logo)).toMatchObject({
      status: 1,
      text: expect.stringMatching(/logo\.png: A logo is a PNG file, not SVG/),
    });
    expect(await office.site('change', 'acme', '--logo', `${logo}.missing`)).toEqual({
      status: 1,
      text: `There is no file ${logo}.missing.`,
    });
    expect(await office.storage.sites.find('acme')).toEqual(site);
    await office.site('change', 'acme', '--logo', 'none');
    expect(await office.storage.sites.logo(site!)).toBeUndefined();
  });

  test('is changed where something is named, and cleared with none', async () => {
    await office.site('create', 'acme', '--technical-contact', 'ops@acme.example', '--custom-fields', 'size, colour');
    await office.site(
      'change',
      'acme',
      '--technical-contact',
      'none',
      '--attempts-per-hour',
      '3',
      '--tokens-per-minute',
      '200',
      '--tokens-per-address',
      'none',
      '--attempts-per-address',
      'none',
      '--standing',
      'suspended',
    );
    expect(await office.storage.sites.find('acme')).toMatchObject({
      technical_contact: null,
      attempts_per_hour: 3,
      tokens_per_minute: 200,
      tokens_per_address: null,
      attempts_per_card: null,
      attempts_per_address: null,
      standing: 'suspended',
      custom_fields: ['size', 'colour'],
      currencies: ['USD'],
    });
  });

  test('counts declined attempts by card and address as its mode does, unless its limit was set', async () => {
    const limits = async (...args: string[]) => {
      expect((await office.site(...args)).status).toBe(0);
      const found = await office.storage.sites.find(args[1] ?? '');
      return [found?.attempts_per_card, found?.attempts_per_address];
    };
    expect(await limits('create', 'acme')).toEqual([null, null]);
    expect(await limits('change', 'acme', '--attempts-per-card', '5')).toEqual([5, null]);
    expect(await limits('change', 'acme', '--mode', 'production')).toEqual([5, 40]);
    expect(await limits('change', 'acme', '--mode', 'sandbox')).toEqual([5, null]);
    expect(await limits('create', 'live', '--mode', 'production')).toEqual([10, 40]);
    expect(await limits('create', 'open', '--mode', 'production', '--attempts-per-card', 'none')).toEqual([null, 40]);
  });

  test('the number of the next invoice moves upwards only, and the audit log says from where to where', async () => {
    await office.site('create', 'acme');
    const next = (number: string) => office.site('change', 'acme', '--next-invoice-number', number);
    expect(await next('1500')).toEqual({ status: 0, text: 'The next invoice of acme has number 1500.' });
    expect(await next('1500')).toMatchObject({ status: 0 });
    expect(await next('1499')).toEqual({
      status: 1,
      text: 'The next invoice has number 1500, and 1499 cannot follow: give a number from 1500 to 999999999. Numbers only move upwards, so that none is given twice.',
    });
    const entries = "SELECT subject FROM audit_log WHERE action = 'site.invoice_number_raised'";
    expect(await office.rows(entries)).toEqual([{ subject: 'acme: 1000 to 1500' }]);
  });

  test.each([
    [['create', 'Acme'], /^Subdomain is invalid\. Use lower-case/],
    [['create', 'demo'], /^Subdomain has already been taken/],
    [['create', 'acme', '--currencies', 'USD,XXX'], /^Currencies is not included in the list\. Give ISO 4217/],
    [['create', 'acme', '--currencies', 'USD,USD'], /^Currencies has already been taken\./],
    [['create', 'acme', '--currencies', 'none'], /^Currencies can't be empty/],
    [
      ['create', 'acme', '--tax-registrations', 'US'],
      /^Tax registrations is not included in the list\. Give countries, US states as US-CA/,
    ],
    [['create', 'acme', '--tax-registrations', 'US-XX'], /^Tax registrations is not included in the list/],
    [['create', 'acme', '--tax-registrations', 'EU,EU'], /^Tax registrations has already been taken/],
    [['create', 'acme', '--time-zone', '+01:00'], /^Time zone is invalid\. Give an IANA name/],
    [['create', 'acme', '--time-zone', 'Mars/Base'], /^Time zone is invalid/],
    [['create', 'acme', '--seller-country', 'Austria'], /^Seller country is not included/],
    [['create', 'acme', '--technical-contact', 'invalid'], /^Technical contact is not a valid email address\./],
    [['create', 'acme', '--tokens-per-minute', '0'], /^Tokens per minute must be greater than or equal to 1/],
    [['create', 'acme', '--tokens-per-address', '0'], /^Tokens per address must be greater than or equal to 1/],
    [['create', 'acme', '--attempts-per-hour', '0'], /^Attempts per hour must be greater than or equal to 1/],
    [['create', 'acme', '--attempts-per-card', '0'], /^Attempts per card must be greater than or equal to 1/],
    [['change', 'unknown', '--tier', 'higher'], /^There is no site with the subdomain unknown\.$/],
    [
      ['change', 'demo', '--brand-color', 'burgundy'],
      /^Brand color is invalid\. For example: --brand-color '#0a6b4f'$/,
    ],
    [
      ['change', 'demo', '--shop-url', 'shop'],
      /^Shop url is invalid\. For example: --shop-url https:\/\/shop\.example$/,
    ],
    [['show', 'unknown'], /^There is no site/],
  ])('%j is refused and changes nothing', async (args, words) => {
    await seedDemo(office.storage.administration, office.world);
    const before = await office.storage.sites.all();
    expect(await office.site(...args)).toEqual({ status: 1, text: expect.stringMatching(words) });
    expect(await office.storage.sites.all()).toEqual(before);
  });

  test.each([
    [
      ['destroy', 'acme'],
      'There is no command “destroy”. Commands: list, show, create, change, texts, rotate-login, travel.',
    ],
    [['create'], 'Usage: npm run site -- create <subdomain> [options]. Put quotes around text with spaces.'],
    [['create', 'acme', '--tier', 'golden'], '--tier takes base|legacy|higher, not “golden”.'],
    [['create', 'acme', '--colour', 'blue'], "Unknown option '--colour'\nHelp:"],
    [['travel', 'acme', '--by', '-1d'], '--by needs a value. One that begins with a dash is typed as --by=-value.\n'],
    [['change', 'acme'], 'Name at least one setting to change.'],
    [['change', 'acme', '--next-invoice-number', 'many'], '--next-invoice-number takes a number, not “many”.'],
    [['change', 'acme', '--next-invoice-number', '1500', '--tier', 'higher'], 'Give --next-invoice-number alone.'],
    [['travel', 'acme'], 'Say where to: either --to 2027-01-01 or --by 30d.'],
    [['travel', 'acme', '--cancel', '--by', '1d'], 'Give --cancel alone.'],
    [['travel', 'acme', '--by', 'forever'], '--by takes a number and s, m, h, d or w'],
    [['travel', 'acme', '--to', 'tomorrow'], '--to takes a date or time'],
    [['travel', 'acme', '--to', '0001-01-01'], '--to takes a date or time from 1970 to 9999'],
    [['travel', 'acme', '--to', '2027-01-01', '--by', '1d'], 'either --to 2027-01-01 or --by 30d'],
  ])('%j is not understood, and the answer says what to type', async (args, words) => {
    const { status, text } = await office.site(...args);
    expect(status).toBe(2);
    expect(text).toContain(words);
    expect(text).toContain('Help: npm run site -- --help');
  });
});

describe('the clock of a sandbox', () => {
  beforeEach(() => office.site('create', 'acme'));
  const open = async () => {
    const site = await office.storage.sites.find('acme');
    await office.storage.storage.of(site?.id ?? '').accounts.add(anAccount(1));
  };

  test('is set and advanced', async () => {
    expect((await office.site('travel', 'acme', '--to', '2027-01-01')).text).toBe(
      'The clock of acme shows 2027-01-01T00:00:00Z.',
    );
    expect((await office.site('travel', 'acme', '--by', '36h')).text).toBe(
      'The clock of acme shows 2027-01-02T12:00:00Z.',
    );
    office.clock.at += HOUR;
    expect(await office.site('travel', 'acme', '--cancel')).toMatchObject({
      status: 1,
      text: expect.stringContaining('there is nothing to cancel'),
    });
    expect((await office.site('show', 'acme')).text).toContain('2027-01-02T13:00:00Z (travelled)');
  });

  test('goes back only as long as there are no accounts', async () => {
    expect(await office.site('travel', 'acme', '--to', '2024-02-01')).toMatchObject({ status: 0 });
    await open();
    expect(await office.site('travel', 'acme', '--to', '2024-01-31T23:59:59Z')).toEqual({
      status: 1,
      text: expect.stringContaining('shows 2024-02-01T00:00:00Z and goes only forward'),
    });
    expect((await office.site('travel', 'acme', '--by', '1d')).text).toMatch(/^The clock was moved/);
  });

  test('says how far due work has come, and when no service runs it', async () => {
    await open();
    const idle = await office.site('travel', 'acme', '--by', '1d');
    expect(idle).toEqual({
      status: 1,
      text: expect.stringMatching(/^The clock was moved, .* no worker runs\. .*SERVE=worker/),
    });
    const site = await office.storage.sites.find('acme');
    const { due } = office.storage.storage.of(site?.id ?? '');
    const steps = [Date.parse('2026-03-03') / 1000, Number.MAX_SAFE_INTEGER];
    office.pauses = async () => due.advanceClockMove(steps.shift() ?? 0, 1);
    const { text } = await office.site('travel', 'acme', '--by', '2d');
    expect(office.printed.slice(-2)).toEqual([
      '2026-03-01T12:00:00Z reached, 0 items done',
      '2026-03-03T00:00:00Z reached, 1 item done',
    ]);
    expect(text).toBe('The clock of acme shows 2026-03-04T12:00:00Z. 2 items of due work ran.');
  });

  test('is where it was stopped when the move is cancelled meanwhile', async () => {
    await open();
    const site = await office.storage.sites.find('acme');
    const { due } = office.storage.storage.of(site?.id ?? '');
    office.pauses = async () => {
      office.pauses = () => due.advanceClockMove(Number.MAX_SAFE_INTEGER, 0);
      expect((await office.site('travel', 'acme', '--cancel')).text).toMatch(/^The move is cancelled: the clock of/);
    };
    const { status, text } = await office.site('travel', 'acme', '--to', '2027-01-01');
    const shown = (await office.site('show', 'acme')).text.match(/clock +(\S+)/)?.[1];
    expect([status, text]).toEqual([1, `The move was cancelled: the clock of acme shows ${shown}.`]);
    expect(shown).toMatch(/^2026-/);
  });

  test('has an end', async () => {
    expect(await office.site('travel', 'acme', '--by', '999999999w')).toMatchObject({ status: 1 });
    expect(await office.site('travel', 'acme', '--by', '1d')).toMatchObject({ status: 0 });
  });

  test('is the real one in production, where a site that has travelled cannot go', async () => {
    await office.site('create', 'shop', '--mode', 'production');
    expect(await office.site('travel', 'shop', '--by', '1d')).toEqual({
      status: 1,
      text: expect.stringContaining('Only a sandbox site can travel.'),
    });
    await office.site('travel', 'acme', '--by', '1d');
    expect(await office.site('change', 'acme', '--mode', 'production')).toEqual({
      status: 1,
      text: expect.stringContaining('stays a sandbox'),
    });
  });
});

describe('what a site makes of coupons and gift cards', () => {
  beforeEach(() => office.site('create', 'acme', '--currencies', 'USD,EUR'));

  test('is typed, kept and shown', async () => {
    const options = ['--multiple-coupons', 'off', '--coupon-order', 'dollars_first', '--several-percents', 'full'];
    const offers = 'classic:USD:2000,classic:EUR:2500';
    expect(await office.site('change', 'acme', ...options, '--gift-card-offers', offers)).toMatchObject({ status: 0 });
    expect(await office.storage.sites.find('acme')).toMatchObject({
      multiple_coupons: false,
      coupon_order: 'dollars_first',
      several_percents: 'full',
      declined_refunds: 'refuse',
      gift_card_offers: [
        { product_code: 'classic', currency: 'USD', unit_amount_in_cents: 2000 },
        { product_code: 'classic', currency: 'EUR', unit_amount_in_cents: 2500 },
      ],
    });
    expect((await office.site('show', 'acme')).text).toMatch(/gift-card-offers +classic:USD:2000,classic:EUR:2500/);
  });

  test.each([
    ['classic', 2],
    ['classic:USD:20.00', 2],
    ['classic:CHF:2000', 1],
    ['classic:USD:0', 1],
    ['classic:USD:2000,classic:USD:2000', 1],
  ])('is refused when it makes no sense: %s', async (offers, status) => {
    expect(await office.site('change', 'acme', '--gift-card-offers', offers)).toMatchObject({ status });
    expect(await office.storage.sites.find('acme')).toMatchObject({ gift_card_offers: [] });
  });
});

describe('a key', () => {
  let first: string;
  beforeEach(async () => {
    first = secretIn(await office.site('create', 'acme', '--technical-contact', 'ops@acme.example'));
  });
  const opens = (secret: string) => siteOf(office.storage, secret, office.clock.at);
  const named = async (name: string) => {
    const site = await office.storage.sites.find('acme');
    return (await office.storage.sites.keys(site?.id ?? '')).filter((key) => key.name === name);
  };

  test('is shown once and kept nowhere', async () => {
    const secret = secretIn(await office.key('create', 'acme', '--name', 'Back end'));
    expect(await opens(secret)).toBe('acme');
    expect((await office.key('list', 'acme')).text).not.toContain(secret);
    expect(JSON.stringify(await office.rows('SELECT * FROM api_keys'))).not.toContain(secret);
    expect(JSON.stringify(await office.rows('SELECT * FROM outbox'))).not.toContain(secret);
  });

  test('can be made read-only', async () => {
    const secret = secretIn(await office.key('create', 'acme', '--name', 'Reports', '--read-only'));
    expect(await office.storage.sites.byPrivateKey(secret, office.clock.at)).toMatchObject({
      key: { read_only: true, name: 'Reports' },
    });
  });

  test('regenerated with the old one blocked: that ends at once', async () => {
    const second = secretIn(await office.key('regenerate', 'acme', 'First private key', '--old', 'block'));
    expect([await opens(first), await opens(second)]).toEqual([undefined, 'acme']);
  });

  test('regenerated with the old one kept: that ends twelve hours later', async () => {
    const answer = await office.key('regenerate', 'acme', 'First private key', '--old', 'keep');
    expect(answer.text).toContain('The old one is valid until 2026-03-02 00:00 UTC.');
    expect([await opens(first), await opens(secretIn(answer))]).toEqual(['acme', 'acme']);
    office.clock.at += 12 * HOUR - 1;
    expect(await opens(first)).toBe('acme');
    office.clock.at += 1;
    expect([await opens(first), await opens(secretIn(answer))]).toEqual([undefined, 'acme']);
    expect((await office.key('list', 'acme')).text.match(/First private key/g)).toHaveLength(1);
  });

  test('that was replaced is not replaced again, but can be taken away early', async () => {
    await office.key('regenerate', 'acme', 'First private key', '--old', 'keep');
    const [old] = await named('First private key');
    expect(await office.key('regenerate', 'acme', old?.id ?? '', '--old', 'block')).toEqual({
      status: 1,
      text: expect.stringContaining('has been replaced already'),
    });
    expect(await office.key('revoke', 'acme', old?.id ?? '')).toMatchObject({ status: 0 });
    expect(await opens(first)).toBeUndefined();
  });

  test('five in a sandbox and in the base tier, ten in the higher tier of production', async () => {
    const create = (name: number) => office.key('create', 'acme', '--name', `key ${name}`);
    for (const n of [2, 3, 4, 5]) expect(await create(n)).toMatchObject({ status: 0 });
    expect(await create(6)).toEqual({
      status: 1,
      text: expect.stringMatching(/^Private keys has too many entries \(maximum is 5\)/),
    });
    await office.key('revoke', 'acme', 'key 3');
    expect(await create(6)).toMatchObject({ status: 0 });
    expect(await create(7)).toMatchObject({ status: 1 });

    await office.site('change', 'acme', '--tier', 'higher');
    expect(await create(7)).toMatchObject({ status: 1 });
    await office.site('change', 'acme', '--mode', 'production');
    for (const n of [7, 8, 9, 10, 11]) expect(await create(n)).toMatchObject({ status: 0 });
    expect(await create(12)).toMatchObject({ status: 1 });
    expect(await office.site('change', 'acme', '--tier', 'base')).toEqual({
      status: 1,
      text: expect.stringMatching(/^Private keys has too many entries \(maximum is 5\)/),
    });
  });

  test('that was replaced counts while it is valid; a full site replaces one key at a time', async () => {
    const keep = (name: string) => office.key('regenerate', 'acme', name, '--old', 'keep');
    const create = (name: string) => office.key('create', 'acme', '--name', name);
    for (const _ of [2, 3, 4, 5]) expect(await keep('First private key')).toMatchObject({ status: 0 });
    expect(await keep('First private key')).toEqual({
      status: 1,
      text: expect.stringMatching(/has 5 valid private keys, .* Revoke that first, or block the old key at once/),
    });
    expect(await create('Back end')).toMatchObject({ status: 1 });
    office.clock.at += 12 * HOUR;
    for (const name of ['2', '3', '4', '5']) expect(await create(name)).toMatchObject({ status: 0 });
    expect(await keep('2')).toMatchObject({ status: 0 });
    expect(await keep('3')).toMatchObject({ status: 1 });
    const [replaced] = await named('2');
    await office.key('revoke', 'acme', replaced?.id ?? '');
    expect(await keep('3')).toMatchObject({ status: 0 });
  });

  test('the last one that may write stays', async () => {
    await office.key('create', 'acme', '--name', 'Reports', '--read-only');
    expect(await office.key('revoke', 'acme', 'First private key')).toEqual({
      status: 1,
      text: expect.stringContaining('the last private key that may write'),
    });
    expect(await opens(first)).toBe('acme');
    await office.key('create', 'acme', '--name', 'Back end');
    expect(await office.key('revoke', 'acme', 'First private key')).toMatchObject({ status: 0 });
    expect(await opens(first)).toBeUndefined();
  });

  test('two who revoke the last two at once: one of them is refused', async () => {
    await office.key('create', 'acme', '--name', 'Back end');
    const outcomes = await Promise.all([
      office.key('revoke', 'acme', 'Back end'),
      office.key('revoke', 'acme', 'First private key'),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual([0, 1]);
  });

  test('the public one is replaced, never taken away', async () => {
    const [before] = await named('Public key');
    expect(await office.key('revoke', 'acme', 'Public key')).toMatchObject({ status: 1 });
    expect(await office.key('regenerate', 'acme', 'Public key', '--old', 'keep')).toMatchObject({
      status: 1,
      text: expect.stringContaining('Block it, and change your pages'),
    });
    expect(await office.storage.sites.byPublicKey(before?.value ?? '')).toMatchObject({ subdomain: 'acme' });
    expect(await office.key('regenerate', 'acme', 'Public key', '--old', 'block')).toMatchObject({
      status: 0,
      text: expect.stringContaining('The old one is blocked.'),
    });
    const [after] = await named('Public key');
    expect(await office.storage.sites.byPublicKey(before?.value ?? '')).toBeUndefined();
    expect(await office.storage.sites.byPublicKey(after?.value ?? '')).toMatchObject({ subdomain: 'acme' });
  });

  test('changed: the technical contact is told, and it is written down who did it', async () => {
    await office.key('create', 'acme', '--name', 'Back end');
    await office.key('regenerate', 'acme', 'Back end', '--old', 'keep');
    await office.key('revoke', 'acme', 'Back end');
    await office.key('regenerate', 'acme', 'Public key', '--old', 'block');
    const deliveries = await office.rows(
      "SELECT recipient, payload FROM outbox WHERE kind = 'private_key_changed' ORDER BY id",
    );
    expect(deliveries.map(({ recipient, payload }) => [recipient, JSON.parse(String(payload)).change])).toEqual([
      ['ops@acme.example', 'created'],
      ['ops@acme.example', 'created'],
      ['ops@acme.example', 'regenerated'],
      ['ops@acme.example', 'revoked'],
    ]);
    expect(await office.rows('SELECT action, actor FROM audit_log ORDER BY id')).toEqual(
      [
        'site.created',
        'key.created',
        'key.created',
        'key.created',
        'key.regenerated',
        'key.revoked',
        'key.regenerated',
      ].map((action) => ({ action, actor: `command line:${userInfo().username}` })),
    );
  });

  test.each([
    [['create', 'acme', '--name', 'First private key'], 1, 'Key name|Name has already been taken'],
    [['create', 'acme', '--name', ' '], 1, "Name can't be blank"],
    [['create', 'acme'], 2, 'Give the key a name'],
    [['create', 'unknown', '--name', 'x'], 1, 'There is no site'],
    [['revoke', 'acme', 'no such key'], 1, 'There is no key with the ID or name no such key.'],
    [['regenerate', 'acme', 'First private key'], 2, '--old block or --old keep'],
  ])('%j is refused', async (args, status, words) => {
    expect(await office.key(...args)).toEqual({ status, text: expect.stringMatching(words) });
    expect(await opens(first)).toBe('acme');
  });
});

describe('a note', () => {
  test('is written about an account', async () => {
    await office.site('create', 'acme');
    const { id = '' } = (await office.storage.sites.find('acme')) ?? {};
    const account = anAccount(1);
    const records = office.storage.storage.of(id);
    await records.accounts.add(account);
    expect(await office.note('acme', account.account_code, 'Called in March.')).toMatchObject({ status: 0 });
    const query = { filter: { account_id: account.id }, sort: 'created_at', order: 'desc', limit: 9 } as const;
    expect((await records.notes.list(query)).records).toMatchObject([{ message: 'Called in March.' }]);

    expect(await office.note('acme', 'unknown', 'x')).toEqual({
      status: 1,
      text: 'There is no account with the account code unknown.',
    });
    expect(await office.note('acme', account.account_code, '')).toMatchObject({ status: 1 });
    expect(await office.note('acme', account.account_code, 'two', 'words')).toMatchObject({ status: 2 });
  });
});

describe('an explanation', () => {
  test('is printed for one invoice', async () => {
    await office.site('create', 'acme');
    const { id = '' } = (await office.storage.sites.find('acme')) ?? {};
    const account = anAccount(1);
    const records = office.storage.storage.of(id);
    await records.accounts.add(account);
    const invoice = anInvoice(1001, account);
    await records.invoices.add(invoice);
    await records.adjustments.add(anAdjustment(1, account, { state: 'invoiced', invoice_id: invoice.uuid }));
    const { status, text } = await office.explain('acme', '1001');
    expect(status).toBe(0);
    expect(text).toMatch(/^How invoice 1001 of .* was computed\n\n1\. /);
    expect(await office.explain('acme', '1002')).toEqual({
      status: 1,
      text: 'There is no invoice with the invoice number 1002.',
    });
  });
});

describe('a card number in a note', () => {
  test.each([
    [['--mode', 'production'], 1],
    [['--mode', 'sandbox'], 0],
    [['--mode', 'sandbox', '--card-numbers-in-text', 'refuse'], 1],
    [['--mode', 'production', '--card-numbers-in-text', 'accept'], 0],
  ])('at a site with %j: exit status %i', async (settings, status) => {
    await office.site('create', 'acme');
    await office.site('change', 'acme', ...settings);
    const { id = '' } = (await office.storage.sites.find('acme')) ?? {};
    const account = anAccount(1);
    await office.storage.storage.of(id).accounts.add(account);
    const noted = await office.note('acme', account.account_code, 'Paid with 4111 1111 1111 1111.');
    expect(noted.status).toBe(status);
    expect(noted.text).not.toContain('1111');
  });
});

describe('every tool', () => {
  test.each([siteTool, keyTool, noteTool, dunningTool, explainTool])(
    'npm run $name explains itself, also when it is asked nothing',
    async (tool) => {
      const help = toolHelp(tool, AS_NPM);
      for (const args of [[], ['--help'], ['unknown', '-h']]) {
        expect(await runTool(tool, args, {})).toEqual({ status: 0, text: help });
      }
      expect(help).toContain(`npm run ${tool.name} --`);
      for (const [name, row] of Object.entries(tool.commands)) {
        if (name === '') continue;
        const { text } = await runTool(tool, [name, '--help'], {});
        expect(text).toBe(commandHelp(tool, name, row, AS_NPM));
        expect(text).toContain(row.does);
      }
    },
  );

  test('creates files that only their owner can read, whatever the umask', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cli-'));
    const file = join(folder, 'exported.txt');
    const run = async () => {
      writeFileSync(file, 'exported');
      return { text: '', json: { file } };
    };
    const [{ argv, env }, umask] = [process, process.umask(0)];
    try {
      process.argv = ['node', 'exporter', 'now'];
      process.env = { DATA_DIR: ':memory:' };
      const now = command({ takes: [], does: '', example: '', database: 'unused', members: ['file'], run });
      await main({ name: 'exporter', does: '', commands: { now } });
      expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
    } finally {
      Object.assign(process, { argv, env });
      process.umask(umask);
      rmSync(folder, { recursive: true });
    }
  });

  test('creates no database but with its first site, and says where it has looked for one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cli-'));
    const data = join(folder, 'typo');
    const run = (tool: Tool, ...args: string[]) => runTool(tool, args, { DATA_DIR: data });
    try {
      for (const [tool, ...args] of [
        [siteTool, 'list'],
        [siteTool, 'change', 'shop', '--tier', 'higher'],
        [keyTool, 'create', 'shop', '--name', 'Back end'],
        [noteTool, 'shop', 'ada', 'Called.'],
      ] as const) {
        const { status, text } = await run(tool, ...args);
        expect([status, text.split('\n').length], text).toEqual([1, 1]);
        expect(text).toContain(`There is no database of the service in ${data}. Set DATA_DIR or DATABASE_URL`);
      }
      expect(await run(mailTool, 'kinds')).toMatchObject({ status: 0, text: expect.stringContaining('receipt') });
      expect(existsSync(data)).toBe(false);
      expect((await run(siteTool, 'create', 'shop')).status).toBe(0);
      expect((await run(siteTool, 'list')).text).toContain('shop');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('says in one line why it cannot get at the data', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cli-'));
    writeFileSync(join(folder, 'file'), '');
    const { status, text } = await runTool(siteTool, ['list'], { DATA_DIR: join(folder, 'file') });
    rmSync(folder, { recursive: true });
    expect(status).toBe(1);
    expect(text).toMatch(/^Cannot write the database [^\n]*$/);
    expect(await runTool(siteTool, ['list'], { DATABASE_URL: 'mysql://x' })).toMatchObject({
      status: 1,
      text: expect.stringContaining('DATABASE_URL'),
    });
  });
});
