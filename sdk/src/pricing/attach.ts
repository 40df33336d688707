import type { Attachment, Price, PricedSubscription } from './types.ts';

/** A binding as the price keeps it. */
export interface Binding extends Attachment {
  write(price: Price): void;
}

/** Any element, with what controls have. */
interface Control extends Element {
  readonly type?: string;
  readonly checked?: boolean;
  value?: unknown;
}

const NOTHING = '0.00';

const nameOf = (element: Element) => element.getAttribute('data-service') ?? '';
const addonOf = (element: Element) => element.getAttribute('data-service-addon') ?? '';

/** What the chosen one of several controls says: a checked box or button, or one that is neither. Undefined where there is none. */
const spoken = (controls: readonly Control[]): string | undefined => {
  const isBox = ({ type = '' }: Control) => /^(checkbox|radio)$/.test(type);
  const chosen = controls.find((control) => control.checked || !isBox(control));
  // What a box says that has no words of its own: one, please.
  return chosen && (isBox(chosen) && chosen.value === 'on' ? '1' : String(chosen.value ?? '').trim());
};

/** What an output shows; undefined for a name that is none. */
const textOf = ({ base, currency, ...price }: Price, name: string, addon: string): unknown => {
  const [amount = '', when] = name.split(/_(now|next)$/);
  const others: Record<string, string> = {
    plan_base: base.plan.unit ?? NOTHING,
    addon_price: base.addons[addon] ?? NOTHING,
    currency_code: currency.code,
    currency_symbol: currency.symbol,
  };
  const amounts: Record<string, string> = { gift_card: NOTHING, ...price[when as 'now'] };
  return when ? amounts[amount] : others[name];
};

/** What has a value gets it, everything else text, and `data` both. What shows it already stays: somebody may have made it nicer. */
const show = (element: Control, text: string) => {
  const isData = element.matches('data');
  const key = typeof element.value === 'string' ? 'value' : 'textContent';
  if (element[key] === text) return;
  element[key] = text;
  if (isData) element.textContent = text;
};

/** Binds what is in a container, now and later, to a price (reference "sdk", section 13). */
export const attach = (pricing: PricedSubscription, container: Element): Binding => {
  const all = (name: string) => [...container.querySelectorAll<Control>(`[data-service="${name}"]`)];
  const says = (name: string) => spoken(all(name));
  const planCode = () => pricing.items.plan?.code;

  /** In this order: what some inputs say, and what to do about it when that is something new. */
  const readings: [
    read: () => (string | undefined)[],
    act: (...said: (string | undefined)[]) => unknown,
    done?: string,
  ][] = [
    // Another plan may have gone to a currency of its own.
    [() => [planCode(), says('currency')], (_, code) => code && pricing.currency(code)],
    [
      () => [planCode(), ...all('addon').map((control) => `${addonOf(control)} ${spoken([control])}`)],
      async () => {
        for (const { code } of pricing.items.plan?.addons ?? []) {
          const controls = all('addon').filter((control) => addonOf(control) === code);
          if (controls.length) await pricing.addon(code, { quantity: spoken(controls) ?? 0 });
        }
      },
    ],
    [
      () => [planCode(), says('coupon')],
      (plan, code) => plan && code !== undefined && code !== judged && pricing.coupon(code),
    ],
    [() => [pricing.items.currency, says('gift_card')], (_, code) => code !== undefined && pricing.giftcard(code)],
    [() => [says('country'), says('postal_code')], (country, postal_code) => pricing.address({ country, postal_code })],
    [
      () => [says('shipping_address.country'), says('shipping_address.postal_code')],
      (country, postal_code) => pricing.shippingAddress({ country, postal_code }),
    ],
    [
      () => [says('tax_code'), says('vat_number'), says('tax_amount.now'), says('tax_amount.next')],
      (tax_code, vat_number, now, next) =>
        pricing.tax({
          tax_code,
          vat_number,
          amount: now || next ? { now: Number(now) || 0, next: Number(next) || 0 } : undefined,
        }),
    ],
  ];

  /** The coupon that was set when a run began: setting the plan has judged it anew. */
  let judged: string | undefined;
  let runs = 0;
  let isFirst = true;
  let isBound = true;

  const write = (price: Price) => {
    if (!isBound) return;
    for (const element of container.querySelectorAll<Control>('[data-service]')) {
      const text = textOf(price, nameOf(element), addonOf(element));
      if (typeof text === 'string') show(element, text);
    }
  };

  /** Reads everything. A later run takes over what this one has not done by then. */
  const run = async () => {
    const turn = ++runs;
    // What a step complains of went to the events.
    const attempt = async (act: () => unknown) => {
      try {
        await act();
      } catch {}
      return turn === runs;
    };
    [judged] = pricing.couponCodes;
    const setPlan = () => {
      const code = says('plan') || planCode();
      return code && pricing.plan(code, { quantity: says('plan_quantity') });
    };
    if (!(await attempt(setPlan))) return;
    for (const reading of readings) {
      const [read, act, done] = reading;
      const said = read();
      const now = said.some(Boolean) ? JSON.stringify(said) : '';
      if (now === (done ?? '')) continue;
      // Until that is through, nobody can tell what is set.
      reading[2] = '?';
      if (!(await attempt(() => act(...said)))) return;
      reading[2] = now;
    }
    if (!(await attempt(() => pricing.reprice().then(write)))) return;
    if (isFirst) pricing.emit('attached');
    isFirst = false;
  };

  const hear = ({ target }: Event) => {
    if (nameOf(target as Element)) run();
  };

  container.addEventListener('change', hear);
  run();
  return {
    write,
    detach() {
      container.removeEventListener('change', hear);
      isBound = false;
      runs++;
    },
  };
};
