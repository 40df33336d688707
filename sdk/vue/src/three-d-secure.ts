import type { ServiceError, ThreeDSecureOptions, Token } from '@service/sdk';
import { defineComponent, h, type PropType } from 'vue';
import { given } from '../../components/provided.ts';
import { useProvided } from './service-provider.ts';
import { TARGET, useMounted } from './use-mounted.ts';

/**
 * The page of the customer's bank, on which a payment is confirmed. Render it while there is an action token.
 *
 *     <ThreeDSecure v-if="actionToken" :action-token-id="actionToken" @token="payAgain" @error="tell" />
 */
export const ThreeDSecure = defineComponent({
  name: 'ThreeDSecure',
  props: {
    actionTokenId: { type: String, required: true },
    locale: String,
    theme: String as PropType<NonNullable<ThreeDSecureOptions['theme']>>,
    texts: Object as PropType<NonNullable<ThreeDSecureOptions['texts']>>,
  },
  emits: {
    /** The customer can confirm the payment. */
    ready: () => true,
    /** The customer has confirmed: send the token's id as `three_d_secure_action_result_token_id`. */
    token: (_token: Token) => true,
    /** The challenge ended without a token: three-d-secure-failed, -canceled, -timeout and others. */
    error: (_error: ServiceError) => true,
    /** The challenge has ended and left the page, whatever its outcome. */
    done: () => true,
  },
  setup(props, { emit }) {
    const { configured } = useProvided();
    useMounted(
      () =>
        configured()
          .Risk()
          .ThreeDSecure(given<ThreeDSecureOptions>({ ...props })),
      ['ready', 'token', 'error', 'done'],
      emit,
      () => JSON.stringify(props),
    );
    return {};
  },
  render: () => h('div', { ref: TARGET }),
});
