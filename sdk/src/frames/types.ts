/** The card fields as the rest of the script sees them, also the parts that are loaded on demand: types only. */
import type {
  FieldType,
  FrameFieldState,
  FrameNumberState,
  ToFrame,
  TokenAnswer,
  TokenRequest,
} from '@service/hosted-fields/protocol';
import type { ServiceError } from '../errors.ts';
import type { TokenOf } from '../form.ts';
import type { FieldSettings, InstanceConfig } from '../options.ts';
import type { FieldInTarget } from './place.ts';

/** The events that a field reports to its form. */
export interface Owner {
  /** A field was created in a page that gives it no height. */
  unstyled(): void;
  stateChanged(): void;
  submitted(): void;
  answered(id: string, answer: TokenAnswer): void;
  /** The frame lost its document, and with it any pending request. */
  lost(type: FieldType): void;
  failed(error: ServiceError): void;
}

/** One card field on the merchant's page: its container, its frame, and the private port to the frame. */
export interface HostedField extends FieldInTarget {
  readonly type: FieldType;
  readonly target: Element;
  /** Undefined until the frame is ready, and again while it is being replaced. */
  state: FrameFieldState | FrameNumberState | undefined;
  failure: ServiceError | undefined;
  /** The reason why the field cannot be used; undefined while it can. */
  readonly problem: ServiceError | undefined;
  /**
   * Gives the container a height if the page does not, before the frame is in it. It measures the layout, so all
   * containers of a page are created first, and measured together.
   */
  fit(): void;
  /** Loads the frame into the container. */
  load(): void;
  /** Connects the frame's document if it is the `source`: sends it the other end of a channel and its options. */
  greet(source: unknown, protocol: unknown): void;
  /** Sets new options; a frame that is not ready yet gets them with its welcome message. */
  configure(settings: FieldSettings): void;
  /** Sends the options again, for a page that has become light or dark. */
  restyle(): void;
  /** Shows the field as invalid for a reason that the page found; an empty text ends that. */
  setMessage(message: string): void;
  focus(): void;
  blur(): void;
  clear(): void;
  send(message: ToFrame): void;
  /** Removes the field from the page. Does nothing if the page has removed it already. */
  destroy(): void;
}

/** The card fields of one instance: `place` adds and removes them, and together they create a token. */
export interface HostedFields extends Owner {
  readonly size: number;
  readonly ready: boolean;
  /** Whether the page collects a security code only. */
  readonly codeOnly: boolean;
  /** Reads a form for a token of these fields. */
  readonly tokenOf: TokenOf;
  /**
   * Puts fields where the targets are. A field that is still in its target is restyled and keeps its value; others are
   * removed or created.
   */
  place(targets: ReadonlyMap<FieldType, Element>, config: InstanceConfig): void;
  /** Returns a field of the page. Throws missing-hosted-field-target if there is none of that name. */
  field(type: string): HostedField;
  /** Returns the field that requests tokens for the card. Throws missing-hosted-field-target if the page has none. */
  leader(config: InstanceConfig): FieldType;
  /** Asks the leader for a token once all fields are ready. Rejects with a ServiceError within a bounded time. */
  token(leader: FieldType, request: Omit<TokenRequest, 'kind' | 'id'>): Promise<TokenAnswer>;
  /** Removes the fields from the page; pending requests reject with the error. */
  destroy(error: ServiceError): void;
}

/** The card fields of a payment form that is not loaded yet. */
export interface EarlyFields {
  /** Contains a fieldset, with a row for each field that contains its target. Hidden until the form is complete. */
  readonly root: HTMLElement;
  readonly fields: HostedFields;
  /** The emitter of the fields' events. The payment form sets the function. */
  readonly events: { emit(event: string, payload: unknown): unknown };
}
