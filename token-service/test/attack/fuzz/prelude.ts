import type { TestService } from '../../service.ts';
import { ACCOUNTS } from './values.ts';

const CARD =
  '<first_name>Ada</first_name><last_name>Lovelace</last_name><number>4111111111111111</number><month>12</month><year>2040</year>';

/** Opens the accounts that the requests refer to, each with a card, a subscription and a paid invoice. */
export const openAccounts = async ({ api }: Pick<TestService, 'api'>): Promise<void> => {
  for (let number = 0; number < ACCOUNTS; number += 1) {
    const account = `<account_code>fuzz-${number}</account_code><billing_info>${CARD}</billing_info>`;
    const charge =
      '<adjustments><adjustment><unit_amount_in_cents>1500</unit_amount_in_cents></adjustment></adjustments>';
    const plan = '<subscriptions><subscription><plan_code>tideline</plan_code></subscription></subscriptions>';
    const body = `<purchase><account>${account}</account><currency>USD</currency>${charge}${plan}</purchase>`;
    const { status, text } = await api('POST', '/v2/purchases', body);
    if (status >= 300) throw new Error(`${status} ${text}`);
  }
};
