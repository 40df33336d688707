import type { AccountTerms } from '@service/billing/domain/gateway-accounts/account.ts';
import { needSite } from '@service/billing/engine/sites/on-site.ts';
import { type ListedGatewayAccount, listGatewayAccounts } from '@service/billing/queries/gateway-accounts.ts';
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
import { readCredentials } from './credentials-file.ts';
import { inColumns } from './layout.ts';
import { main, type OptionValues, type Tool, type Toolbox, UsageError } from './tool.ts';

const HELP = `Gateway accounts of a site: where its payments go. Of several, the first by order that accepts the currency,
the card brand and the country of the billing address takes a payment, unless the request names one by gateway_code.

  npm run gateway -- list <subdomain>
  npm run gateway -- add <subdomain> <code> --adapter <name> [settings]
  npm run gateway -- change <subdomain> <code> [settings]     changes what is named, leaves the rest
  npm run gateway -- remove <subdomain> <code>                while nothing needs the account
  npm run gateway -- test <subdomain> <code>                  asks the provider to check the credentials;
                                                              if it accepts them, an outage ends
  npm run gateway -- reencrypt                                encrypts all credentials with SECRETS_KEY

Adapters: ${Object.keys(ADAPTERS).join(', ')}. The adapter of an account never changes.

Settings:

  --credentials-file <file>   JSON such as {"secret_key": "…"}; with change, in place of all earlier ones.
                              /dev/stdin reads them from another program
  --endpoint provider|<url>   where the provider's API is, for example a simulator at http://127.0.0.1:12111;
                              with change, together with the credentials
  --currencies all|USD,EUR    currencies it is for
  --brands all|visa,…         card brands it is for
  --countries all|US,CA       countries of the billing address it is for
  --order <number>            1 is chosen first; a new account comes last
  --active on|off             off: it takes no new payments, and completes those it took

Examples:

  npm run gateway -- add demo europe --adapter test --currencies EUR,GBP --order 1
  npm run gateway -- add shop main --adapter stripe --credentials-file stripe.json
  npm run gateway -- change demo europe --brands visa,mastercard --active on
  npm run gateway -- test demo europe

SECRETS_KEY encrypts the credentials: 32 random bytes in base64 or hexadecimal, the same for all processes.
DATA_DIR and DATABASE_URL say where the data is, as for npm start. The exit status is 0 when it is done,
1 when it was refused (nothing has changed), 2 when the command could not be understood.`;

const text = { type: 'string' } as const;
const SETTINGS = {
  'credentials-file': text,
  endpoint: text,
  currencies: text,
  brands: text,
  countries: text,
  order: text,
  active: text,
} as const;

const depsOf = (toolbox: Toolbox) => ({
  ...toolbox,
  adapters: ADAPTERS,
  cipher: credentialCipher(toolbox.config, pooledRandomness()),
});

export const gatewayTool: Tool = {
  name: 'npm run gateway --',
  help: HELP,
  commands: {
    list: {
      takes: ['subdomain'],
      async run(toolbox, [subdomain = '']) {
        const accounts = await listGatewayAccounts(toolbox)(await needSite(toolbox.sites, subdomain));
        if (accounts.length === 0) return `${subdomain} has no gateway accounts.`;
        return inColumns([
          ['ORDER', 'CODE', 'ADAPTER', 'ACTIVE', 'CURRENCIES', 'BRANDS', 'COUNTRIES', 'ENDPOINT'],
          ...accounts.map(row),
        ]);
      },
    },
    add: {
      takes: ['subdomain', 'code'],
      options: { ...SETTINGS, adapter: text },
      async run(toolbox, [subdomain = '', code = ''], given) {
        const terms = readTerms(given);
        if (typeof given.adapter !== 'string') {
          throw new UsageError(`Name the adapter: --adapter ${Object.keys(ADAPTERS).join('|')}`);
        }
        const credentials = readGivenCredentials(given) ?? {};
        const account = { ...terms, ...readEndpoint(given), code, adapter: given.adapter, credentials };
        await addGatewayAccount(depsOf(toolbox))(toolbox.operator, subdomain, account);
        return `Gateway account ${code} is added. Check it: npm run gateway -- test ${subdomain} ${code}`;
      },
    },
    change: {
      takes: ['subdomain', 'code'],
      options: SETTINGS,
      async run(toolbox, [subdomain = '', code = ''], given) {
        if (Object.keys(given).length === 0) throw new UsageError('Name at least one setting to change.');
        const credentials = readGivenCredentials(given);
        const changes = { ...readTerms(given), ...readEndpoint(given), ...(credentials ? { credentials } : {}) };
        await changeGatewayAccount(depsOf(toolbox))(toolbox.operator, subdomain, code, changes);
        return `Gateway account ${code} is changed. Every process uses it as it is now.`;
      },
    },
    remove: {
      takes: ['subdomain', 'code'],
      async run(toolbox, [subdomain = '', code = '']) {
        await removeGatewayAccount(toolbox)(toolbox.operator, subdomain, code);
        return `Gateway account ${code} is removed.`;
      },
    },
    test: {
      takes: ['subdomain', 'code'],
      async run(toolbox, [subdomain = '', code = '']) {
        const check = await checkGatewayAccount(depsOf(toolbox))(subdomain, code);
        if (check.outcome === 'accepted') return `The provider accepts the credentials of ${code}.`;
        const problem = check.outcome === 'refused' ? 'refuses the credentials of' : 'did not answer for';
        throw new OperatorTrouble(`The provider ${problem} ${code}: ${check.message}`);
      },
    },
    reencrypt: {
      takes: [],
      async run(toolbox) {
        const { accounts, reencrypted } = await reencryptCredentials(depsOf(toolbox))(toolbox.operator);
        return `All credentials are encrypted with SECRETS_KEY now. Gateway accounts: ${accounts}; encrypted anew: ${reencrypted}.`;
      },
    },
  },
};

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
