import { ServiceError } from '../errors.ts';
import type { Params, Requests } from '../request.ts';
import type { Lookups } from './catalogue.ts';

/**
 * Equal requests in progress share an answer; answers for plans, shipping methods and taxes are cached. `connect`
 * throws not-configured.
 */
export const lookups = (connect: () => Requests): Lookups => {
  const answers = new Map<string, Promise<unknown>>();

  const ask = (path: string, params: Params, keep: boolean): Promise<unknown> => {
    const question = path + JSON.stringify(params);
    const known = answers.get(question);
    if (known) return known;
    const answer = connect().get(path, params);
    const drop = () => answers.delete(question);
    answers.set(question, answer);
    answer.then(keep ? undefined : drop, ({ code, message }) => {
      drop();
      // Pages that handle no errors would otherwise show no price, without a reason.
      if (code === 'invalid-public-key') console.error(`Pricing: ${message}`);
    });
    return answer;
  };

  const find = async (kind: string, code: string, params: Params = {}) => {
    if (!code) throw new ServiceError('not-found');
    return ask(`${kind}/${encodeURIComponent(code)}`, params, /^[ps]/.test(kind)) as Promise<never>;
  };

  return {
    plan: (code) => find('plans', code),
    coupon: (code, plans, currency) => find('coupons', code, { 'plan_codes[]': plans, currency }),
    giftCard: (code) => find('gift_cards', code),
    shippingMethod: (code) => find('shipping_methods', code),
    async tax(question) {
      const { country, postal_code, tax_code, vat_number } = question;
      return country ? (ask('tax', { country, postal_code, tax_code, vat_number }, true) as Promise<never>) : [];
    },
    forget: () => answers.clear(),
  };
};
