import type { BankAccount } from '../types.ts';
import { bankReason } from './bank-reasons.ts';
import type { FormRow } from './view.ts';

/**
 * Shows the name of the bank at a routing number once it is complete, while the customer types. `unknown` is called if
 * no bank has the number; other errors are left to the token.
 */
export const nameBank = (
  { box, hint }: FormRow,
  { bankInfo }: Pick<BankAccount, 'bankInfo'>,
  unknown: () => void,
): void => {
  const input = box as HTMLInputElement;
  input.addEventListener('input', async () => {
    const { value } = input;
    hint('');
    if (!value || bankReason('routing_number', value, '')) return;
    try {
      const { bank_name } = await bankInfo({ routingNumber: value.replace(/[\s-]/g, '') });
      // An answer for a number that has changed since is ignored.
      if (value === input.value) hint(bank_name ?? '');
    } catch (error) {
      if (value === input.value && (error as { code?: string }).code === 'invalid-routing-number') unknown();
    }
  });
};
