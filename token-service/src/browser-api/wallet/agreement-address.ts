import { unprintable } from '@service/billing/resources/kind.ts';
import type { Form } from '../form-body.ts';

/** What the address of the agreement page says (`sdk/src/wallet/protocol.ts`), once it is known to be sound. */
export interface AgreementAddress {
  readonly key: string;
  readonly version: string;
  /** Of the page that asks, and that alone hears the answer. */
  readonly origin: string;
  readonly state: string;
  readonly description: string;
}

const LONGEST_STATE = 200;
const LONGEST_DESCRIPTION = 127;

/**
 * As `location.origin` writes it: nothing may be in it that the customer does not see, and no page without an origin
 * can be answered.
 */
const isOrigin = (text: string): boolean => /^https?:\/\//.test(text) && URL.parse(text)?.origin === text;

/**
 * Undefined where no page could be answered, or where what the customer would read is not what a page of ours would
 * send.
 */
export const readAgreementAddress = (form: Form): AgreementAddress | undefined => {
  const { key = '', version = '', origin = '', state = '', description = '' } = form;
  const sound =
    isOrigin(origin) &&
    state.length >= 1 &&
    state.length <= LONGEST_STATE &&
    description.length <= LONGEST_DESCRIPTION &&
    !unprintable(description);
  return sound ? { key, version, origin, state, description } : undefined;
};
