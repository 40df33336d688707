import type { Site } from '@service/billing/resources/site.ts';
import type { Form } from '../../http/bodies/form.ts';
import { type BankDirectory, SANDBOX_NUMBER } from './bank-directory.ts';
import { Refusal } from './refusal.ts';

/**
 * Returns the bank with a routing number, as JSON. Throws `invalid-parameter` where none is given and
 * `invalid-routing-number` where no bank has it.
 */
export const bankInfoEndpoint =
  (banks: BankDirectory) =>
  async (site: Site, form: Form): Promise<string> => {
    const { routing_number } = form;
    if (!routing_number) throw new Refusal('invalid-parameter', '', [{ field: 'routing_number', symbol: 'blank' }]);
    const bank_name = banks(site, routing_number);
    if (bank_name === undefined) {
      throw new Refusal('invalid-routing-number', site.mode === 'sandbox' ? SANDBOX_NUMBER : '');
    }
    return JSON.stringify({ bank_name });
  };
