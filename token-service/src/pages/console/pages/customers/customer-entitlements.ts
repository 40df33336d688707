import { listEntitlements } from '@service/billing/queries/accounts/entitlements.ts';
import type { QueryDeps } from '@service/billing/queries/lists/site-query.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { dayOf } from '../../parts/figures.ts';
import { subscriptionPath } from '../../parts/paths.ts';
import { consoleTable } from '../../parts/table.ts';
import { type ConsoleVisit, may } from '../../visit.ts';

const MOST_ENTITLEMENTS = 50;
const MOST_GRANTORS = 3;

/** Returns the section with the permissions that a customer has now, and the subscriptions that grant them. */
export const entitlementsSection = (deps: QueryDeps) => {
  const entitlements = listEntitlements(deps);
  return async (visit: ConsoleVisit, account_id: string): Promise<Markup | string> => {
    const { records } = await entitlements.page(visit.caller, {
      filter: { account_id },
      sort: 'created_at',
      order: 'asc',
      limit: MOST_ENTITLEMENTS,
    });
    if (records.length === 0) return '';
    return html`<section><h2>Entitlements</h2>${consoleTable({
      caption: 'Entitlements',
      rows: records,
      empty: '',
      columns: [
        {
          name: 'name',
          label: 'Entitlement',
          cell: ({ customer_permission: { name, code } }) =>
            html`<span>${name || code}${name ? html` <span class="quiet">${code}</span>` : ''}</span>`,
        },
        { name: 'granted_by', label: 'Granted by', cell: ({ granted_by }) => grantorsOf(visit, granted_by) },
        { name: 'since', label: 'Since', cell: ({ created_at }) => dayOf(visit, created_at) },
      ],
    })}</section>`;
  };
};

interface GrantedBy {
  readonly relation: string;
  readonly uuid: string;
}

const grantorsOf = (visit: ConsoleVisit, granted: readonly GrantedBy[]): Markup => {
  const shown = granted.slice(0, MOST_GRANTORS).map(({ relation, uuid }) => {
    if (relation !== 'subscription') return html`an app store`;
    return may(visit, 'subscriptions.read')
      ? html`<a href="${visit.prefix}${subscriptionPath(uuid)}">subscription</a>`
      : html`a subscription`;
  });
  const rest = granted.length > MOST_GRANTORS ? ` and ${granted.length - MOST_GRANTORS} more` : '';
  return html`<span>${shown.map((one, place) => html`${place > 0 ? ', ' : ''}${one}`)}${rest}</span>`;
};
