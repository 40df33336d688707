import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ExportTarget } from './export-target.ts';
import { folderTarget } from './folder-target.ts';
import { openS3Server, type S3Server } from './s3-server.fixture.ts';
import { s3Target } from './s3-target.ts';

const folder = mkdtempSync(join(tmpdir(), 'target-'));
let server: S3Server;
let targets: Readonly<Record<'folder' | 's3', ExportTarget>>;
const settings = () => ({
  ...{ bucket: 'books', prefix: 'billing/', endpoint: server.url, region: 'eu-central-1' },
  credentials: { accessKeyId: 'test-key', secretAccessKey: 'test-secret' },
});
beforeAll(async () => {
  server = await openS3Server();
  targets = { folder: folderTarget(folder), s3: s3Target(settings()) };
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

/** More than one part of an upload. */
const MEGABYTES = 12;
async function* content() {
  for (let n = 0; n < MEGABYTES; n += 1) yield Buffer.alloc(1_000_000, n);
}

test.each(['folder', 's3'] as const)('%s keeps a file of any size, which is replaced by the next one', async (name) => {
  const target = targets[name];
  await target.put('demo/2026-11-30/large.csv', Readable.from(content()));
  const read = await target.read('demo/2026-11-30/large.csv');
  const bytes = await buffer(Readable.from(read ?? []));
  expect(bytes.length).toBe(MEGABYTES * 1_000_000);
  expect(bytes.at(-1)).toBe(MEGABYTES - 1);
  await target.put('demo/2026-11-30/large.csv', Readable.from(['id\r\n']));
  expect(await text(Readable.from((await target.read('demo/2026-11-30/large.csv')) ?? []))).toBe('id\r\n');
  expect(await target.read('demo/2026-11-30/other.csv')).toBeUndefined();
});

test.each(['folder', 's3'] as const)('%s keeps nothing of a file whose rows cannot be read', async (name) => {
  async function* broken() {
    yield 'id\r\n';
    throw new Error('the database is gone');
  }
  await expect(targets[name].put('demo/broken.csv', Readable.from(broken()))).rejects.toThrow('the database is gone');
  expect(await targets[name].read('demo/broken.csv')).toBeUndefined();
});

test('a folder lets only its own user read, and leaves addresses to the service', async () => {
  await targets.folder.put('demo/day/accounts.csv', Readable.from(['id\r\n']));
  expect(statSync(join(folder, 'demo/day/accounts.csv')).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(folder, 'demo/day'))).toEqual(['accounts.csv']);
  expect(await targets.folder.linkTo('demo/day/accounts.csv', 60)).toBeUndefined();
});

test('S3 hands files out at signed addresses, under the prefix of the bucket, without the secret', async () => {
  await targets.s3.put('demo/accounts.csv', Readable.from(['id\r\n']));
  expect([...server.objects.keys()]).toContain('/books/billing/demo/accounts.csv');
  const link = (await targets.s3.linkTo('demo/accounts.csv', 3600)) ?? '';
  expect(link).toContain('X-Amz-Expires=3600');
  expect(link).not.toContain('test-secret');
  expect(await (await fetch(link)).text()).toBe('id\r\n');
  expect((await fetch(link.split('?')[0] ?? '')).status).toBe(403);
});

test('S3 refuses a wrong secret, a wrong key and a link that was changed, and says why', async () => {
  await targets.s3.put('demo/secret.csv', Readable.from(['id\r\n']));
  const wrong = s3Target({ ...settings(), credentials: { accessKeyId: 'test-key', secretAccessKey: 'other' } });
  await expect(wrong.put('demo/wrong.csv', Readable.from(['id\r\n']))).rejects.toThrow(
    'does not match the signature you provided. Check your key',
  );
  await expect(wrong.read('demo/secret.csv')).rejects.toThrow('does not match the signature');
  expect((await fetch((await wrong.linkTo('demo/secret.csv', 60)) ?? '')).status).toBe(403);
  const unknown = s3Target({ ...settings(), credentials: { accessKeyId: 'other', secretAccessKey: 'test-secret' } });
  await expect(unknown.put('demo/wrong.csv', Readable.from(['id\r\n']))).rejects.toThrow('Access Key Id');
  expect([...server.objects.keys()]).not.toContain('/books/billing/demo/wrong.csv');
  const link = (await targets.s3.linkTo('demo/secret.csv', 60)) ?? '';
  expect((await fetch(link.replace('X-Amz-Expires=60', 'X-Amz-Expires=6000'))).status).toBe(403);
});
