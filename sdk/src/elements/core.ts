import type { FieldType } from '@service/hosted-fields/protocol';
import type { invalid } from '../allowed.ts';
import type { ServiceError } from '../errors.ts';
import type { HostedFields } from '../frames/types.ts';
import type { InstanceConfig, mergeField } from '../options.ts';
import type { ElementOptions, Token } from '../types.ts';

/** The receiver of what an object that is loaded on demand reports. */
export interface EventReceiver {
  emit(event: string, ...args: readonly unknown[]): unknown;
}

/** The object behind one that the page holds. */
export interface Loaded {
  /** Rejects with a ServiceError. */
  token?(form: unknown): Promise<Token>;
  /** Returns the names of the fields to correct. */
  validate?(): Promise<readonly string[]>;
  /** Rejects with a ServiceError. */
  confirm?(actionTokenId: unknown): Promise<Token>;
}

export interface LoadedElements extends Loaded {
  create(kind: string, options: ElementOptions, events: EventReceiver): Loaded;
  /** Places the elements that `attach` attaches in one go: each frame slows down the layout of the next one. */
  together(attach: () => void): void;
}

/** Functions and settings that the script passes to the files that it loads on demand. */
export interface Core {
  /** Throws not-configured. */
  readonly config: () => InstanceConfig;
  /** Ends when the instance is destroyed. */
  readonly signal: AbortSignal;
  readonly hostedFields: (api: string, events: EventReceiver) => HostedFields;
  readonly mergeField: typeof mergeField;
  /** Returns the target of a field; throws missing-hosted-field-target or invalid-option. */
  readonly findTarget: (type: FieldType, place: Element, owner: unknown) => Element | undefined;
  /** Throws missing-hosted-field-target; rejects with a ServiceError. */
  readonly cardToken: (config: InstanceConfig, fields: HostedFields, form: unknown) => Promise<Token>;
  readonly ServiceError: typeof ServiceError;
  /** Returns the error for an option with a wrong value. */
  readonly refuse: typeof invalid;
}
