import type { CardState, PaymentFormOptions, ServiceError } from '@service/sdk';
import { createElement, type ReactNode, type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { changedOptions } from '../../components/changed-options.ts';
import { type PaymentFormHandle, paymentFormHandle } from '../../components/handles.ts';
import { given } from '../../components/provided.ts';
import { useProvided } from './service-provider.ts';
import { useMounted } from './use-mounted.ts';

export interface PaymentFormProps extends PaymentFormOptions {
  /** The id of the element around the form. */
  id?: string;
  className?: string;
  ref?: Ref<PaymentFormHandle>;
  /** The customer can type. */
  onReady?: () => void;
  onChange?: (state: CardState) => void;
  /** The customer chose a method: `card`, `bank`, `sepa`, `bacs`, `becs`, `wallet` or `saved`. */
  onMethod?: (method: string) => void;
  /** The form could not be shown. */
  onError?: (error: ServiceError) => void;
}

/**
 * A whole form for payment, without a button. Put it into the form that it belongs to. It takes over options that
 * change, as `configure` of the library's form does.
 *
 *     <PaymentForm ref={payment} methods={['card', 'bank']} />
 */
export const PaymentForm = ({
  id,
  className,
  ref,
  onReady,
  onChange,
  onMethod,
  onError,
  ...options
}: PaymentFormProps): ReactNode => {
  const { service, configured } = useProvided();
  const { target, made } = useMounted(() => configured().PaymentForm(given(options)), {
    ready: onReady,
    change: onChange,
    method: onMethod,
    error: onError,
  });
  const present = given<PaymentFormOptions>(options);
  const key = JSON.stringify(present);
  const applied = useRef(key);
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal options in a new object are no change.
  useEffect(() => {
    if (applied.current !== key) made.current?.configure(changedOptions(applied.current, present));
    applied.current = key;
  }, [made, key]);
  useImperativeHandle(
    ref,
    () =>
      paymentFormHandle(
        service,
        () => made.current,
        () => target.current,
      ),
    [service, made, target],
  );
  return createElement('div', { ref: target, id, className });
};
