import { isIP } from 'node:net';
import { DELIVERY_STATES, type DeliveryState } from '@service/billing/domain/webhooks/delivery.ts';
import { type NotificationType, typeNamed } from '@service/billing/domain/webhooks/types.ts';
import type { Site } from '@service/billing/resources/site.ts';
import type { EndpointChanges } from '@service/billing/usecases/webhooks/change-endpoint.ts';
import { type Millis, readTime } from '@service/billing/values/time.ts';
import { OperatorTrouble } from '../runtime/operator-trouble.ts';
import { isAllowed } from '../worker/webhooks/guarded-lookup.ts';
import { readSecretFile } from './secret-file.ts';
import { type OptionValues, UsageError } from './tool.ts';

const text = { type: 'string' } as const;

export const SETTINGS = {
  types: text,
  'basic-auth': text,
  'basic-auth-file': text,
  header: { type: 'string', multiple: true },
  'header-file': text,
  'legacy-invoices': text,
  state: text,
} as const;

/** Reads the settings of an endpoint that are given. Throws `Usage`, `OperatorTrouble`. */
export const readEndpoint = (given: OptionValues): EndpointChanges => {
  const { types, state, 'legacy-invoices': legacy } = given;
  const [auth] = typedOrInFile(given, 'basic-auth');
  const headers = typedOrInFile(given, 'header');
  if (state !== undefined && state !== 'active' && state !== 'paused') {
    throw new UsageError(`--state takes active or paused, not “${String(state)}”.`);
  }
  if (legacy !== undefined && legacy !== 'on' && legacy !== 'off') {
    throw new UsageError(`--legacy-invoices takes on or off, not “${String(legacy)}”.`);
  }
  return {
    ...(typeof types === 'string' ? { types: types === 'all' ? null : types.split(',').map(readType) } : {}),
    ...(auth === undefined ? {} : { basic_auth: auth === 'none' ? null : auth }),
    ...(headers.length === 0 ? {} : { headers: readHeaders(headers) }),
    ...(legacy === undefined ? {} : { legacy_invoices: legacy === 'on' }),
    ...(state === undefined ? {} : { state }),
  };
};

/** Returns the values of an option, or the lines of the file that holds them. Throws `Usage`, `OperatorTrouble`. */
const typedOrInFile = (given: OptionValues, name: 'basic-auth' | 'header'): readonly string[] => {
  const [typed, file] = [given[name], given[`${name}-file`]];
  if (typeof file !== 'string') return typeof typed === 'string' ? [typed] : Array.isArray(typed) ? typed : [];
  if (typed !== undefined) throw new UsageError(`Give either --${name} or --${name}-file.`);
  const { text, unusable } = readSecretFile(`file of --${name}-file`, file);
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (lines.length === 0) throw unusable('it is empty');
  if (lines.length > 1 && name === 'basic-auth') throw unusable('it has more than one line');
  return lines;
};

/** Never repeats a value: it may be a credential. */
const readHeaders = (typed: readonly string[]): Record<string, string> => {
  if (typed.length === 1 && typed[0] === 'none') return {};
  return Object.fromEntries(
    typed.map((line) => {
      const [, name, value] = /^([^:\s]+):\s*(.+)$/.exec(line) ?? [];
      if (!name || !value) throw new UsageError('--header takes "Name: value", or none.');
      return [name, value.trim()];
    }),
  );
};

export const readType = (typed: string): NotificationType => {
  const type = typeNamed(typed);
  if (!type) throw new UsageError(`There is no type “${typed}”. The help lists all of them.`);
  return type;
};

export const readState = (typed: OptionValues[string]): DeliveryState | undefined => {
  if (typed === undefined) return undefined;
  const state = DELIVERY_STATES.find((each) => each === typed);
  if (!state) throw new UsageError(`--status takes ${DELIVERY_STATES.join(', ')}.`);
  return state;
};

/** Returns milliseconds. */
export const readMomentOption = (name: string, typed: OptionValues[string]): Millis => {
  const at = typeof typed === 'string' ? readTime(typed) : undefined;
  if (at === undefined)
    throw new UsageError(`--${name} takes a date or time, such as 2027-01-01 or 2027-01-01T08:00:00Z.`);
  return at * 1000;
};

/**
 * Returns why deliveries of a site will never reach a URL: it names a private, local or reserved address. Undefined
 * where they may; what a name resolves to is checked at each delivery.
 */
const unreachable = ({ mode }: Pick<Site, 'mode'>, url: string): string | undefined => {
  if (!URL.canParse(url)) return undefined;
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  const address = /(^|\.)localhost\.?$/.test(host) ? '127.0.0.1' : host;
  if (isIP(address) === 0 || isAllowed(address, mode === 'sandbox')) return undefined;
  return mode === 'production'
    ? `${host} is a private, local or reserved address, and production sites deliver to public ones only.`
    : `${host} is a private or reserved address, and sandbox sites deliver to public ones and to this machine only.`;
};

/** Refuses a URL that no delivery of a production site reaches. Throws `OperatorTrouble`. */
export const refuseUnreachable = (site: Pick<Site, 'mode'>, url: string): void => {
  const reason = site.mode === 'production' ? unreachable(site, url) : undefined;
  if (reason) throw new OperatorTrouble(`${reason} Give an address that the internet can reach.`);
};

/** Returns a warning where no delivery reaches a URL, otherwise an empty text. */
export const warningOf = (site: Pick<Site, 'mode'>, url: string): string => {
  const reason = unreachable(site, url);
  return reason ? `\nWarning: ${reason} Every delivery will fail.` : '';
};

export const readUrl = (typed: OptionValues[string]): string => {
  if (typeof typed === 'string' && /^https?:$/.test(URL.canParse(typed) ? new URL(typed).protocol : '')) return typed;
  throw new UsageError('Say where to: --forward http://localhost:5000/hook');
};
