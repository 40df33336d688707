import type { FieldType, Reason, ToFrame } from '@service/hosted-fields/protocol';
import type { HostedField } from '../frames/types.ts';
import type { CardState, ElementOptions, ElementState } from '../types.ts';
import type { EventReceiver, Loaded } from './core.ts';
import { type FieldLine, line } from './line.ts';

/** The parts of the other elements that an element needs. */
export interface Siblings {
  /** Returns a target for a field. Throws missing-hosted-field-target or invalid-option. */
  find(type: FieldType, place: Element): Element;
  /** Puts the fields of all attached elements into their targets. */
  place(): void;
  /** Returns an attached field; throws missing-hosted-field-target. */
  field(type: string): HostedField;
  /** Returns what is wrong with a field, in the language of the page. */
  textFor(type: FieldType, reason: Reason | ''): string;
}

/** An element, as the elements it belongs to see it. */
export interface LoadedElement extends Loaded {
  readonly options: ElementOptions;
  /** The targets of its fields; empty while it is not attached. */
  readonly targets: ReadonlyMap<FieldType, Element>;
  /** Reports the state of its fields. */
  show(fields: CardState['fields']): void;
  ready(): void;
  submitted(): void;
}

/** Creates an element of one field, or of several in a line, whose methods are those of `CardElement`. */
export const cardElement = (
  types: readonly FieldType[],
  given: ElementOptions,
  events: EventReceiver,
  siblings: Siblings,
): LoadedElement => {
  let options = given;
  let targets: ReadonlyMap<FieldType, Element> = new Map();
  let together: FieldLine | undefined;
  let state: ElementState | undefined;
  const [first = 'number'] = types;

  /** Returns what is wrong with the first field that the customer has left with a value that is not valid. */
  const messageOf = (fields: CardState['fields']): string => {
    const wrong = types.find((type) => {
      const { valid, empty, focus } = fields[type]!;
      return !valid && !empty && !focus;
    });
    return wrong ? siblings.textFor(wrong, fields[wrong]!.reason) : '';
  };

  const detach = () => {
    if (!targets.size) return;
    targets = new Map();
    state = undefined;
    siblings.place();
    together?.remove();
    events.emit('detach');
  };

  const self = {
    get options() {
      return options;
    },
    get targets() {
      return targets;
    },

    attach(place: Element) {
      detach();
      const target = siblings.find(first, place);
      together = types.length > 1 ? line(target, types) : undefined;
      targets = together?.targets ?? new Map([[first, target]]);
      siblings.place();
      events.emit('attach');
    },
    detach,
    configure(more: ElementOptions) {
      options = { ...options, ...more, style: { ...options.style, ...more.style } };
      siblings.place();
    },
    focus: (field: string = first) => siblings.field(field).focus(),
    blur(field?: string) {
      for (const type of field ? [field] : types) siblings.field(type).blur();
    },
    clear(field?: string) {
      for (const type of field ? [field] : types) siblings.field(type).clear();
    },
    setMessage: (text: string, field: string = first) => siblings.field(field).setMessage(text),
    send: (message: ToFrame) => siblings.field(first).send(message),

    show(fields: CardState['fields']) {
      const own = types.flatMap((type) => fields[type] ?? []);
      if (own.length < types.length) return;
      const before = state;
      state = {
        ...own[0]!,
        ...(together && Object.fromEntries(types.map((type) => [type, fields[type]]))),
        valid: own.every(({ valid }) => valid),
        reason: own.find(({ valid }) => !valid)?.reason ?? '',
        message: messageOf(fields),
        empty: own.every(({ empty }) => empty),
        focus: own.some(({ focus }) => focus),
      };
      together?.show(own, state);
      if (JSON.stringify(before) !== JSON.stringify(state)) events.emit('change', state);
      if (Boolean(before?.focus) !== state.focus) events.emit(state.focus ? 'focus' : 'blur');
    },
    ready: () => events.emit('ready'),
    submitted() {
      if (state?.focus) events.emit('submit');
    },
  };
  return self;
};
