import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';

describe('the configuration', () => {
  test('has a default for every setting', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      browserPort: 3001,
      consolePort: 3002,
      consoleUrl: null,
      consoleOpenId: null,
      workerPort: null,
      shopPort: 4000,
      host: '127.0.0.1',
      serve: 'all',
      rateLimit: null,
      logAddresses: 'truncated',
      logAddressKey: null,
    });
  });

  test('reads each setting', () => {
    const config = readConfig({
      PORT: '80',
      DATA_DIR: ':memory:',
      RATE_LIMIT: '600',
      PUBLIC_URL: 'https://billing.example.com/',
      TRUST_PROXY: '1',
    });
    expect(config).toMatchObject({
      port: 80,
      dataDir: ':memory:',
      rateLimit: 600,
      publicUrl: 'https://billing.example.com',
      trustProxy: true,
    });
    expect(readConfig({ RATE_LIMIT: 'off' }).rateLimit).toBe('off');
    expect(readConfig({ WORKER_PORT: '3002' }).workerPort).toBe(3002);
    expect(readConfig({ TEST_GATEWAYS: 'test, europe=EUR+GBP' }).testGateways).toEqual([
      { code: 'test', currencies: null },
      { code: 'europe', currencies: ['EUR', 'GBP'] },
    ]);
  });

  test('reads the key of credentials in base64 and in hexadecimal', () => {
    const [key, previous] = [randomBytes(32), randomBytes(32)];
    const env = { SECRETS_KEY: key.toString('base64'), SECRETS_KEY_PREVIOUS: previous.toString('hex').toUpperCase() };
    expect(readConfig(env)).toMatchObject({ secretsKey: key, previousSecretsKey: previous });
  });

  const OPEN_ID = {
    CONSOLE_AUTH: 'oidc',
    CONSOLE_OIDC_ISSUER: 'https://login.example.com/realms/main',
    CONSOLE_OIDC_CLIENT_ID: 'console',
    CONSOLE_OIDC_CLIENT_SECRET: 'client secret',
    CONSOLE_OIDC_ROLES: 'admins=admin,help=acme:support',
  };

  test('reads the OpenID provider of the console, on this machine also without a certificate', () => {
    expect(readConfig({ ...OPEN_ID, CONSOLE_URL: 'https://console.example.com/' })).toMatchObject({
      consoleUrl: 'https://console.example.com',
      consoleOpenId: {
        issuer: 'https://login.example.com/realms/main',
        clientId: 'console',
        clientSecret: 'client secret',
        groupRoles: [
          { group: 'admins', subdomain: null, role: 'admin' },
          { group: 'help', subdomain: 'acme', role: 'support' },
        ],
      },
    });
    expect(readConfig({ ...OPEN_ID, CONSOLE_AUTH: 'local' }).consoleOpenId).toBeNull();
    const local = readConfig({ ...OPEN_ID, CONSOLE_OIDC_ISSUER: 'http://localhost:8080' });
    expect(local.consoleOpenId?.issuer).toBe('http://localhost:8080');
  });

  test.each([
    [{ CONSOLE_PORT: 'none' }, 'CONSOLE_PORT=none cannot be used: give a port from 0 to 65535.'],
    [{ CONSOLE_AUTH: 'ldap' }, /one of local, oidc/],
    [{ CONSOLE_AUTH: 'oidc' }, /set CONSOLE_OIDC_ISSUER, .*CONSOLE_OIDC_ROLES too/],
    [{ ...OPEN_ID, CONSOLE_OIDC_ISSUER: 'http://login.example.com' }, /begins with https:\/\//],
    [{ ...OPEN_ID, CONSOLE_OIDC_ROLES: 'admins=king' }, /groups with roles, such as admins=admin/],
    [{ PORT: 'abc' }, 'PORT=abc cannot be used: give a port from 0 to 65535.'],
    [{ BROWSER_PORT: '70000' }, /^BROWSER_PORT=70000 cannot be used/],
    [{ WORKER_PORT: 'none' }, 'WORKER_PORT=none cannot be used: give a port from 0 to 65535.'],
    [{ TEST_GATEWAYS: 'test,test' }, /names with commas between them, each once/],
    [{ TEST_GATEWAYS: 'europe=euro' }, /names with commas between them/],
    [{ RATE_LIMIT: '-1' }, /a whole number above 0, or off/],
    [{ PUBLIC_URL: 'billing.example.com' }, /such as https:\/\/billing\.example\.com/],
    [{ PUBLIC_URL: 'https://billing.example.com/v2' }, /without a path/],
    [{ TRUST_PROXY: 'perhaps' }, /1 or 0/],
    [{ LOG_ADDRESSES: 'full' }, /one of truncated, hashed, off/],
    [{ DATABASE_CACHE_MB: '64M' }, /DATABASE_CACHE_MB=64M cannot be used: give whole megabytes from 1 to 1000000\./],
    [{ LOG_ADDRESS_KEY: 'c2hvcnQ=' }, /32 bytes in base64/],
    [{ DATABASE_URL: 'mysql://root:hidden@localhost/x' }, /begins with postgres:\/\//],
    [{ DATABASE_DIRECT_URL: 'postgres://localhost/x' }, /behind the pooler of DATABASE_URL, which is not set/],
    [{ DATABASE_READ_URL: 'postgres://localhost/x' }, /a replica of the server of DATABASE_URL, which is not set/],
    [{ TOKEN_STORE_URL: 'redis://localhost' }, /TOKEN_STORE_KEY: 32 random bytes in base64/],
    [{ TOKEN_STORE_URL: 'http://:hidden@localhost' }, /^TOKEN_STORE_URL=… cannot be used: .* begins with redis:\/\//],
    [{ TOKEN_STORE_URL: 'redis://:hidden@one:6379,' }, /^TOKEN_STORE_URL=… .* redis:\/\/node-1:6379,node-2:6379\.$/],
    [{ TOKEN_STORE_URL: 'redis://one,redis://two' }, /^TOKEN_STORE_URL=… .* redis:\/\/node-1:6379,node-2:6379\.$/],
    [{ TOKEN_STORE_KEY: 'c2hvcnQ=' }, /32 bytes in base64/],
    [{ SECRETS_KEY: 'c2hvcnQ=' }, /^SECRETS_KEY=… cannot be used: give 32 bytes in base64 or hexadecimal, for example/],
    [
      { SECRETS_KEY: 'x'.repeat(64) },
      /^SECRETS_KEY=… cannot be used: give 32 bytes in base64 or hexadecimal, for example/,
    ],
    [{ SECRETS_KEY: 'deadbeef'.repeat(8) }, /^SECRETS_KEY is not random enough to encrypt with/],
    [{ SECRETS_KEY: 'A'.repeat(43) }, /^SECRETS_KEY is not random enough to encrypt with/],
    [{ SECRETS_KEY: Buffer.from('my gateway passphrase is secret!').toString('hex') }, /^SECRETS_KEY is not random/],
    [{ SECRETS_KEY_PREVIOUS: randomBytes(32).toString('hex') }, /^SECRETS_KEY_PREVIOUS only decrypts while/],
    [{ METRICS_TOKEN: 'hunter2' }, /^METRICS_TOKEN=… cannot be used: give at least 16 printable characters/],
    [{ SERVE: 'api' }, /tokens must be shared: set TOKEN_STORE_URL/],
    [{ SERVE: 'worker', DATA_DIR: ':memory:' }, /^SERVE=worker with DATA_DIR=:memory: has no due work/],
    [{ API_VERSIONS_RELEASED: 'soon' }, /a date such as/],
    [{ TEST_CLOCK_FILE: 'clock', HOST: '0.0.0.0' }, /for tests on this machine/],
  ])('refuses what it cannot use with a one-line message: %j', (env, message) => {
    expect(() => readConfig(env)).toThrow(message);
  });

  const base64 = (bytes: Buffer | string): string => Buffer.from(bytes).toString('base64');

  test.each([
    ['zeros', base64(Buffer.alloc(32))],
    ['one byte', base64(Buffer.alloc(32, 0xa5))],
    ['a repeated block of 16 random bytes', base64(Buffer.concat(Array(2).fill(randomBytes(16))))],
    ['a count', base64(Buffer.from(Array.from({ length: 32 }, (_, at) => at * 7)))],
    ['hexadecimal text', base64(randomBytes(16).toString('hex'))],
    ['a passphrase in base64', base64('The Quick brown fox jumps over 1')],
    ['a passphrase in place of base64', 'correcthorsebatterystaplecorrecthorsebatter'],
    ['a sentence in place of base64', 'The quick brown Fox jumps over the lazy dogs and then'],
  ])('refuses a token store key that is not random, without repeating it: %s', (_, TOKEN_STORE_KEY) => {
    expect(() => readConfig({ TOKEN_STORE_KEY })).toThrow(
      /^TOKEN_STORE_KEY is not random enough [^\n]*openssl rand -base64 32/,
    );
    expect(() => readConfig({ TOKEN_STORE_KEY })).not.toThrow(TOKEN_STORE_KEY);
  });

  test('accepts any random token store key', () => {
    for (let seed = 0; seed < 20_000; seed++) {
      const key = createHash('sha256').update(String(seed)).digest();
      expect(readConfig({ TOKEN_STORE_KEY: base64(key) }).tokenStoreKey).toEqual(key);
    }
    const urlSafe = createHash('sha256').update('url').digest('base64url');
    expect(readConfig({ TOKEN_STORE_KEY: urlSafe }).tokenStoreKey).toHaveLength(32);
  });

  test('does not repeat a password', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://root:hidden@localhost/x' })).not.toThrow(/hidden/);
  });
});

