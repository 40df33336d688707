import type { FieldType } from '@service/hosted-fields/protocol';
import type { EarlyFields } from '../frames/types.ts';
import { judgeTexts, withOwnTexts } from '../own-texts.ts';
import { languageAround } from '../plain.ts';
import { languageOf } from '../texts/language.ts';
import { ENGLISH, type LoadedTexts, loadTexts } from '../texts/load-texts.ts';
import { textFor } from '../texts/text-for.ts';
import type { OwnTexts, Texts } from '../texts/texts.ts';
import type { CardState, ElementOptions } from '../types.ts';
import { cardElement, type LoadedElement } from './card-element.ts';
import type { Core, EventReceiver, LoadedElements } from './core.ts';
import { optionsOf, withTexts } from './element-options.ts';

/** The fields of each kind of element, in order. */
const KINDS: Readonly<Record<string, readonly FieldType[]>> = {
  Card: ['number', 'expiry', 'cvv'],
  CardNumber: ['number'],
  CardExpiry: ['expiry'],
  CardMonth: ['month'],
  CardYear: ['year'],
  CardCvv: ['cvv'],
};

/**
 * Returns the elements of one checkout; `events` is what the page holds of them.
 *
 * @param early fields that are in the page already
 * @param given the texts, instead of those of the language around the first element
 * @param own texts of these elements over the others
 */
export const elements = (
  core: Core,
  events: EventReceiver,
  early?: EarlyFields,
  given?: LoadedTexts,
  own: OwnTexts = {},
): LoadedElements => {
  const { config: configOfInstance, signal: lifetime, hostedFields, mergeField, findTarget, cardToken, refuse } = core;
  judgeTexts(refuse, 'texts', configOfInstance().texts);
  judgeTexts(refuse, 'Elements.texts', own);
  const all = new Set<LoadedElement>();
  let wording = given ?? ENGLISH;
  const textsNow = (): Texts => given?.texts ?? withOwnTexts(wording.texts, configOfInstance().texts, own);
  const attached = () => [...all].filter(({ targets }) => targets.size);

  const emit = (event: string, payload?: unknown) => {
    const name = event === 'field:submit' ? 'submit' : event;
    events.emit(name, payload);
    for (const element of attached()) {
      if (name === 'change') element.show((payload as CardState).fields);
      if (name === 'ready') element.ready();
      if (name === 'submit') element.submitted();
    }
  };
  const { fields: earlyFields, events: earlyEvents } = early ?? {};
  if (earlyEvents) earlyEvents.emit = emit;
  const fields = earlyFields ?? hostedFields(configOfInstance().api, { emit });
  lifetime.addEventListener('abort', () => fields.destroy(lifetime.reason));

  /** Returns the configuration of the instance, with the options of the elements over it. */
  const config = () => {
    const config = configOfInstance();
    const fields = { ...config.fields };
    const texts = textsNow();
    for (const { targets, options } of attached()) {
      for (const type of targets.keys())
        fields[type] = withTexts(mergeField(fields[type], optionsOf(options, type, texts)), fields.all, type, texts);
    }
    const hasCode = attached().some(({ targets }) => targets.has('cvv'));
    const required = hasCode && fields.cvv.required !== false ? [...config.required, 'cvv'] : config.required;
    return { ...config, required, fields };
  };

  let isHeld = false;
  const place = () => {
    if (!isHeld) fields.place(new Map(attached().flatMap(({ targets }) => [...targets])), config());
  };

  /** Fetches the texts of the language around a target. Until then the fields are in English. */
  const speakAs = async (target: Element) => {
    if (lifetime.aborted) return;
    const { api, locale } = configOfInstance();
    const language = languageOf([locale || languageAround(target)]);
    if (given || language === wording.language) return;
    const loaded = await loadTexts(api, language);
    if (lifetime.aborted || wording === loaded) return;
    wording = loaded;
    place();
  };

  return {
    create(kind, options: ElementOptions, events) {
      const element = cardElement(KINDS[kind]!, options, events, {
        find(type, place) {
          speakAs(place);
          return findTarget(type, place, fields)!;
        },
        textFor(type, reason) {
          const { error } = config().fields[type];
          return typeof error === 'string' ? error : (reason && error?.[reason]) || textFor(textsNow(), type, reason);
        },
        place,
        field: (type) => fields.field(type),
      });
      all.add(element);
      return element;
    },
    together(attach) {
      isHeld = true;
      attach();
      isHeld = false;
      place();
      // They were ready before anything heard of it.
      if (earlyFields?.ready) emit('ready');
    },
    token: async (form) => cardToken(config(), fields, form),
  };
};
