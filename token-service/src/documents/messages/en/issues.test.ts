import { resources } from '@service/billing/resources/index.ts';
import { LATEST } from '@service/billing/resources/version.ts';
import type { Issue } from '@service/billing/values/failure.ts';
import { expect, test } from 'vitest';
import { parse } from '../../xml/codec/parse.ts';
import { read } from '../../xml/codec/read.ts';
import { english } from './index.ts';
import { issues } from './issues.ts';

const choices = resources.flatMap((resource) =>
  Object.entries(resource.fields).flatMap(([name, { input, writer }]) =>
    input?.is === 'value' && input.kind.choices && writer !== 'service'
      ? [{ resource, name, of: input.kind.choices }]
      : [],
  ),
);

test('there are fields with a list of values', () => {
  expect(choices.length).toBeGreaterThan(20);
});

test.each(choices)('$resource.name $name names the values that it accepts', ({ resource, name, of }) => {
  const document = parse(Buffer.from(`<${resource.name}><${name}>nonsense</${name}></${resource.name}>`));
  const found = read(resource, document, { version: LATEST, mode: 'create' }).issues;
  const issue = found.find(({ symbol }) => symbol === 'inclusion');
  expect(issue && english.issue(issue)).toBe(`is not included in the list: ${of.join(', ')}`);
});

test.each<[Issue, string]>([
  [{ field: 'account.address.country', symbol: 'inclusion' }, 'is not included in the list'],
  [{ field: 'gift_card.product_code', symbol: 'inclusion', choices: [] }, 'is not included in the list'],
  [{ field: 'purchase.base', symbol: 'blank' }, "can't be blank: send subscriptions, adjustments or both"],
  [{ field: 'account.account_code', symbol: 'blank' }, "can't be blank"],
  [{ field: 'subscription.plan_code', symbol: 'invalid' }, 'is invalid'],
])('%j', (issue, text) => {
  expect(english.issue(issue)).toBe(text);
  // The text that client libraries know comes first.
  expect(text.startsWith(issues[issue.symbol](issue.count))).toBe(true);
});
