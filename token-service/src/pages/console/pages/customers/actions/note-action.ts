import type { OrderDeps } from '@service/billing/engine/orders/with-order.ts';
import { addNote } from '@service/billing/usecases/notes/add-note.ts';
import { areaField } from '../../../parts/form.ts';
import { withPermission } from '../../../visit.ts';
import type { CustomerAction } from './customer-action.ts';

/** Adds a note about a customer. */
export const noteAction = (deps: OrderDeps): CustomerAction => {
  const note = withPermission('customers.note', addNote(deps));
  return {
    action: 'note',
    title: 'Add note',
    permission: 'customers.note',
    content: async (_visit, _account, filled) => [
      areaField(filled, {
        name: 'message',
        label: 'Note',
        hint: 'Operators see it with your name and the time. The customer does not.',
        attributes: { required: '', maxlength: '2000', autofocus: '' },
      }),
    ],
    button: async () => 'Add note',
    async carryOut(visit, { account_code }, { message = '' }) {
      await note(visit, account_code, message);
      return 'The note was added.';
    },
  };
};
