import type { Caller } from '@service/billing/ports/caller.ts';
import { findGatewayAccount } from '@service/billing/queries/payments/gateway-accounts.ts';
import { checkGatewayAccount } from '@service/billing/usecases/gateway-accounts/check-gateway-account.ts';
import { removeGatewayAccount } from '@service/billing/usecases/gateway-accounts/remove-gateway-account.ts';
import { html } from '../../../../../documents/html.ts';
import { formButtons, formTrouble, secretForm } from '../../../parts/form.ts';
import { type ConsoleRoute, FormProblem, formPage } from '../../../route.ts';
import { withPermission } from '../../../visit.ts';
import { type GatewayPagesDeps, gatewayPath, gatewayUseCaseDeps } from './gateway-deps.ts';
import { gatewayForms } from './gateway-forms.ts';
import { gatewayList, usesInWords } from './gateway-list.ts';

/** Gateways of the site: where its payments go, and whether they answer. */
export const gatewayPages = (deps: GatewayPagesDeps): readonly ConsoleRoute[] => {
  const find = findGatewayAccount(deps);
  const remove = withPermission('settings.edit', removeGatewayAccount(deps));
  const checkAccount = checkGatewayAccount(gatewayUseCaseDeps(deps));
  const check = withPermission('settings.edit', ({ site }: Caller, code: string) => checkAccount(site.subdomain, code));
  return [
    ...gatewayList(deps),
    ...gatewayForms(deps),
    ...formPage({
      path: '/settings/gateways/:code/check',
      name: 'gateway check',
      permission: 'settings.edit',
      async ask(ctx, visit, filled) {
        const { account } = await find(visit, ctx.params.code ?? '');
        const here = gatewayPath(account.code);
        return {
          title: `Check ${account.code}`,
          back: { href: here, label: account.code },
          content: [
            html`${formTrouble(filled)}`,
            html`<p>The provider is asked whether it accepts the credentials. No money moves. If it does, an outage of this gateway ends.</p>`,
            secretForm(
              visit,
              { action: `${visit.prefix}${gatewayPath(account.code, 'check')}` },
              formButtons('Ask the provider', { back: `${visit.prefix}${here}` }),
            ),
          ],
        };
      },
      async carryOut(ctx, visit) {
        const { account } = await find(visit, ctx.params.code ?? '');
        const result = await check(visit, account.code);
        if (result.outcome === 'accepted') {
          return { to: gatewayPath(account.code), notice: 'The provider accepts the credentials.' };
        }
        const what = result.outcome === 'refused' ? 'refuses the credentials' : 'did not answer';
        throw new FormProblem(`The provider ${what}: ${result.message}`);
      },
    }),
    ...formPage({
      path: '/settings/gateways/:code/remove',
      name: 'gateway remove',
      permission: 'settings.edit',
      fresh: true,
      async ask(ctx, visit, filled) {
        const { account, uses } = await find(visit, ctx.params.code ?? '');
        const here = gatewayPath(account.code);
        const needed = usesInWords({ uses });
        return {
          title: `Remove ${account.code}`,
          back: { href: here, label: account.code },
          content: [
            html`${formTrouble(filled)}`,
            needed
              ? html`<p>It cannot be removed while it is needed: ${needed}. Switch it off instead, so that it takes no new payments.</p>`
              : html`<p>The account and its credentials are deleted here; nothing changes at the provider.</p>`,
            secretForm(
              visit,
              { action: `${visit.prefix}${gatewayPath(account.code, 'remove')}` },
              formButtons('Remove gateway', { back: `${visit.prefix}${here}`, danger: true }),
            ),
          ],
        };
      },
      async carryOut(ctx, visit) {
        const code = ctx.params.code ?? '';
        await remove(visit, visit.site.subdomain, code);
        return { to: '/settings/gateways', notice: `The gateway ${code} was removed.` };
      },
    }),
  ];
};
