import { describe, expect, test } from 'vitest';
import {
  crowdedUseCases,
  curriedViolations,
  engineViolations,
  gatewayViolations,
  importCycles,
  layerViolations,
  portViolations,
  routeViolations,
  valueViolations,
} from './floors.ts';
import { filePaths, readPackages, readSource } from './repository.ts';

const sources = filePaths()
  .filter((path) => /\.(ts|mts|js|mjs)$/.test(path))
  .map(readSource);

describe('the repository', () => {
  test('has files in every layer', () => {
    for (const folder of [
      'billing/queries/',
      'billing/engine/',
      'billing/usecases/',
      'sdk/',
      'hosted-fields/',
      'token-service/src/adapters/vault/',
    ]) {
      expect(
        sources.some(({ path }) => path.startsWith(folder)),
        folder,
      ).toBe(true);
    }
  });

  test('imports only from lower layers', () => {
    expect(layerViolations(sources, readPackages())).toEqual([]);
  });

  test('has no import cycle, not even of types', () => {
    expect(importCycles(sources)).toEqual([]);
  });

  test('keeps the floors of the engine', () => {
    expect(engineViolations(sources)).toEqual([]);
  });

  test('keeps the functions of the engine flat, and one use case in a file', () => {
    expect(curriedViolations(sources)).toEqual([]);
    expect(crowdedUseCases(sources)).toEqual([]);
  });

  test('asks gateways in one folder of the engine', () => {
    expect(gatewayViolations(sources)).toEqual([]);
  });

  test('keeps ports free of values', () => {
    expect(portViolations(sources)).toEqual([]);
  });

  test('reads the environment at its entry points, and reveals secrets in the vault and the gateways', () => {
    expect(valueViolations(sources)).toEqual([]);
  });

  test('leaves storage to use cases and queries, not to routes', () => {
    expect(routeViolations(sources)).toEqual([]);
  });
});

