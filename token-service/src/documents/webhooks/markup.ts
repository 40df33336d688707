import { isoTime, type Seconds } from '@service/billing/values/time.ts';
import { escaped } from '../xml/codec/write.ts';

/** Notifications write an absent value as `nil="true"`. */
const nil = (name: string): string => `<${name} nil="true"/>\n`;

export const element = (name: string, children: readonly string[]): string =>
  `<${name}>\n${children.join('')}</${name}>\n`;

export const arrayElement = (name: string, children: readonly string[]): string =>
  children.length === 0 ? `<${name} type="array"/>\n` : `<${name} type="array">\n${children.join('')}</${name}>\n`;

export const textElement = (name: string, value: string | null | undefined): string =>
  value === null || value === undefined ? nil(name) : `<${name}>${escaped(value)}</${name}>\n`;

export const integerElement = (name: string, value: number | null | undefined): string => typed(name, 'integer', value);

export const flagElement = (name: string, value: boolean | null | undefined): string => typed(name, 'boolean', value);

export const timeElement = (name: string, value: Seconds | null | undefined): string =>
  value === null || value === undefined ? nil(name) : typed(name, 'datetime', isoTime(value));

/** A decimal number as text. */
export const floatElement = (name: string, value: string | number | null | undefined): string =>
  typed(name, 'float', value);

/** Text of a fixed set of names. */
export const symbolElement = (name: string, value: string): string => typed(name, 'symbol', value);

/** The outcome of a check by the card's issuer. */
export const checkElement = (name: string, value: { readonly code: string; readonly text: string } | null): string =>
  value === null
    ? `<${name} code="" nil="true"/>\n`
    : `<${name} code="${escaped(value.code)}">${escaped(value.text)}</${name}>\n`;

const typed = (name: string, type: string, value: string | number | boolean | null | undefined): string =>
  value === null || value === undefined ? nil(name) : `<${name} type="${type}">${value}</${name}>\n`;
