import type { AccountTerms } from '@service/billing/domain/gateway-accounts/account.ts';
import { needSite } from '@service/billing/engine/sites/on-site.ts';
import { type ListedGatewayAccount, listGatewayAccounts } from '@service/billing/queries/payments/gateway-accounts.ts';
import type { Site } from '@service/billing/resources/site.ts';
import { addGatewayAccount } from '@service/billing/usecases/gateway-accounts/add-gateway-account.ts';
import { changeGatewayAccount } from '@service/billing/usecases/gateway-accounts/change-gateway-account.ts';
import { checkGatewayAccount } from '@service/billing/usecases/gateway-accounts/check-gateway-account.ts';
import { reencryptCredentials } from '@service/billing/usecases/gateway-accounts/reencrypt-credentials.ts';
import { removeGatewayAccount } from '@service/billing/usecases/gateway-accounts/remove-gateway-account.ts';
import { ADAPTERS } from '../adapters/gateway/adapters.ts';
import { credentialCipher } from '../adapters/vault/credential-cipher.ts';
import { pooledRandomness } from '../adapters/vault/random.ts';
import { OperatorTrouble } from '../runtime/operator-trouble.ts';
import { brandName, brandOfName } from './brand-names.ts';
import { type CommandOptions, command, type OptionValues, type Tool, type Toolbox, UsageError } from './command.ts';
import { readCredentials } from './credentials-file.ts';
import { inColumns } from './layout.ts';
import { main } from './tool.ts';
import { topic } from './topics.ts';

const SETTINGS = {
  'credentials-file': {
    value: '<file>',
    help: 'JSON such as {"secret_key": "…", "webhook_secret": "…"}; with change, in place of all earlier ones. /dev/stdin reads them from another program.',
  },
  endpoint: {
    value: 'provider|<url>',
    help: "Where the provider's API is, for example a simulator at http://127.0.0.1:12111; with change, together with the credentials.",
  },
  currencies: { value: 'all|USD,EUR', help: 'Currencies it is for.' },
  brands: { value: 'all|visa,…', help: 'Card brands it is for.' },
  countries: { value: 'all|US,CA', help: 'Countries of the billing address it is for.' },
  order: { value: '<number>', help: '1 is chosen first; a new account comes last.' },
  active: { value: 'on|off', help: 'off: it takes no new payments, and completes those it took.' },
} as const satisfies CommandOptions;

const depsOf = (toolbox: Toolbox) => ({
  ...toolbox,
  adapters: ADAPTERS,
  cipher: credentialCipher(toolbox.config, pooledRandomness()),
});

