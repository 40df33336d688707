import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type OpenStorage, openStorage } from '../adapters/storage/storage.ts';
import { aSite, NOON } from '../adapters/storage/testing/samples.ts';
import { jpegOf } from '../documents/brand/jpeg.fixture.ts';
import { machineClock, openWorld } from '../runtime/world.ts';
import { invoiceTemplateTool } from './invoice-template.ts';
import { runTool } from './tool.ts';

const site = aSite(1, { subdomain: 'acme', custom_fields: ['size'] });
let folder: string;
let opened: OpenStorage;
const world = openWorld({ ...machineClock, now: () => NOON * 1000 });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'invoice-template-'));
  opened = await openStorage({ dataDir: folder, databaseUrl: null }, world);
  await opened.sites.add(site);
});
afterEach(async () => {
  await opened.close();
  rmSync(folder, { recursive: true });
});

const run = (...args: string[]) =>
  runTool(invoiceTemplateTool, args, { DATA_DIR: folder }, { world: () => world, open: openStorage });
const templates = () => opened.storage.of(site.id).invoiceTemplates;

test('a template is created with a picture, changed, listed and removed', async () => {
  const file = join(folder, 'top.jpg');
  writeFileSync(file, jpegOf(400, 100));
  const created = await run(
    ...[
      'create',
      'acme',
      'letter',
      '--name',
      'Letter',
      '--header-image',
      file,
      '--address',
      'Kai 1;;Hamburg;;20457;DE',
    ],
    ...['--line-dates', 'hide', '--text', 'Size {account.size}', '--default', 'on'],
  );
  expect(created).toMatchObject({ status: 0, text: expect.stringMatching(/was added with the uuid \w{12,13}\./) });
  const [template] = await templates().all();
  expect(template).toMatchObject({
    code: 'letter',
    header_image: { type: 'jpeg', width: 400, height: 100 },
    address: { city: 'Hamburg', country: 'DE' },
    hide_line_dates: true,
    is_default: true,
    text: 'Size {account.size}',
  });
  expect((await templates().picture(template?.header_image?.digest ?? ''))?.bytes).toEqual(jpegOf(400, 100));
  expect((await run('list', 'acme')).text).toContain('header image, address, text, no dates');

  const changed = await run('change', 'acme', 'letter', '--header-image', 'none', '--line-dates', 'show');
  expect(changed.status, changed.text).toBe(0);
  expect((await templates().all())[0]).toMatchObject({ header_image: null, hide_line_dates: false, is_default: true });
  expect((await run('remove', 'acme', 'letter')).status).toBe(0);
  expect((await run('list', 'acme')).text).toContain('acme has no invoice templates.');
});

test('a file that is no picture, an unknown variable and a missing name are refused with what to do', async () => {
  const file = join(folder, 'top.txt');
  writeFileSync(file, 'text');
  const create = (...options: string[]) => run('create', 'acme', 'letter', ...options);
  expect(await create('--name', 'A', '--header-image', file)).toMatchObject({
    status: 1,
    text: expect.stringContaining('A picture is a PNG or JPEG file, and this is neither.'),
  });
  expect((await create('--name', 'A', '--footer-image', join(folder, 'none'))).text).toContain('There is no file');
  expect((await create('--name', 'A', '--text', 'Hi {account.name}')).text).toContain('npm run custom-field -- list');
  expect((await create()).text).toContain('Give --name');
  expect((await create('--name', 'A', '--zero-lines', 'no')).text).toContain('--zero-lines takes hide or show');
  expect((await run('change', 'acme', 'letter')).text).toContain('Give at least one setting to change.');
  expect(await templates().all()).toEqual([]);
});
