import { unprintable } from '@service/billing/resources/kind.ts';
import type { Form } from '../../../http/bodies/form.ts';

/** The validated parameters in the URL of the agreement page (`sdk/src/wallet/protocol.ts`). */
export interface AgreementQuery {
  readonly key: string;
  readonly version: string;
  /** The origin of the opening page, the only one that receives the result. */
  readonly origin: string;
  readonly state: string;
  readonly description: string;
}

const LONGEST_STATE = 200;
const LONGEST_DESCRIPTION = 127;

/**
 * Whether a text has the format of `location.origin`: it must not contain anything that the customer does not see, and
 * a page without an origin cannot receive a result.
 */
const isOrigin = (text: string): boolean => /^https?:\/\//.test(text) && URL.parse(text)?.origin === text;

/**
 * Returns undefined if no page could receive the result, or if the texts for the customer are not in the library's
 * format.
 */
export const readAgreementAddress = (form: Form): AgreementQuery | undefined => {
  const { key = '', version = '', origin = '', state = '', description = '' } = form;
  const sound =
    isOrigin(origin) &&
    state.length >= 1 &&
    state.length <= LONGEST_STATE &&
    description.length <= LONGEST_DESCRIPTION &&
    !unprintable(description);
  return sound ? { key, version, origin, state, description } : undefined;
};
