import type { ConsoleRoute } from '../../route.ts';
import { customerActions } from './actions/customer-actions.ts';
import type { CustomerActionDeps } from './actions/deps.ts';
import { customerCoupons } from './customer-coupons.ts';
import { customerDetails } from './customer-details.ts';
import { customerList } from './customer-list.ts';
import { customerPage } from './customer-page.ts';
import type { TimelineDeps } from './timeline-section.ts';
import { type ViewAsCustomerDeps, viewAsCustomerPages } from './view-as-customer.ts';

export interface CustomerPagesDeps extends CustomerActionDeps, ViewAsCustomerDeps {
  readonly sites: TimelineDeps['sites'];
}

/** The customers of a site, and what can be done with one. */
export const customerPages = (deps: CustomerPagesDeps): readonly ConsoleRoute[] => [
  customerList(deps),
  customerPage(deps),
  ...customerDetails(deps),
  ...customerActions(deps),
  ...customerCoupons(deps),
  ...viewAsCustomerPages(deps),
];
