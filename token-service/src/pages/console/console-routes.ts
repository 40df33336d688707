import type { SiteRecords } from '@service/billing/ports/sites.ts';
import { approvalPages } from './pages/approvals/approval-pages.ts';
import { cataloguePages } from './pages/catalogue/catalogue-pages.ts';
import { type CustomerPagesDeps, customerPages } from './pages/customers/customer-pages.ts';
import { type HomeDeps, homePages } from './pages/home.ts';
import type { MoneyDeps } from './pages/money/money-deps.ts';
import { moneyPages } from './pages/money/money-pages.ts';
import { type OperationDeps, operationPages } from './pages/operation/operation-pages.ts';
import { type OperatorPagesDeps, operatorPages } from './pages/operators/operator-pages.ts';
import { payoutPages } from './pages/payouts/payout-pages.ts';
import { reportPages } from './pages/reports/report-pages.ts';
import { searchPage } from './pages/search-page.ts';
import { type SitePagesDeps, sitePages } from './pages/site/site-pages.ts';
import { subscriptionPages } from './pages/subscriptions/subscription-pages.ts';
import type { ConsoleRoute } from './route.ts';

export interface ConsoleRoutesDeps
  extends HomeDeps,
    CustomerPagesDeps,
    MoneyDeps,
    OperationDeps,
    OperatorPagesDeps,
    SitePagesDeps {
  readonly sites: SiteRecords;
  readonly operators: MoneyDeps['operators'];
}

/** All addresses of the console behind the sign-in, each with its permission. */
export const consoleRoutes = (deps: ConsoleRoutesDeps): readonly ConsoleRoute[] => {
  const routes: readonly ConsoleRoute[] = [
    ...homePages(deps),
    searchPage(deps),
    ...customerPages(deps),
    ...operationPages(deps),
    ...sitePages(deps),
    ...subscriptionPages(deps),
    ...moneyPages(deps),
    ...reportPages(deps),
    ...payoutPages(deps),
    ...operatorPages(deps),
    ...cataloguePages(deps),
  ];
  return [
    ...routes,
    ...approvalPages(
      deps,
      routes.flatMap(({ moves }) => moves ?? []),
    ),
  ];
};
