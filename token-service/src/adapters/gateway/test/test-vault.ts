import type { MethodDescription } from '@service/billing/domain/billing-info/payment-method.ts';
import type { FindMethodRequest, FoundMethod } from '@service/billing/ports/gateway.ts';
import { brandOf } from '@service/billing/values/card/brand.ts';
import { cardTypeOfBrand } from '@service/billing/values/card/card-type.ts';
import { truncate } from '@service/billing/values/card/number.ts';
import type { Seconds } from '@service/billing/values/time.ts';
import { cardScenario, vaultedNumber } from './test-cards.ts';

/** The customer to whom all methods of the vault belong. */
const CUSTOMER = 'test-customer';

/** Cards of the vault expire at the end of the next year. */
const describe = (number: string, at: Seconds): MethodDescription => {
  const { firstSix: first_six, lastFour: last_four } = truncate(number);
  const { slug: brand } = brandOf(number);
  const year = new Date(at * 1000).getUTCFullYear() + 1;
  const cc_bin_country = cardScenario(number).country ?? null;
  const card_type = cardTypeOfBrand(brand);
  return { type: 'credit_card', card_type, brand, first_six, last_four, month: 12, year, cc_bin_country };
};

/** The vault of the test gateway, which holds every test card. A token is the reference of its card. */
export const testVault = {
  async findMethod({ token, customer, at }: FindMethodRequest): Promise<FoundMethod> {
    const reference = token.reveal();
    const number = vaultedNumber(reference);
    if (!number) return { outcome: 'not_found' };
    if (customer !== null && customer !== CUSTOMER) return { outcome: 'of_another_customer' };
    return { outcome: 'found', description: describe(number, at), reference };
  },
};
