import type { CampaignInput } from '@service/billing/domain/dunning/configure.ts';
import {
  type DunningSchedule,
  INVOICE_ENDS,
  LONGEST_DUNNING,
  SUBSCRIPTION_ENDS,
} from '@service/billing/domain/dunning/schedule.ts';
import type { NamedAssignee } from '@service/billing/engine/dunning/need-assignee.ts';
import { type CommandOptions, type OptionValues, UsageError } from './command.ts';

const ENDS = {
  days: { value: '0,3,7,14,21|none', help: 'Days of the reminders after the invoice became past due.' },
  'final-day': { value: '28', help: 'Day of the last reminder and the final action.' },
  invoice: { value: 'fail|keep', help: 'At the end the invoice is written off, or stays past due.' },
  subscription: { value: 'expire|keep', help: 'At the end its subscriptions expire, or continue.' },
} as const satisfies CommandOptions;

const AFTER_TRIAL = 'The same for the first invoice after a trial.';

/** The settings of a campaign. */
export const campaignOptions = {
  name: { value: '<name>', help: 'The name of the campaign; an empty text: its code.' },
  description: { value: '<text>', help: 'What the campaign is for; an empty text removes it.' },
  ...ENDS,
  trial: { value: 'none', help: 'The first invoice after a trial has no schedule of its own.' },
  'trial-days': { value: ENDS.days.value, help: AFTER_TRIAL },
  'trial-final-day': { value: ENDS['final-day'].value, help: AFTER_TRIAL },
  'trial-invoice': { value: ENDS.invoice.value, help: AFTER_TRIAL },
  'trial-subscription': { value: ENDS.subscription.value, help: AFTER_TRIAL },
} as const satisfies CommandOptions;

/** The account, plan or site that a campaign is assigned to. */
export const assigneeOptions = {
  account: { value: '<code>', help: 'The account.' },
  plan: { value: '<code>', help: 'The plan.' },
  site: { help: 'The site.' },
} as const satisfies CommandOptions;

/** Returns the settings of a command line. Throws `UsageError` for an invalid value. */
export const readInput = (given: OptionValues): CampaignInput => {
  const trial = readSchedule(given, 'trial-');
  const hasTrial = Object.keys(trial).length > 0;
  if (given.trial !== undefined && (given.trial !== 'none' || hasTrial)) {
    throw new UsageError('--trial takes none, without other settings of the trial.');
  }
  return {
    ...(typeof given.name === 'string' ? { name: given.name.trim() || null } : {}),
    ...(typeof given.description === 'string' ? { description: given.description.trim() || null } : {}),
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

/** Returns the assignee of a command line. Throws `UsageError`. */
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
