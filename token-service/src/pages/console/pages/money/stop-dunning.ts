import { stopDunning } from '@service/billing/usecases/dunning/stop-dunning.ts';
import type { ConsoleRoute } from '../../route.ts';
import { withPermission } from '../../visit.ts';
import { finalAction } from './dunning-words.ts';
import { invoiceForm } from './invoice-form.ts';
import type { MoneyDeps } from './money-deps.ts';

/** Stops reminders, retries and the final step of an invoice that is past due. */
export const stopDunningRoutes = (deps: MoneyDeps): readonly ConsoleRoute[] => {
  const stop = withPermission('dunning.stop', stopDunning(deps));
  return invoiceForm(deps, {
    action: 'stop-dunning',
    permission: 'dunning.stop',
    title: 'Stop dunning of invoice',
    explain: (_, { dunning }) =>
      `No more reminders are sent, and no attempt to collect is made by itself.${
        dunning
          ? ` What the campaign ${dunning.campaign} ends with does not happen: ${finalAction(dunning.schedule)}.`
          : ''
      } The invoice stays past due; a new payment method or “Collect” still collects it.`,
    button: () => 'Stop dunning',
    async carryOut(visit, { uuid }) {
      await stop(visit, uuid);
      return 'Dunning has stopped. The invoice stays past due. The customer was not sent a mail.';
    },
  });
};
