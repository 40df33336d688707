import type { AccountRecord } from '@service/billing/domain/accounts/record.ts';
import type { ConsoleRoute } from '../../../route.ts';
import { adjustmentActions } from './adjustment-actions.ts';
import { campaignAction } from './campaign-action.ts';
import { customerActionRoutes } from './customer-action.ts';
import type { CustomerActionDeps } from './deps.ts';
import { eraseAction } from './erase-action.ts';
import { invoiceAction } from './invoice-action.ts';
import { linkAction } from './link-action.ts';
import { noteAction } from './note-action.ts';
import { standingActions } from './standing-actions.ts';

/** The actions on a customer, each a form of its own. */
export const customerActions = (deps: CustomerActionDeps): readonly ConsoleRoute[] =>
  [
    noteAction(deps),
    linkAction(deps),
    ...adjustmentActions(deps),
    invoiceAction(deps),
    ...standingActions(deps),
    campaignAction(deps),
    eraseAction(deps),
  ].flatMap((action) => customerActionRoutes(deps, action));

/** Returns the actions that fit an account now. */
export const fittingActions = ({ state, email }: AccountRecord): readonly string[] =>
  state === 'closed'
    ? ['reopen', 'erase', 'note']
    : ['note', 'charge', 'credit', 'invoice', ...(email ? ['link'] : []), 'campaign', 'close', 'erase'];