export const gatewayTool: Tool = {
  ...topic('gateway'),
  about: `Of several, the first by order that accepts the currency, the card brand and the country of the billing address takes
a payment, unless the request names one by gateway_code. Adapters: ${Object.keys(ADAPTERS).join(', ')}. The adapter of an
account never changes.`,
  notes: 'SECRETS_KEY encrypts the credentials: 32 random bytes in base64 or hexadecimal, the same for all processes.',
  commands: {
    list: command({
      takes: ['subdomain'],
      does: 'Lists the gateway accounts of a site.',
      example: 'demo',
      prints: 'array',
      members: [
        ...(['gateway_code', 'adapter', 'order', 'active', 'currencies', 'brands'] as const),
        ...(['countries', 'endpoint'] as const),
      ],
      async run(toolbox, [subdomain = '']) {
        const site = await needSite(toolbox.sites, subdomain);
        const accounts = await listGatewayAccounts(toolbox)(site);
        const headings = ['ORDER', 'CODE', 'ADAPTER', 'ACTIVE', 'CURRENCIES', 'BRANDS', 'COUNTRIES', 'ENDPOINT'];
        return {
          text: accounts.length === 0 ? noAccounts(site) : inColumns([headings, ...accounts.map(row)]),
          json: accounts.map(({ code, adapter, position, active, currencies, brands, countries, endpoint }) => ({
            ...{ gateway_code: code, adapter, order: position, active, currencies, brands, countries, endpoint },
          })),
        };
      },
    }),
    add: command({
      takes: ['subdomain', 'code'],
      does: 'Adds a gateway account.',
      example: 'shop main --adapter stripe --credentials-file stripe.json',
      options: {
        adapter: { value: '<name>', required: true, help: `Adapters: ${Object.keys(ADAPTERS).join(', ')}.` },
        ...SETTINGS,
      },
      members: ['site', 'gateway_code'],
      async run(toolbox, [subdomain = '', code = ''], given) {
        const terms = readTerms(given);
        if (typeof given.adapter !== 'string') {
          throw new UsageError(`Name the adapter: --adapter ${Object.keys(ADAPTERS).join('|')}`);
        }
        const credentials = readGivenCredentials(given) ?? {};
        const account = { ...terms, ...readEndpoint(given), code, adapter: given.adapter, credentials };
        await addGatewayAccount(depsOf(toolbox))(toolbox.operator, subdomain, account);
        return {
          text: `Gateway account ${code} is added. Check it: npm run gateway -- test ${subdomain} ${code}`,
          json: { site: subdomain, gateway_code: code },
        };
      },
    }),
    change: command({
      takes: ['subdomain', 'code'],
      does: 'Changes the given settings of a gateway account, and leaves the rest.',
      example: 'demo europe --brands visa,mastercard --active on',
      options: SETTINGS,
      members: ['site', 'gateway_code'],
      async run(toolbox, [subdomain = '', code = ''], given) {
        if (Object.keys(given).length === 0) throw new UsageError('Name at least one setting to change.');
        const credentials = readGivenCredentials(given);
        const changes = { ...readTerms(given), ...readEndpoint(given), ...(credentials ? { credentials } : {}) };
        await changeGatewayAccount(depsOf(toolbox))(toolbox.operator, subdomain, code, changes);
        return {
          text: `Gateway account ${code} is changed. Every process uses it as it is now.`,
          json: { site: subdomain, gateway_code: code },
        };
      },
    }),
    remove: command({
      takes: ['subdomain', 'code'],
      does: 'Removes a gateway account that nothing needs any more.',
      example: 'demo europe',
      members: ['site', 'gateway_code'],
      async run(toolbox, [subdomain = '', code = '']) {
        await removeGatewayAccount(toolbox)(toolbox.operator, subdomain, code);
        return { text: `Gateway account ${code} is removed.`, json: { site: subdomain, gateway_code: code } };
      },
    }),
    test: command({
      takes: ['subdomain', 'code'],
      does: 'Asks the provider to check the credentials; if it accepts them, an outage ends.',
      example: 'demo europe',
      members: ['site', 'gateway_code', 'outcome'],
      async run(toolbox, [subdomain = '', code = '']) {
        const check = await checkGatewayAccount(depsOf(toolbox))(subdomain, code);
        if (check.outcome === 'accepted') {
          return {
            text: `The provider accepts the credentials of ${code}.`,
            json: { site: subdomain, gateway_code: code, outcome: check.outcome },
          };
        }
        const problem = check.outcome === 'refused' ? 'refuses the credentials of' : 'did not answer for';
        throw new OperatorTrouble(`The provider ${problem} ${code}: ${check.message}`);
      },
    }),
    reencrypt: command({
      takes: [],
      does: 'Encrypts all credentials with SECRETS_KEY.',
      example: '',
      members: ['accounts', 'reencrypted'],
      async run(toolbox) {
        const { accounts, reencrypted } = await reencryptCredentials(depsOf(toolbox))(toolbox.operator);
        return {
          text: `All credentials are encrypted with SECRETS_KEY now. Gateway accounts: ${accounts}; encrypted anew: ${reencrypted}.`,
          json: { accounts, reencrypted },
        };
      },
    }),
  },
};

const noAccounts = ({ subdomain, mode }: Pick<Site, 'subdomain' | 'mode'>): string =>
  mode === 'sandbox'
    ? `${subdomain} has no gateway accounts: a sandbox site without any uses the test gateway, whose code is test.`
    : `${subdomain} has no gateway accounts.`;

const readGivenCredentials = ({ 'credentials-file': file }: OptionValues) =>
  typeof file === 'string' ? readCredentials(file) : undefined;

const readEndpoint = ({ endpoint }: OptionValues): { readonly endpoint?: string | null } =>
  typeof endpoint === 'string' ? { endpoint: endpoint === 'provider' ? null : endpoint } : {};

const readTerms = ({ currencies, brands, countries, order, active }: OptionValues): Partial<AccountTerms> => ({
  ...(typeof currencies === 'string' ? { currencies: readList(currencies) } : {}),
  ...(typeof brands === 'string' ? { brands: readList(brands)?.map(readBrand) ?? null } : {}),
  ...(typeof countries === 'string' ? { countries: readList(countries) } : {}),
  ...(typeof order === 'string' ? { position: readOrder(order) } : {}),
  ...(typeof active === 'string' ? { active: readSwitch(active) } : {}),
});

const readList = (typed: string): string[] | null =>
  typed === 'all' ? null : typed.split(',').map((entry) => entry.trim());

const readBrand = (typed: string) => {
  const found = brandOfName(typed);
  if (!found) throw new UsageError(`--brands takes visa, mastercard and the like, not “${typed}”.`);
  return found;
};

const readOrder = (typed: string): number => {
  if (!/^\d{1,9}$/.test(typed)) throw new UsageError(`--order takes a whole number, not “${typed}”.`);
  return Number(typed);
};

const readSwitch = (typed: string): boolean => {
  if (typed !== 'on' && typed !== 'off') throw new UsageError(`--active takes on or off, not “${typed}”.`);
  return typed === 'on';
};

const row = ({
  position,
  code,
  adapter,
  active,
  currencies,
  brands,
  countries,
  endpoint,
}: ListedGatewayAccount): string[] => [
  String(position),
  code,
  adapter,
  active ? 'on' : 'off',
  currencies?.join(',') ?? 'all',
  brands?.map(brandName).join(',') ?? 'all',
  countries?.join(',') ?? 'all',
  endpoint ?? 'provider',
];

if (import.meta.main) await main(gatewayTool);
