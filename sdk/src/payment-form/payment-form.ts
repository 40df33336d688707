import { BILLING_NAMES } from '@service/hosted-fields/protocol';
import { judgeOptions, paymentFormRules } from '../allowed.ts';
import type { Core, EventReceiver, Loaded } from '../elements/core.ts';
import { elements } from '../elements/elements.ts';
import type { CardElement } from '../elements/types.ts';
import type { ServiceError } from '../errors.ts';
import type { EarlyFields, HostedField } from '../frames/types.ts';
import { loadPart } from '../load-part.ts';
import { followPage } from '../load-theme.ts';
import { mapValues } from '../map-values.ts';
import { judgeTexts, withOwnTexts } from '../own-texts.ts';
import { languageAround, plain } from '../plain.ts';
import { randomId } from '../random.ts';
import { loadChallenges } from '../risk/load.ts';
import { directionOf, languageOf } from '../texts/language.ts';
import { type LoadedTexts, loadTexts } from '../texts/load-texts.ts';
import { errorTexts, textFor } from '../texts/text-for.ts';
import type { Texts } from '../texts/texts.ts';
import type { BankAccount, CardState, ElementOptions, PaymentFormOptions, Token, Wallet } from '../types.ts';
import { nameBank } from './bank-name.ts';
import { createBankPart } from './bank-part.ts';
import { bankReason } from './bank-reasons.ts';
import { isBankMethod } from './banks.ts';
import { CARD, type CardFieldsPart, createCardPart } from './card-part.ts';
import { errorsOf } from './errors.ts';
import { type Faults, faultsOfInputs, settledFaults, writtenIn } from './faults.ts';
import { createOrder } from './in-order.ts';
import { loadRules } from './load-rules.ts';
import { dress, fieldStyle, setVariables, VARIABLE_NAMES, variablesOf } from './look.ts';
import { createChoice, createHint, createInputs, createPanel, createStatus, type FormRow } from './view.ts';
import { whenReleased } from './when-released.ts';

const KINDS = { number: 'CardNumber', expiry: 'CardExpiry', cvv: 'CardCvv' };

/** The options that a form takes over while it is shown. */
const LIVE = ['methods', 'saved', 'description', 'appearance'];

const RULES = paymentFormRules(VARIABLE_NAMES);

/** The other methods of the instance. */
export interface Methods {
  readonly bankAccount: Pick<BankAccount, 'token' | 'bankInfo'>;
  readonly wallet: Wallet;
}

interface Shown {
  readonly root: HTMLElement;
  /** The rows of all methods. */
  readonly all: readonly FormRow[];
  /** Returns the rows of the chosen method, by name. */
  rows(): ReadonlyMap<string, FormRow>;
  readonly card: CardFieldsPart;
  /** Loads what the customer agrees to; what was not shown cannot be agreed to, so a token needs it. */
  authorize(again?: boolean): Promise<void>;
  /** Exchanges the card. */
  token(form: unknown): Promise<Token>;
  readonly status: HTMLElement;
  /** Those of the language, with the page's own over them. */
  readonly texts: Texts;
  /** Aborted when the form is removed. */
  readonly over: AbortSignal;
  /** Resolves once the card fields can be used. */
  readonly loaded: Promise<void>;
  /** Selects a method, if it is offered. */
  select(method: string): void;
  /** Offers the methods of the options. Returns false if the form has to be built again for that. */
  offer(): boolean;
  /** Applies the appearance of the options. */
  style(): void;
  /** The faults of the chosen method. */
  faults(): Faults;
  remove(): void;
}

/** Returns the field that the other card fields follow, which takes what concerns the whole card. */
const leaderOf = (form: Shown | undefined): (CardElement & Pick<HostedField, 'send'>) | undefined =>
  form?.card.fields.get('number') as (CardElement & Pick<HostedField, 'send'>) | undefined;

/** Tells developers what the customer's words leave out, such as a wrong public key, which customers cannot change. */
const report = (error: unknown) => {
  const { classification, code, message } = error as ServiceError;
  if (classification !== 'customer' && !/^three-d/.test(code)) console.error(`Payment form: ${message}`);
};

