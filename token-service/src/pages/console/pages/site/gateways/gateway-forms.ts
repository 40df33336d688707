import { findGatewayAccount, type ListedGatewayAccount } from '@service/billing/queries/payments/gateway-accounts.ts';
import { addGatewayAccount } from '@service/billing/usecases/gateway-accounts/add-gateway-account.ts';
import { changeGatewayAccount } from '@service/billing/usecases/gateway-accounts/change-gateway-account.ts';
import { html } from '../../../../../documents/html.ts';
import { checkField, formButtons, formTrouble, inputField, radioField, secretForm } from '../../../parts/form.ts';
import { latestChange } from '../../../parts/latest-change.ts';
import { changedSince, type VersionValues, versionFields } from '../../../record-version.ts';
import { type ConsoleRoute, FormProblem, formPage, StaleRecord } from '../../../route.ts';
import { withPermission } from '../../../visit.ts';
import { type GatewayPagesDeps, gatewayPath, gatewayUseCaseDeps } from './gateway-deps.ts';
import { credentialFields, endpointField, sentCredentials, sentTerms, termFields } from './gateway-fields.ts';

const LIST = { href: '/settings/gateways', label: 'Gateways' };

/** Adds gateway accounts, and changes what they are for and their credentials. */
export const gatewayForms = (deps: GatewayPagesDeps): readonly ConsoleRoute[] => {
  const { adapters } = deps.gatewayParts;
  const find = findGatewayAccount(deps);
  const add = withPermission('settings.edit', addGatewayAccount(gatewayUseCaseDeps(deps)));
  const change = withPermission('settings.edit', changeGatewayAccount(gatewayUseCaseDeps(deps)));
  const changedBy = latestChange(deps);

  return [
    ...formPage({
      path: '/settings/add-gateway',
      name: 'gateway add',
      permission: 'settings.edit',
      fresh: true,
      ask: async (_, visit, filled) => {
        const offered = Object.entries(adapters).filter(([, { modes }]) => modes.includes(visit.site.mode));
        return {
          title: 'Add a gateway',
          back: LIST,
          content: [
            html`${formTrouble(filled)}`,
            secretForm(visit, { action: `${visit.prefix}/settings/add-gateway` }, [
              inputField(filled, {
                name: 'code',
                label: 'Code',
                hint: 'Letters, digits, dashes and underscores. Requests name the account by it, as gateway_code.',
                attributes: { required: '', maxlength: '50' },
              }),
              radioField(
                filled,
                { name: 'adapter', label: 'Adapter', value: offered[0]?.[0] },
                offered.map(([name]) => ({ value: name, label: name })),
              ),
              ...offered.flatMap(([name, { credentials }]) => {
                const fields = credentialFields(filled, name, credentials);
                return fields.length === 0
                  ? []
                  : [html`<fieldset class="field"><legend>Credentials of ${name}</legend>${fields}</fieldset>`];
              }),
              endpointField(filled),
              ...termFields(filled),
              formButtons('Add gateway', { back: `${visit.prefix}/settings/gateways` }),
            ]),
          ],
        };
      },
      async carryOut(_, visit, form) {
        const { adapter: name = '', code = '', endpoint = null } = form;
        const adapter = Object.hasOwn(adapters, name) ? adapters[name] : undefined;
        if (!adapter) throw new FormProblem('Choose the adapter.', { adapter: 'Choose one.' });
        const credentials = sentCredentials(form, name, adapter.credentials);
        const account = { ...sentTerms(form), code, adapter: name, credentials, endpoint };
        await add(visit, visit.site.subdomain, account);
        return { to: gatewayPath(code), notice: `The gateway ${code} was added. Check it: the provider is asked.` };
      },
    }),
    ...formPage({
      path: '/settings/gateways/:code/edit',
      name: 'gateway edit',
      permission: 'settings.edit',
      fresh: true,
      async ask(ctx, visit, filled) {
        const { account } = await find(visit, ctx.params.code ?? '');
        const here = gatewayPath(account.code);
        return {
          title: `Change ${account.code}`,
          back: { href: here, label: account.code },
          content: [
            html`${formTrouble(filled)}`,
            secretForm(visit, { action: `${visit.prefix}${gatewayPath(account.code, 'edit')}` }, [
              versionFields(filled, versionOf(account)),
              checkField(filled, {
                name: 'active',
                label: 'Active',
                value: account.active ? 'yes' : '',
                hint: 'If off, it takes no new payments, and completes those that it took.',
              }),
              ...termFields(filled, account),
              formButtons(filled.problems.stale ? 'Save all the same' : 'Save', { back: `${visit.prefix}${here}` }),
            ]),
          ],
        };
      },
      async carryOut(ctx, visit, form) {
        const { account } = await find(visit, ctx.params.code ?? '');
        const present = versionOf(account);
        const changed = changedSince(form, present);
        if (changed.length > 0) {
          const by = await changedBy(visit, 'gateway_account', account.code);
          const now = changed.map((name) => `${name} is now “${present[name]}”`).join(', ');
          throw new StaleRecord(`The gateway was changed meanwhile${by}: ${now}. Nothing was saved.`);
        }
        const terms = { ...sentTerms(form), active: form.active === 'yes' };
        await change(visit, visit.site.subdomain, account.code, terms);
        return {
          to: gatewayPath(account.code),
          notice: 'The gateway was changed. Every process uses it as it is now.',
        };
      },
    }),
    ...formPage({
      path: '/settings/gateways/:code/credentials',
      name: 'gateway credentials',
      permission: 'settings.edit',
      fresh: true,
      async ask(ctx, visit, filled) {
        const { account } = await find(visit, ctx.params.code ?? '');
        const here = gatewayPath(account.code);
        const { credentials } = adapters[account.adapter] ?? { credentials: { required: [], optional: [] } };
        return {
          title: `Enter credentials of ${account.code}`,
          back: { href: here, label: account.code },
          content: [
            html`${formTrouble(filled)}`,
            html`<p>They take the place of all earlier ones, and must be of the same account at the provider. They are stored encrypted and are never shown.</p>`,
            secretForm(visit, { action: `${visit.prefix}${gatewayPath(account.code, 'credentials')}` }, [
              ...credentialFields(filled, account.adapter, credentials),
              endpointField(filled, account.endpoint),
              formButtons('Save credentials', { back: `${visit.prefix}${here}` }),
            ]),
          ],
        };
      },
      async carryOut(ctx, visit, form) {
        const { account } = await find(visit, ctx.params.code ?? '');
        const adapter = adapters[account.adapter];
        const names = adapter?.credentials ?? { required: [], optional: [] };
        const credentials = sentCredentials(form, account.adapter, names);
        await change(visit, visit.site.subdomain, account.code, { credentials, endpoint: form.endpoint ?? null });
        return {
          to: gatewayPath(account.code),
          notice: 'The credentials were saved. Check them: the provider is asked.',
        };
      },
    }),
  ];
};

const versionOf = ({ active, currencies, brands, countries, position }: ListedGatewayAccount): VersionValues => ({
  active: active ? 'on' : 'off',
  currencies: currencies?.join(', ') ?? 'all',
  brands: brands?.join(', ') ?? 'all',
  countries: countries?.join(', ') ?? 'all',
  order: String(position),
});
