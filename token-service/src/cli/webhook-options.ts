import { DELIVERY_STATES, type DeliveryState } from '@service/billing/domain/webhooks/delivery.ts';
import { type NotificationType, typeNamed } from '@service/billing/domain/webhooks/types.ts';
import type { Site } from '@service/billing/resources/site.ts';
import type { EndpointChanges } from '@service/billing/usecases/webhooks/change-endpoint.ts';
import { OperatorTrouble } from '../runtime/operator-trouble.ts';
import type { WebhookNetwork } from '../runtime/webhook-networks.ts';
import { unreachableReason } from '../worker/webhooks/unreachable.ts';
import { type CommandOptions, type OptionValues, UsageError } from './command.ts';
import { readSecretFile } from './secret-file.ts';

export const SETTINGS = {
  types: { value: 'all|new_account,…', help: 'Types that are delivered; by default all but prerenewal.' },
  'basic-auth-file': {
    value: '<file>',
    help: 'One line, user:password; /dev/stdin reads it from another program.',
  },
  'header-file': {
    value: '<file>',
    help: 'A line "Name: value" for each header; with change, in place of all earlier ones.',
  },
  'basic-auth': {
    value: 'user:password|none',
    help: 'As --basic-auth-file, but other users of this machine can see it; none removes it.',
  },
  header: { value: '"Name: value"|none', multiple: true, help: 'As --header-file; may be repeated; none removes all.' },
  'legacy-invoices': {
    value: 'on|off',
    help: 'Also sends invoices in the form from before credit invoices existed.',
  },
} as const satisfies CommandOptions;

export const STATE = {
  state: { value: 'active|paused', help: 'A paused endpoint gets nothing.' },
} as const satisfies CommandOptions;

/** Reads the settings of an endpoint that are given. Throws `UsageError`, `OperatorTrouble`. */
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

/** Returns the values of an option, or the lines of the file with them. Throws `UsageError`, `OperatorTrouble`. */
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

type Networks = readonly WebhookNetwork[];

/** Refuses a URL that no delivery of a production site reaches. Throws `OperatorTrouble`. */
export const refuseUnreachable = (site: Pick<Site, 'mode'>, url: string, networks: Networks): void => {
  const reason = site.mode === 'production' ? unreachableReason(site, url, networks) : undefined;
  if (reason) {
    throw new OperatorTrouble(
      `${reason} Give an address that the internet can reach, or open its network with WEBHOOK_NETWORKS.`,
    );
  }
};

/** Returns a warning where no delivery reaches a URL, otherwise an empty text. */
export const warningOf = (site: Pick<Site, 'mode'>, url: string, networks: Networks): string => {
  const reason = unreachableReason(site, url, networks);
  return reason ? `\nWarning: ${reason} Every delivery will fail.` : '';
};

export const readUrl = (typed: OptionValues[string]): string => {
  if (typeof typed === 'string' && /^https?:$/.test(URL.canParse(typed) ? new URL(typed).protocol : '')) return typed;
  throw new UsageError('Say where to: --forward http://localhost:5000/hook');
};
