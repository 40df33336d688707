import type { ConsoleRoute } from '../../route.ts';
import { type CustomerActionDeps, customerActions } from './customer-actions.ts';
import { customerDetails } from './customer-details.ts';
import { customerList } from './customer-list.ts';
import { customerPage } from './customer-page.ts';

/** The customers of a site, and what can be done with one. */
export const customerPages = (deps: CustomerActionDeps): readonly ConsoleRoute[] => [
  customerList(deps),
  customerPage(deps),
  ...customerDetails(deps),
  ...customerActions(deps),
];
