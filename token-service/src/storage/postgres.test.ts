import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testPostgres } from '../../test/database.ts';
import { freshSchema } from '../../test/postgres.ts';
import { behavesLikeADatabase } from './database.contract.ts';
import { openPostgres } from './postgres.ts';
import { behavesLikeStorage } from './storage.contract.ts';

let server: TestDatabase;
beforeAll(async () => {
  server = await testPostgres();
});
afterAll(() => server.close());

const drops: (() => Promise<void>)[] = [];
const emptySchema = async (): Promise<string> => {
  const schema = await freshSchema(server.url);
  drops.push(schema.drop);
  return schema.url;
};
afterAll(async () => {
  for (const drop of drops) await drop();
});

describe('PostgreSQL', () => {
  behavesLikeADatabase(async () => openPostgres(await emptySchema()));
});
describe('storage on PostgreSQL', () => {
  behavesLikeStorage(async () => ({ dataDir: ':memory:', databaseUrl: await emptySchema() }));
});

describe('a server that cannot be used', () => {
  test.each([
    ['nobody listens', 'postgres://me:hush@127.0.0.1:9/billing'],
    ['no such host', 'postgres://me:hush@database.invalid/billing'],
  ])('%s: one line says where, why and what to do, without the password', async (_why, url) => {
    const message = await openPostgres(url).then(String, (error: Error) => error.message);
    expect(message).toMatch(/^Cannot use the PostgreSQL database at .*\/billing \(.+\)\. Start it[^\n]*$/);
    expect(message).not.toContain('hush');
  });
});
