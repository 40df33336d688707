import { plain } from '../plain.ts';
import type { Price, PricedSubscription } from './types.ts';

/** Any element, with the properties of controls. */
interface Control extends Element {
  readonly type?: string;
  readonly checked?: boolean;
  value?: unknown;
}

const NOTHING = '0.00';

/** Inputs whose values are refused until they are complete. */
const CODES = /^(plan|currency|coupon|gift_card|shipping_method)$/;
/** Controls in which nothing is typed: `change` follows `input` at once. */
const CHOSEN = 'select,[type=checkbox],[type=radio]';

const nameOf = (element: Element) => element.getAttribute('data-service') ?? '';
const addonOf = (element: Element) => element.getAttribute('data-service-addon') ?? '';

/**
 * Returns the value of the selected control among several: a checked box or button, or another control. Undefined if
 * there is none.
 */
const spoken = (controls: readonly Control[], committed: (control: Control) => unknown): string | undefined => {
  const isBox = ({ type = '' }: Control) => /^(checkbox|radio)$/.test(type);
  const chosen = controls.find((control) => control.checked || !isBox(control));
  // A checked box without a value of its own means a quantity of 1.
  return chosen && (isBox(chosen) && chosen.value === 'on' ? '1' : String(committed(chosen) ?? '').trim());
};

/** Returns the text of an output; undefined for an unknown name. */
const textOf = ({ base, currency, ...price }: Price, name: string, addon: string): unknown => {
  const [amount = '', when] = name.split(/_(now|next)$/);
  const others: Record<string, string> = {
    plan_base: base.plan.unit ?? NOTHING,
    addon_price: base.addons[addon] ?? NOTHING,
    currency_code: currency.code,
    currency_symbol: currency.symbol,
  };
  const amounts: Record<string, string> = { gift_card: NOTHING, shipping: NOTHING, ...price[when as 'now'] };
  return when ? amounts[amount] : others[name];
};

/**
 * Sets the value of controls, the text of other elements, and both of `data`. An element that shows the value already
 * is not changed: the page may have formatted it.
 */
const show = (element: Control, text: string) => {
  const key = typeof element.value === 'string' ? 'value' : 'textContent';
  if (element[key] === text) return;
  element[key] = text;
  if (element.matches('data')) element.textContent = text;
};

/**
 * Binds the inputs and outputs in a container, present and future, to a price until `over` is aborted. Returns a
 * function that writes a price into the outputs.
 */
export const bindPrice = (
  pricing: PricedSubscription,
  element: Element,
  over: AbortSignal,
): ((price: Price) => void) => {
  const container = plain(element);
  const all = (name: string) => [...container.querySelectorAll<Control>(`[data-service="${name}"]`)];
  /** An input that is being typed in is incomplete until its own `change`: runs of others get its former value. */
  const committed = (control: Control) => {
    if (control === changed || !control.matches(':focus') || !known.has(control)) known.set(control, control.value);
    return known.get(control);
  };
  const known = new WeakMap<Element, unknown>();
  let changed: EventTarget | null;
  const says = (name: string) => spoken(all(name), committed);
  const planCode = () => pricing.items.plan?.code;

  /** In this order: the value of some inputs, and the step to run when it changes. */
  const readings: [
    read: () => (string | undefined)[],
    act: (...values: (string | undefined)[]) => unknown,
    done?: string,
  ][] = [
    // Another plan may have changed the currency.
    [() => [planCode(), says('currency')], (_, code) => code && pricing.currency(code)],
    [
      () => [planCode(), ...all('addon').map((control) => `${addonOf(control)} ${spoken([control], committed)}`)],
      async () => {
        for (const { code } of pricing.items.plan?.addons ?? []) {
          const controls = all('addon').filter((control) => addonOf(control) === code);
          // An add-on that is refused does not stop the others.
          if (controls.length)
            await pricing.addon(code, { quantity: spoken(controls, committed) ?? 0 }).catch(() => {});
        }
      },
    ],
    [
      () => [planCode(), says('coupon')],
      (plan, code) => plan && code !== undefined && code !== judged && pricing.coupon(code),
    ],
    [
      () => [pricing.items.currency, says('gift_card')],
      (_, code) => {
        const isOther = !card || code !== cardCode;
        cardCode = code;
        return isOther && code !== undefined && pricing.giftcard(code);
      },
    ],
    [
      () => [says('shipping_method'), says('shipping_amount')],
      (code, amount) => pricing.shipping(code ?? '', { amount: amount ?? 0 }),
    ],
    [() => [says('country'), says('postal_code')], (country, postal_code) => pricing.address({ country, postal_code })],
    [
      () => [says('shipping_address.country'), says('shipping_address.postal_code')],
      (country, postal_code) => pricing.shippingAddress({ country, postal_code }),
    ],
    [
      () => [
        says('tax_code'),
        says('vat_number'),
        says('tax_amount.now'),
        says('tax_amount.next'),
        says('tax_inclusive'),
      ],
      (tax_code, vat_number, now, next, inclusive) =>
        pricing.tax({
          tax_code,
          vat_number,
          inclusive: inclusive === 'true',
          amount: now || next ? { now: Number(now) || 0, next: Number(next) || 0 } : undefined,
        }),
    ],
  ];

  /** The coupon that was set when a run began: setting the plan validates it again. */
  let judged: string | undefined;
  /** The gift card that was set then: setting the currency validates it again. The code that was read last. */
  let card: unknown;
  let cardCode: string | undefined;
  let runs = 0;
  let isFirst = true;

  const write = (price: Price) => {
    if (over.aborted) return;
    for (const element of container.querySelectorAll<Control>('[data-service]')) {
      const text = textOf(price, nameOf(element), addonOf(element));
      // Without a plan there is no price, and 0.00 would look like one.
      if (typeof text === 'string') show(element, pricing.isValid ? text : '');
    }
  };

  /** Reads all inputs. A later run replaces the remaining steps of this one. */
  const run = async () => {
    const turn = ++runs;
    // Errors of a step were emitted as events.
    const attempt = async (act: () => unknown) => {
      try {
        await act();
      } catch {}
      return turn === runs && !over.aborted;
    };
    [judged] = pricing.couponCodes;
    card = pricing.items.gift_card;
    const setPlan = () => {
      const code = says('plan') || planCode();
      return code && pricing.plan(code, { quantity: says('plan_quantity') });
    };
    if (!(await attempt(setPlan))) return;
    for (const reading of readings) {
      const [read, act, done] = reading;
      const values = read();
      const now = values.some(Boolean) ? JSON.stringify(values) : '';
      if (now === (done ?? '')) continue;
      // Until the run has ended, the selection is not complete.
      reading[2] = '?';
      if (!(await attempt(() => act(...values)))) return;
      reading[2] = now;
    }
    if (!(await attempt(() => pricing.reprice().then(write)))) return;
    if (isFirst) pricing.emit('attached');
    isFirst = false;
  };

  const hear = ({ target, type }: Event) => {
    const name = nameOf(target as Element);
    // A quantity or an address has a price with each letter.
    if (type === 'input' && (CODES.test(name) || !(target as Control).value || (target as Control).matches(CHOSEN)))
      return;
    changed = target;
    if (name) run();
  };

  for (const type of ['input', 'change']) container.addEventListener(type, hear, { signal: over });
  run();
  return write;
};