describe('the place of exports', () => {
  const place = (env: Readonly<Record<string, string>>) => readConfig(env).exportTo;

  test('is a folder, a bucket, or none', () => {
    expect(place({})).toBeNull();
    expect(place({ EXPORT_TO: '/var/exports' })).toEqual({ folder: '/var/exports' });
    expect(place({ EXPORT_TO: 's3://books' })).toEqual({
      ...{ bucket: 'books', prefix: '', endpoint: null, region: 'us-east-1', credentials: null },
    });
    expect(
      place({
        EXPORT_TO: 's3://books/billing/eu/',
        EXPORT_S3_ENDPOINT: 'https://minio.internal:9000',
        EXPORT_S3_REGION: 'eu-central-1',
        EXPORT_S3_KEY: 'key-id:sec:ret',
      }),
    ).toEqual({
      bucket: 'books',
      prefix: 'billing/eu/',
      endpoint: 'https://minio.internal:9000',
      region: 'eu-central-1',
      credentials: { accessKeyId: 'key-id', secretAccessKey: 'sec:ret' },
    });
  });

  test.each([
    [{ EXPORT_TO: 's3:books' }, 'give a folder, or s3://bucket/prefix'],
    [{ EXPORT_TO: 's3://B' }, 'give a folder, or s3://bucket/prefix'],
    [{ EXPORT_TO: 's3://books', EXPORT_S3_ENDPOINT: 'minio' }, 'EXPORT_S3_ENDPOINT=… cannot be used'],
    [{ EXPORT_TO: 's3://books', EXPORT_S3_KEY: 'hush' }, 'give the id of the access key, a colon, and its secret'],
  ])('%j is refused', (env, words) => {
    expect(() => place(env)).toThrow(words);
    expect(() => place(env)).not.toThrow('hush');
  });
});