/** Returns what is behind a `PaymentForm`; `events` is what the page holds of it. */
export const paymentForm = (core: Core, given: PaymentFormOptions, events: EventReceiver, methods: Methods): Loaded => {
  const { config, signal: lifetime, refuse } = core;
  let options: PaymentFormOptions = {};
  let shown: Shown | undefined;
  let method = '';
  const id = `service-${randomId()}`;

  /** Merges options over the present ones. Throws invalid-option. */
  const take = (more: PaymentFormOptions) => {
    const { appearance = {}, texts = {} } = more;
    const all = [more, appearance, appearance.variables ?? {}];
    try {
      for (const [place, [path, rules]] of Object.entries(RULES).entries())
        judgeOptions(refuse, path, rules, all[place]!);
      judgeTexts(refuse, 'texts', config().texts);
      judgeTexts(refuse, 'PaymentForm.texts', texts);
    } catch (error) {
      report(error);
      throw error;
    }
    options = { ...options, ...more };
  };
  take(given);

  const offeredNow = () => [...(options.saved ? ['saved'] : []), ...(options.methods ?? ['card'])];

  const language = (target: Element) => {
    const { locale = 'auto' } = options;
    const page = languageAround(target);
    return languageOf(locale === 'auto' ? [...(page ? [page] : []), ...navigator.languages] : [locale]);
  };

  const show = (target: Element, { language: lang, texts: usual }: LoadedTexts, early?: EarlyFields): Shown => {
    const texts = withOwnTexts(usual, config().texts, options.texts ?? {});
    const over = new AbortController();
    const released = whenReleased(over.signal);
    const root = early?.root ?? document.createElement('div');
    const [started] = early ? root.getElementsByTagName('fieldset') : [];
    root.className = 'service-payment-form';
    root.lang = lang;
    root.dir = directionOf(lang) ?? '';
    root.setAttribute('aria-busy', 'true');
    if (root.parentElement !== target) plain(target).replaceChildren(root);
    dress(root);
    root.hidden = false;
    let variables = variablesOf(options.appearance, root);
    setVariables(root, variables);

    const form = plain(target).closest('form');
    const outside = (name: string) => form && plain(form).querySelector(`[data-service="${name}"]`);
    const required = [...new Set(config().required)].filter((name) => BILLING_NAMES.includes(name) && !outside(name));
    const billing = createInputs(id, required, texts, lang);
    const offered = offeredNow();
    const banks = new Map(
      offered
        .filter(isBankMethod)
        .map((each) => [each as string, createBankPart(id, each, texts, lang, methods.bankAccount)]),
    );
    const card = createCardPart(id, started, texts, config().brands, released);
    const status = createStatus();
    const authorize = async (again?: boolean) => banks.get(method)?.authorize(again);
    const contents: Readonly<Record<string, readonly Node[]>> = {
      saved: [],
      card: [...(started ? [] : card.rows.values()), ...billing.values()].map(({ element }) => element),
      wallet: [createHint(texts.wallet_hint)],
      ...Object.fromEntries(
        [...banks].map(([each, { rows, agreed, hidden }]) => [
          each,
          [...[...rows.values()].map(({ element }) => element), agreed, ...hidden],
        ]),
      ),
    };
    const { saved } = options;
    const label = (each: string) => (each === 'saved' && saved) || (texts[each as keyof Texts] ?? each);
    const panels = new Map(
      offered.map((each) => [each, createPanel(contents[each] ?? [], each === 'card' ? started : undefined)]),
    );
    for (const [each, { agreed }] of banks) panels.get(each)?.setAttribute('aria-describedby', agreed.id);
    const choose = (chosen: string) => {
      method = chosen;
      for (const [each, panel] of panels) panel.hidden = panel.disabled = each !== chosen;
      status.textContent = '';
      authorize().catch(showError);
    };
    const choice = createChoice(
      id,
      texts.methods,
      offered.map((each) => [each, label(each)]),
      (chosen) => {
        choose(chosen);
        events.emit('method', chosen);
      },
    );
    const parts = [...(offered.length > 1 ? [choice.element] : []), ...panels.values(), status];
    const place = parts.indexOf(started as HTMLElement);
    started?.before(...parts.slice(0, place));
    root.append(...parts.slice(place + 1));
    choose(offered[0] ?? 'card');

    const watch = (rows: ReadonlyMap<string, FormRow>, scheme?: string): void => {
      for (const [name, { box, say }] of rows) {
        box.addEventListener('input', () => released(name, () => say('')));
        box.setAttribute('aria-required', String(name !== 'address2'));
        box.addEventListener('blur', () => {
          const reason = scheme && bankReason(name, writtenIn(rows, name), writtenIn(rows, 'account_number'), scheme);
          if (reason) released(name, () => say(textFor(texts, name, reason)));
        });
      }
    };
    watch(billing);
    for (const [each, { rows }] of banks) {
      watch(rows, each);
      const routing = rows.get('routing_number');
      if (routing) nameBank(routing, methods.bankAccount, () => routing.say(texts.routing_number_unknown));
    }

    const { promise: loaded, resolve: load } = Promise.withResolvers<void>();
    let isLoaded = false;
    /** Adds the rules of the appearance to the style of the card fields. */
    let ruled = (style: ReturnType<typeof fieldStyle>) => style;
    const { fields } = card;
    const group = elements(
      core,
      {
        emit(event, payload) {
          if (event === 'ready') {
            root.removeAttribute('aria-busy');
            isLoaded = true;
            load();
          }
          if (event === 'error') {
            root.removeAttribute('aria-busy');
            report(payload);
            status.textContent = errorsOf(payload, method, texts).message;
          }
          if (event === 'change') card.judge(payload as CardState);
          events.emit(event, payload);
        },
      },
      early,
      { language: lang, texts },
    );
    const optionsFor = (name: (typeof CARD)[number]): ElementOptions => {
      const style = ruled(fieldStyle(variables));
      return {
        title: texts[name],
        error: { [name]: errorTexts(texts, name) },
        style: { ...style, placeholder: { ...style.placeholder, content: texts[`${name}_placeholder`] } },
      };
    };
    if (panels.has('card')) {
      group.together(() => {
        for (const name of CARD) {
          const element = group.create(KINDS[name], optionsFor(name), { emit: () => {} }) as never as CardElement;
          fields.set(name, element);
          element.attach(card.rows.get(name)!.box);
        }
      });
    } else root.removeAttribute('aria-busy');

    const restyle = () => {
      variables = variablesOf(options.appearance, root);
      setVariables(root, variables);
      for (const [name, element] of fields) element.configure(optionsFor(name as 'number'));
    };
    followPage((name) => loadPart(core.config().api, name, core.ServiceError), root, over.signal, restyle);

    let inUse = new AbortController();
    const rule = async () => {
      inUse.abort();
      const own = new AbortController();
      inUse = own;
      ruled = (style) => style;
      const { rules } = options.appearance ?? {};
      if (!rules) return;
      try {
        const { rulesOf } = await loadRules(core);
        const signal = AbortSignal.any([own.signal, over.signal]);
        if (signal.aborted) return;
        ruled = rulesOf(root, rules, signal, refuse);
        restyle();
      } catch (error) {
        report(error);
        events.emit('error', error);
      }
    };
    rule();

    return {
      root,
      all: [
        ...card.rows.values(),
        ...billing.values(),
        ...[...banks.values()].flatMap(({ rows }) => [...rows.values()]),
      ],
      rows: () => banks.get(method)?.rows ?? new Map([...card.rows, ...billing]),
      card,
      authorize,
      token: (form) => group.token!(form),
      status,
      texts,
      over: over.signal,
      loaded,
      select(chosen) {
        if (chosen !== method && offeredNow().includes(chosen)) choice.select(chosen);
      },
      offer() {
        const now = offeredNow();
        // In another order, or with a method that was not offered before, it is another form.
        if (`${offered.filter((each) => now.includes(each))}` !== `${now}`) return false;
        if (options.saved && options.saved !== saved) return false;
        choice.offer(now);
        if (!now.includes(method)) choice.select(now[0] ?? 'card');
        return true;
      },
      style() {
        rule();
        restyle();
      },
      faults() {
        const debit = banks.get(method);
        if (debit) return faultsOfInputs(debit.rows, method);
        // The token waits for fields that are still loading, and finds what is wrong with them.
        return method === 'card' ? { ...(isLoaded && card.faults()), ...faultsOfInputs(billing) } : {};
      },
      remove() {
        over.abort();
        // Together, because each would otherwise put the others back into a target that the page has removed.
        group.together(() => {
          for (const element of fields.values()) element.detach();
        });
        root.remove();
      },
    };
  };

  const exchange = async (form: unknown): Promise<Token> => {
    if (!shown) throw new Error('The form is not attached.');
    if (method === 'saved') return { id: '', type: 'saved' };
    const element = form as Element;
    if (isBankMethod(method)) {
      await shown.authorize();
      return methods.bankAccount.token(element);
    }
    if (method === 'card') return shown.token(form);
    const { description } = options;
    return methods.wallet.token({ form: element, ...(description && { description }) });
  };

  const clearErrors = () => {
    shown?.card.clear();
    for (const { say } of shown?.all ?? []) say('');
    if (shown) shown.status.textContent = '';
  };

  const focus = (name: string) => {
    const field = shown?.card.fields.get(name);
    if (field) field.focus();
    else shown?.rows().get(name)?.box.focus();
  };

  /** Shows texts at their fields. Returns the names of those fields, from the top. */
  const mark = ({ rows: rowsNow, card }: Shown, found: Readonly<Record<string, string>>): readonly string[] => {
    const rows = rowsNow();
    const names = [...rows.keys()].filter((name) => Object.hasOwn(found, name));
    for (const name of names) {
      rows.get(name)?.say(found[name]!);
      card.refuse(name, found[name]!);
    }
    return names;
  };

  /** Shows an error in the customer's words, at the fields concerned, and moves the focus to the first of them. */
  const showError = (error: unknown) => {
    report(error);
    if (!shown) return;
    const { status, texts } = shown;
    const { fields, message } = errorsOf(error, method, texts);
    // The text that was agreed to has changed since it was shown.
    if (fields.authorization) shown.authorize(true).catch(report);
    status.textContent = message || fields.authorization || '';
    if (status.textContent) status.scrollIntoView({ block: 'nearest' });
    const [first] = mark(shown, fields);
    if (first) focus(first);
  };

  const attach = async (target: Element, early?: EarlyFields) => {
    const wording = await loadTexts(config().api, language(target));
    if (lifetime.aborted) return;
    shown?.remove();
    shown = show(target, wording, early);
    events.emit('attach');
    // Without card fields, there is nothing to wait for.
    if (!shown.card.fields.size) events.emit('ready');
  };
  lifetime.addEventListener('abort', () => shown?.root.remove());

  /** Attaching takes as long as the texts load. */
  const { inOrder, settled } = createOrder();

  const self = {
    attach: inOrder(attach),
    detach: inOrder(() => {
      shown?.remove();
      shown = undefined;
      events.emit('detach');
    }),
    configure: inOrder((more: PaymentFormOptions) => {
      take(more);
      if (shown && Object.keys(more).every((name) => LIVE.includes(name)) && shown.offer()) {
        if (more.appearance) shown.style();
        return undefined;
      }
      const target = shown?.root.parentElement;
      return target && attach(target);
    }),
    focus: inOrder((name: string = 'number') => focus(name)),
    fillTestCard: inOrder((name: string) => {
      shown?.select('card');
      const number = leaderOf(shown);
      // Not awaited: a field that does not load must not hold up what is called next.
      shown?.loaded.then(() => number?.send({ kind: 'test-card', name, key: config().publicKey }));
    }),
    async validate() {
      await settled();
      const form = shown;
      if (!form) throw new Error('The form is not attached.');
      // Several password managers write into fields without an event.
      leaderOf(form)?.send({ kind: 'judge' });
      const faults = await settledFaults(form.faults);
      clearErrors();
      return mark(
        form,
        mapValues(faults, (reason, name) => textFor(form.texts, name, reason)),
      );
    },
    async token(form: unknown) {
      await settled();
      clearErrors();
      try {
        return await exchange(form);
      } catch (error) {
        showError(error);
        throw error;
      }
    },
    async confirm(actionTokenId: unknown) {
      await settled();
      if (!shown) throw new Error('The form is not attached.');
      const { root } = shown;
      const over = AbortSignal.any([shown.over, lifetime]);
      clearErrors();
      try {
        const { theme = 'auto' } = options.appearance ?? {};
        const { confirmIn } = await loadChallenges(core);
        const challenge = { actionTokenId: String(actionTokenId), locale: root.lang, theme };
        return await confirmIn(root, core, challenge, options.texts ?? {}, over);
      } catch (error) {
        showError(error);
        throw error;
      }
    },
  };
  return self;
};
