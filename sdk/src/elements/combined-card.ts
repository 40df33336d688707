import type { ToFrame } from '@service/hosted-fields/protocol';
import { setFieldOf } from '../frames/place.ts';
import { plain } from '../plain.ts';
import type { ElementState } from '../types.ts';
import type { LoadedElement } from './card-element.ts';
import type { Core, EventReceiver, Loaded } from './core.ts';
import { elements } from './elements.ts';

/** The parts of its instance that a combined card needs. */
export interface Instance extends EventReceiver {
  readonly id: string;
}

/** The methods of the card in a line, which the instance calls by the names of its fields. */
type Card = LoadedElement & {
  attach(target: Element): void;
  configure(options: object): void;
  focus(field?: string): void;
  blur(field?: string): void;
  clear(field?: string): void;
  setMessage(text: string, field?: string): void;
  send(message: ToFrame): void;
};

/** The field in a call; the whole card is meant by `card`. */
const partOf = (field: string): string | undefined => (field === 'card' ? undefined : field);

/**
 * Returns the card in the target `data-service="card"`: the card element of elements of its own, whose state and events
 * are those of the instance. `held` is what the instance holds of it.
 */
export const combinedCard = (
  core: Core,
  _: unknown,
  held: EventReceiver & { ready?: boolean },
  instance: Instance,
): Loaded => {
  const { config, signal: lifetime } = core;
  let target: Element | undefined;
  const all = elements(core, {
    emit(event, payload) {
      if (event === 'ready') {
        held.ready = true;
        instance.emit('ready');
      }
      if (event === 'submit') instance.emit('field:submit');
      if (event === 'error') instance.emit('error', payload);
    },
  });
  const card = all.create(
    'Card',
    {},
    {
      emit(event, state) {
        if (event === 'change') instance.emit('change', { fields: { card: state as ElementState } });
      },
    },
  ) as Card;
  lifetime.addEventListener('abort', () => {
    if (!target) return;
    plain(target).replaceChildren();
    setFieldOf(target, undefined);
  });

  const self = {
    attach(place: Element) {
      const { selector: _, ...options } = config().fields.card;
      card.configure(options);
      if (place === target && plain(place).firstElementChild) return;
      if (target) setFieldOf(target, undefined);
      held.ready = false;
      target = place;
      card.attach(place);
      setFieldOf(place, { owner: instance, connected: true });
    },
    focus: (field: string) => card.focus(partOf(field)),
    blur: (field: string) => card.blur(partOf(field)),
    clear: (field: string) => card.clear(partOf(field)),
    setMessage: (text: string, field: string) => card.setMessage(text, partOf(field)),
    send: (message: ToFrame) => card.send(message),
    token: (form: unknown) => all.token!(form),
  };
  return self;
};
