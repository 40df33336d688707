import type { Site } from '@service/billing/resources/site.ts';
import { brandOf } from '@service/billing/values/card/brand.ts';
import type { Form } from '../../http/bodies/form.ts';
import { Refusal } from './refusal.ts';

/** Returns the number of a test card by its name; undefined for an unknown name. */
export type TestCards = (name: string) => string | undefined;

/**
 * Returns a published test card as JSON, for the card fields of a sandbox. Throws `not-found` for an unknown name, and
 * always in production.
 */
export const testCardEndpoint =
  (numberOf: TestCards) =>
  async ({ mode }: Site, { code = '' }: Form): Promise<string> => {
    const number = mode === 'sandbox' ? numberOf(code) : undefined;
    if (!number) throw new Refusal('not-found');
    const cvv = '1234'.slice(0, brandOf(number).cvvLengths[0]);
    return JSON.stringify({ number, month: '12', year: '2040', cvv });
  };
