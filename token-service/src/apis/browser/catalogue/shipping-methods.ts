import { findShippingMethod } from '@service/billing/queries/catalogue/shipping-methods.ts';
import type { QueryDeps } from '@service/billing/queries/lists/site-query.ts';
import type { Site } from '@service/billing/resources/site.ts';
import type { ShippingMethodDocument } from '@service/billing/values/catalogue/browser.ts';
import { Failure } from '@service/billing/values/failure.ts';
import type { Form } from '../../../http/bodies/form.ts';
import { Refusal } from '../refusal.ts';

/** Returns a shipping method, as JSON: its name, and the tax code of its fees. Throws `unknown-shipping-method`. */
export const shippingMethods = (deps: QueryDeps) => {
  const find = findShippingMethod(deps);
  return async (site: Site, { code: named = '' }: Form): Promise<string> => {
    try {
      const { code, name, tax_code } = await find({ site }, named);
      const document: ShippingMethodDocument = { code, name, tax_code };
      return JSON.stringify(document);
    } catch (error) {
      if (error instanceof Failure && error.symbol === 'not_found') throw new Refusal('unknown-shipping-method');
      throw error;
    }
  };
};
