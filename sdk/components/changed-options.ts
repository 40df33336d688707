import type { PaymentFormOptions } from '@service/sdk';

/** The options of a form that is given none. */
const DEFAULTS: Required<PaymentFormOptions> = {
  methods: ['card'],
  appearance: {},
  locale: 'auto',
  texts: {},
  saved: '',
  description: '',
};

/**
 * Returns the options that differ, as `configure` of a payment form takes them: those that are no longer given have
 * their defaults. A form keeps what the customer typed if it can take over each of them. `before` is JSON, because
 * pages may change an array in place.
 */
export const changedOptions = (before: string, now: PaymentFormOptions): PaymentFormOptions => {
  const [was, is] = [JSON.parse(before), now].map((each) => ({ ...DEFAULTS, ...each }) as Record<string, unknown>);
  const names = Object.keys({ ...was, ...is });
  return Object.fromEntries(
    names
      .filter((name) => JSON.stringify(was?.[name]) !== JSON.stringify(is?.[name]))
      .map((name) => [name, is?.[name]]),
  );
};
