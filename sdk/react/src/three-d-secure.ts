import type { ServiceError, ThreeDSecureOptions, Token } from '@service/sdk';
import { createElement, type ReactNode } from 'react';
import { given } from '../../components/provided.ts';
import { useProvided } from './service-provider.ts';
import { useMounted } from './use-mounted.ts';

export interface ThreeDSecureProps extends ThreeDSecureOptions {
  /** The id of the element around the challenge. */
  id?: string;
  className?: string;
  /** The customer can confirm the payment. */
  onReady?: () => void;
  /** The customer has confirmed: send the token's id as `three_d_secure_action_result_token_id`. */
  onToken?: (token: Token) => void;
  /** The challenge ended without a token: three-d-secure-failed, -canceled, -timeout and others. */
  onError?: (error: ServiceError) => void;
  /** The challenge has ended and left the page, whatever its outcome. */
  onDone?: () => void;
}

/**
 * The page of the customer's bank, on which a payment is confirmed. Render it while there is an action token.
 *
 *     <ThreeDSecure actionTokenId={id} onToken={payAgain} onError={tell} />
 */
export const ThreeDSecure = ({
  id,
  className,
  onReady,
  onToken,
  onError,
  onDone,
  ...options
}: ThreeDSecureProps): ReactNode => {
  const { configured } = useProvided();
  const { target } = useMounted(
    () => configured().Risk().ThreeDSecure(given(options)),
    { ready: onReady, token: onToken, error: onError, done: onDone },
    JSON.stringify(options),
  );
  return createElement('div', { ref: target, id, className });
};
