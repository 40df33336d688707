import { isText } from '@service/hosted-fields/protocol';

/** Returns whether the wallet can show this, or need not show anything. */
export const isDescription = (value: unknown): value is string | undefined => value === undefined || isText(value, 127);
