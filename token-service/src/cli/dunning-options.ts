import type { CampaignInput } from '@service/billing/domain/dunning/configure.ts';
import {
  type DunningSchedule,
  INVOICE_ENDS,
  LONGEST_DUNNING,
  SUBSCRIPTION_ENDS,
} from '@service/billing/domain/dunning/schedule.ts';
import type { NamedAssignee } from '@service/billing/engine/dunning/need-assignee.ts';
import { type OptionValues, UsageError } from './tool.ts';

const text = { type: 'string' } as const;

/** The settings of a campaign. */
export const campaignOptions = {
  days: text,
  'final-day': text,
  invoice: text,
  subscription: text,
  trial: text,
  'trial-days': text,
  'trial-final-day': text,
  'trial-invoice': text,
  'trial-subscription': text,
} as const;

/** The account, plan or site that a campaign is assigned to. */
export const assigneeOptions = { account: text, plan: text, site: { type: 'boolean' } } as const;

/** Returns the settings of a command line. Throws `Usage` for an invalid value. */
export const readInput = (given: OptionValues): CampaignInput => {
  const trial = readSchedule(given, 'trial-');
  const hasTrial = Object.keys(trial).length > 0;
  if (given.trial !== undefined && (given.trial !== 'none' || hasTrial)) {
    throw new UsageError('--trial takes none, without other settings of the trial.');
  }
  return {
    schedule: readSchedule(given, ''),
    ...(given.trial === undefined ? {} : { trial_schedule: null }),
    ...(hasTrial ? { trial_schedule: trial } : {}),
  };
};

const readSchedule = (given: OptionValues, prefix: '' | 'trial-'): Partial<DunningSchedule> => {
  const days = given[`${prefix}days`];
  const finalDay = given[`${prefix}final-day`];
  const invoice = given[`${prefix}invoice`];
  const subscription = given[`${prefix}subscription`];
  return {
    ...(typeof days === 'string' ? { days: readDays(`--${prefix}days`, days) } : {}),
    ...(typeof finalDay === 'string' ? { final_day: readDay(`--${prefix}final-day`, finalDay) } : {}),
    ...(typeof invoice === 'string' ? { invoice: oneOf(`--${prefix}invoice`, INVOICE_ENDS, invoice) } : {}),
    ...(typeof subscription === 'string'
      ? { subscription: oneOf(`--${prefix}subscription`, SUBSCRIPTION_ENDS, subscription) }
      : {}),
  };
};

const readDays = (option: string, typed: string): number[] =>
  typed === 'none' ? [] : typed.split(',').map((day) => readDay(option, day.trim()));

const readDay = (option: string, typed: string): number => {
  if (!/^\d{1,4}$/.test(typed))
    throw new UsageError(`${option} takes whole days up to ${LONGEST_DUNNING}, not “${typed}”.`);
  return Number(typed);
};

const oneOf = <const T extends string>(option: string, choices: readonly T[], typed: string): T => {
  const found = choices.find((choice) => choice === typed);
  if (!found) throw new UsageError(`${option} takes ${choices.join('|')}, not “${typed}”.`);
  return found;
};

/** Returns the assignee of a command line. Throws `Usage`. */
export const readAssignee = ({ account, plan, site }: OptionValues): NamedAssignee => {
  const named: NamedAssignee[] = [
    ...(typeof account === 'string' ? [{ kind: 'account', code: account } as const] : []),
    ...(typeof plan === 'string' ? [{ kind: 'plan', code: plan } as const] : []),
    ...(site === true ? [{ kind: 'site' } as const] : []),
  ];
  const [only, ...others] = named;
  if (!only || others.length > 0) throw new UsageError('Give one of --account <code>, --plan <code> and --site.');
  return only;
};

export const assigneeWords = (named: NamedAssignee): string =>
  named.kind === 'site' ? 'the site' : `${named.kind} ${named.code}`;
