import { readdirSync, readFileSync } from 'node:fs';
import { WORK_STATUSES } from '@service/billing/domain/due/work.ts';
import { MESSAGE_STATUSES } from '@service/billing/domain/outbox/message.ts';
import { PERIOD_STATES } from '@service/billing/domain/periods/period.ts';
import { DELIVERY_STATES } from '@service/billing/domain/webhooks/delivery.ts';
import { CUSTOMER_STATES } from '@service/billing/queries/accounts/customer-list.ts';
import { ACCOUNT_STATES } from '@service/billing/resources/account.ts';
import { COUPON_STATES } from '@service/billing/resources/coupon.ts';
import { CHARGE_STATES, CREDIT_STATES } from '@service/billing/resources/invoice.ts';
import { ITEM_STATES } from '@service/billing/resources/item.ts';
import { reportRun } from '@service/billing/resources/report-run.ts';
import { columnsOf } from '@service/billing/resources/resource.ts';
import type { Resource } from '@service/billing/resources/schema.ts';
import { SUBSCRIPTION_STATES } from '@service/billing/resources/subscription.ts';
import { transaction } from '@service/billing/resources/transaction.ts';
import { expect, test } from 'vitest';
import { STATE_WORDS, type StateKind, stateBadge, stateChoices } from './state-words.ts';

const choicesOf = (resource: Resource, field: string): readonly string[] => {
  const kind = columnsOf(resource).find(({ name }) => name === field)?.kind;
  return kind === undefined || kind === 'json' ? [] : (kind.choices ?? []);
};

/** The states that the values of the engine list; the type of the table demands those that are types only. */
const STATES: readonly (readonly [kind: StateKind, states: readonly string[]])[] = [
  ['customer', [...ACCOUNT_STATES, ...CUSTOMER_STATES]],
  ['subscription', SUBSCRIPTION_STATES],
  ['invoice', [...CHARGE_STATES, ...CREDIT_STATES]],
  ['payment', choicesOf(transaction, 'status')],
  ['coupon', COUPON_STATES],
  ['item', ITEM_STATES],
  ['work', WORK_STATUSES],
  ['mail', MESSAGE_STATUSES],
  ['delivery', DELIVERY_STATES],
  ['period', PERIOD_STATES],
  ['report_run', choicesOf(reportRun, 'state')],
];

test.each(STATES)('every state of a record of the kind %s has a word', (kind, states) => {
  expect(states.length).toBeGreaterThan(1);
  expect(Object.keys(STATE_WORDS[kind])).toEqual(expect.arrayContaining([...states]));
});

test('words are those of people, without underscores', () => {
  const words = Object.values(STATE_WORDS).flatMap((states) => Object.values(states).map(([word]) => word));
  expect(words.filter((word) => !/^[a-z][a-z\d :-]*$/.test(word))).toEqual([]);
  expect(stateBadge('invoice', 'past_due').text).toBe('<span class="badge bad">past due</span>');
  expect(stateBadge('subscription', 'paused', 'pauses 1 May').text).toContain('>pauses 1 May<');
  expect(stateChoices('coupon', ['maxed_out'])).toEqual([['maxed_out', 'used up']]);
});

/** A state that is shown by itself: a badge, or the words of a state or a list of states, that are not of the table. */
const SPELLED = [
  /class="badge/,
  /\b(state|status|STATE\w*|STATUS\w*)\)?\.replaceAll\(/,
  /codeInWords\((\w+\.)?(state|status)\)/,
  /\(\((state|status)\) => \[\1, \1\]/,
  /\$\{(?!content\.)(\w+\.)*(state|status)\}/,
  /\[\s*'(past_due|canceled|redeemable|expired|active|paid|failed|parked|delivered)',\s*'[A-Za-z ]+'\s*\](?! as const)/,
];

test('no page of the console spells a state by itself', () => {
  const folder = new URL('../', import.meta.url);
  const spelled = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('state-words'))
    .flatMap((file) => {
      const lines = readFileSync(new URL(file, folder), 'utf8').split('\n');
      return lines.flatMap((line, index) =>
        SPELLED.some((pattern) => pattern.test(line)) ? [`${file}:${index + 1} ${line.trim()}`] : [],
      );
    });
  expect(spelled).toEqual([]);
});