describe('a planted violation is found', () => {
  const packages = () => ['koa', 'mitt', 'pg'];
  const importing = (path: string, specifier: string, names = '{ x }') =>
    layerViolations([{ path, text: `import ${names} from '${specifier}';\n` }], packages);

  test.each([
    ['billing/resources/site.ts', 'koa'],
    ['billing/resources/site.ts', 'node:crypto'],
    ['billing/resources/site.ts', '../usecases/accounts/close-account.ts'],
    ['billing/domain/invoices/draft.ts', '../../ports/storage.ts'],
    ['billing/ports/vault.ts', '../queries/accounts.ts'],
    ['billing/queries/accounts/accounts.ts', '../../engine/orders/sell.ts'],
    ['billing/engine/orders/sell.ts', '../../usecases/close-account.ts'],
    ['billing/usecases/close-account.ts', 'pg'],
    ['billing/usecases/close-account.ts', '../../token-service/src/adapters/storage/database.ts'],
    ['billing/values/card/number.test.ts', '@service/token-service/src/adapters/vault/vault.ts'],
    ['sdk/src/index.ts', '@service/billing/resources/site.ts'],
    ['sdk/src/index.ts', '../../hosted-fields/src/model.ts'],
    ['sdk/src/index.ts', 'koa-cors'],
    ['sdk/src/index.ts', 'node:crypto'],
    ['hosted-fields/src/main.ts', '../../sdk/src/errors.ts'],
    ['hosted-fields/src/main.ts', '@service/billing/values/secret.ts'],
    ['token-service/src/apis/xml/accounts.ts', '../../adapters/storage/sqlite.ts'],
    ['token-service/src/apis/xml/accounts.ts', '../../adapters/vault/vault.ts'],
    ['token-service/src/apis/xml/accounts.ts', '@service/billing/engine/orders/sell.ts'],
    ['token-service/src/apis/browser/token.ts', '../../adapters/gateway/test/test-gateway.ts'],
    ['token-service/src/apis/browser/frames/frames.ts', '../../../worker/webhooks/outbox.ts'],
    ['token-service/src/apis/gateways/messages.ts', '../xml/api.ts'],
    ['token-service/src/pages/account/visit.ts', '../../apis/browser/refusal.ts'],
    ['token-service/src/pages/account/visit.ts', '../console/visit.ts'],
    ['token-service/src/pages/console/pages/home.ts', '../../account/parts/form.ts'],
    ['token-service/src/pages/console/pages/home.ts', '@service/sdk/src/texts/en.ts'],
    ['token-service/src/apis/xml/xml-api.ts', '../../reference/docs.ts'],
    ['token-service/src/http/failures.ts', '../apis/xml/api.ts'],
    ['token-service/src/http/failures.ts', '../documents/xml/errors/format.ts'],
    ['token-service/src/adapters/storage/accounts.ts', '../../documents/xml/codec/write.ts'],
    ['token-service/src/adapters/storage/accounts.ts', '../vault/vault.ts'],
    ['token-service/src/adapters/storage/accounts.ts', '@service/billing/usecases/close-account.ts'],
    ['token-service/src/adapters/vault/vault.ts', '../../apis/browser/token.ts'],
    ['token-service/src/config.ts', './adapters/storage/sqlite.ts'],
    ['token-service/src/apis/xml/accounts.ts', 'left-pad'],
    ['examples/shop/app.ts', '@service/billing/resources/site.ts'],
    ['examples/shop/app.ts', '../../token-service/src/main.ts'],
    ['e2e/tests/card.spec.ts', '@service/billing/resources/site.ts'],
    ['billing/resources/site.ts', '../../tools/build.ts'],
    ['token-service/src/main.ts', '@service/examples/shop/app.ts'],
  ])('%s importing %s', (path, specifier) => {
    const [violation, ...more] = importing(path, specifier);
    expect(violation).toMatch(new RegExp(`^${path}:1 imports ${specifier}: \\S.*\\.$`));
    expect(more).toEqual([]);
  });

  test('a folder without a layer', () => {
    expect(layerViolations([{ path: 'attic/box.ts', text: '' }], packages)).toEqual([
      'attic/box.ts belongs to no layer. Move it, or add its folder to tools/floors.ts.',
    ]);
  });

  test.each([
    ['billing/usecases/close-account.ts', '../values/failure.ts', '{ x }'],
    ['billing/values/card/number.test.ts', 'vitest', '{ x }'],
    ['sdk/src/service.ts', '@service/billing/values/card/brand.ts', '{ x }'],
    ['sdk/src/service.ts', '@service/hosted-fields/protocol', '{ x }'],
    ['sdk/src/emitter.ts', 'mitt', 'mitt'],
    ['token-service/src/apis/xml/accounts.ts', '../../adapters/vault/vault.ts', 'type { x }'],
    ['token-service/src/apis/xml/accounts.ts', '@service/billing/engine/orders/sell.ts', 'type { x }'],
    ['token-service/src/apis/xml/accounts.ts', '@service/billing/usecases/close-account.ts', '{ x }'],
    ['token-service/src/main.ts', './adapters/storage/sqlite.ts', '{ x }'],
    ['token-service/src/apis/xml/accounts.test.ts', '../../adapters/storage/sqlite.ts', '{ x }'],
  ])('while %s may import %s as %s', (path, specifier, names) => {
    expect(importing(path, specifier, names)).toEqual([]);
  });

  test.each([
    ['billing/engine/intents/open-intent.ts', '../orders/place-order.ts', 'intents is below orders'],
    ['billing/engine/recording/invoices/add-invoice.ts', '../../due/kinds.ts', 'recording is below due'],
    ['billing/engine/recording/payments/paid.ts', '../../../ports/gateway.ts', 'recording calls no gateway'],
    ['billing/engine/attic/box.ts', '../due/kinds.ts', 'is on no floor'],
  ])('%s importing %s', (path, specifier, words) => {
    expect(engineViolations([{ path, text: `import { x } from '${specifier}';\n` }])).toEqual([
      expect.stringContaining(words),
    ]);
  });

  test.each([
    ['billing/usecases/billing-info/verify-security-code.ts', 'gateways.verify({ site })'],
    ['billing/engine/orders/capture-authorization.ts', 'const answer = await deps.gateways.capture(request);'],
    ['billing/engine/refunds/carry-out-refund.ts', 'return gateways[action]({ ...request, reference });'],
    ['billing/engine/orders/payment-of-order.ts', 'gateways\n    .purchase(request)'],
    ['billing/engine/due/kinds/payment-actions.ts', 'const { void: cancel } = deps.gateways;'],
    ['token-service/src/pages/console/pages/money/refund-page.ts', 'await gateways.refund(request)'],
  ])('a gateway that is asked elsewhere: %s: %s', (path, text) => {
    expect(gatewayViolations([{ path, text }])).toEqual([expect.stringMatching(/:1 asks a gateway\. Call/)]);
  });

  test.each([
    ['billing/engine/intents/take-payment.ts', 'gateways.purchase(request)'],
    ['token-service/src/composition/tracing/traced-gateways.ts', "traced('verify', gateways.verify)"],
    ['billing/engine/collections/settle-payment.ts', 'await gateways.lookup(request)'],
    ['billing/usecases/purchases/create-purchase.test.ts', 'await gateways.purchase(request)'],
  ])('while %s may say %s', (path, text) => {
    expect(gatewayViolations([{ path, text }])).toEqual([]);
  });

  test('a curried function of the engine, while use cases may be', () => {
    const text = 'export const onSite =\n  ({ sites }: SiteDeps) =>\n  async <T>(work: Work<T>) => work(sites);\n';
    expect(curriedViolations([{ path: 'billing/engine/sites/on-site.ts', text }])).toEqual([
      'billing/engine/sites/on-site.ts:1 is curried. Functions of the engine are flat: f(deps, caller, input).',
    ]);
    const flat = text.replace('=\n  (', '= (').replace('=>\n  async', '=> async');
    expect(curriedViolations([{ path: 'billing/engine/sites/on-site.ts', text: flat }])).toEqual([]);
    expect(curriedViolations([{ path: 'billing/usecases/sites/on-site.ts', text }])).toEqual([]);
  });

  test('two use cases in a file', () => {
    const path = 'billing/usecases/accounts/close-account.ts';
    const close = 'export const closeAccount =\n  ({ storage }: Deps) =>\n  async (caller: Caller) => storage;\n';
    const reopen = 'export const reopenAccount = (deps: Deps) => async (caller: Caller) => deps;\n';
    const helper = 'export const asClosed = ({ state }: Account) => ({ state });\n';
    expect(crowdedUseCases([{ path, text: close + reopen }])).toEqual([
      `${path} has more than one use case. Give each a file of its own.`,
    ]);
    expect(crowdedUseCases([{ path, text: close + helper }])).toEqual([]);
    expect(crowdedUseCases([{ path: 'billing/engine/accounts/a.ts', text: close + reopen }])).toEqual([]);
  });

  test('an import cycle, and a port with a value', () => {
    const files = [
      { path: 'billing/ports/a.ts', text: "import type { B } from './b.ts';\nexport const a = 1;\n" },
      { path: 'billing/ports/b.ts', text: "import type { A } from './a.ts';\n" },
    ];
    expect(importCycles(files)).toEqual(['billing/ports/a.ts → billing/ports/b.ts → billing/ports/a.ts']);
    expect(portViolations(files)).toEqual([
      'billing/ports/a.ts:2 exports a value. Ports hold types only; move it to the domain.',
    ]);
  });

  test.each([
    ['token-service/src/apis/xml/routes/plans.ts', 'await deps.storage.of(caller.site.id).plans.find(code)'],
    ['token-service/src/apis/xml/routes/plans.ts', 'storage.transaction(site.id, write)'],
    ['token-service/src/apis/browser/catalogue/plans.ts', "({ of }: Pick<Storage, 'of'>) => of(site.id).plans"],
    ['token-service/src/apis/xml/routes/plans.ts', 'const { transaction } = deps.storage;'],
  ])('a route that uses storage: %s: %s', (path, text) => {
    expect(routeViolations([{ path, text }])).toEqual([expect.stringMatching(/plans\.ts:1 uses storage\. Call/)]);
  });

  test.each([
    ['token-service/src/apis/xml/routes/plans.ts', 'const find = findPlan(deps);'],
    ['billing/queries/catalogue/plans.ts', 'storage.of(site.id).plans.find(code)'],
    ['token-service/src/apis/xml/status.test.ts', 'storage.of(site.id).plans.find(code)'],
  ])('while %s may say %s', (path, text) => {
    expect(routeViolations([{ path, text }])).toEqual([]);
  });

  test.each([
    ['token-service/src/adapters/storage/sqlite.ts', 'const file = process.env.DATA_DIR;', /reads the environment/],
    ['billing/resources/site.ts', 'const { PORT } = process.env;', /reads the environment/],
    ['token-service/src/apis/xml/accounts.ts', 'log(card.number.reveal());', /reveals a secret/],
    ['billing/usecases/store.ts', 'card.cvv.reveal( )', /reveals a secret/],
    ['billing/domain/invoices/due.ts', 'const now = Date.now();', /reads the world/],
    ['billing/engine/orders/sell.ts', 'const at = new Date();', /reads the world/],
    ['billing/usecases/store.ts', 'const today = Temporal.Now.plainDateISO();', /reads the world/],
    ['billing/values/ids.ts', 'const id = crypto.randomUUID();', /reads the world/],
    ['billing/queries/catalogue/plans.ts', 'setTimeout(look, 100);', /reads the world/],
    ['billing/domain/tax/rates.ts', 'await fetch(RATES);', /reads the world/],
  ])('%s: %s', (path, text, words) => {
    expect(valueViolations([{ path, text }])).toEqual([expect.stringMatching(words)]);
  });

  test.each([
    ['token-service/src/adapters/vault/cipher.ts', 'secret.reveal()'],
    ['token-service/src/adapters/gateway/test/test-gateway.ts', 'secret.reveal()'],
    ['token-service/src/config.ts', 'process.env'],
    ['billing/values/periods/month.ts', 'const day = new Date(at * 1000);'],
    ['billing/domain/invoices/due.test.ts', 'const now = Date.now();'],
    ['token-service/src/runtime/world.ts', 'now: () => Date.now()'],
  ])('while %s may say %s', (path, text) => {
    expect(valueViolations([{ path, text }])).toEqual([]);
  });
});
