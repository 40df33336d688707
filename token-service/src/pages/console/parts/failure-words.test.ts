import { globSync, readFileSync } from 'node:fs';
import { CHECKS } from '@service/billing/domain/periods/checklist.ts';
import type { FailureSymbol } from '@service/billing/values/failure.ts';
import { expect, test } from 'vitest';
import { failureMessages } from '../../../documents/messages/en/failures.ts';
import { CONSOLE_FAILURES } from './failure-words.ts';

/** Failures that no page of the console causes. */
const NOT_HERE: readonly FailureSymbol[] = ['not_reconcilable'];

const COMMAND = /npm run|--[a-z]+-?[a-z]* /;

test('no failure names a command to an operator of the console', () => {
  const params = new Proxy({}, { get: (_, name) => String(name) }) as Record<string, string>;
  const named = Object.entries(failureMessages)
    .filter(([symbol, words]) => {
      const said = CONSOLE_FAILURES[symbol as FailureSymbol] ?? words;
      return COMMAND.test(said(params));
    })
    .map(([symbol]) => symbol)
    .filter((symbol) => !NOT_HERE.includes(symbol as FailureSymbol));
  expect(named).toEqual([]);
});

test('a page that names a command says whom to ask', () => {
  const folder = new URL('..', import.meta.url);
  const lines = globSync('**/*.ts', { cwd: folder.pathname })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) =>
      readFileSync(new URL(file, folder), 'utf8')
        .split('\n')
        .map((line) => `${file}: ${line.trim()}`),
    )
    .filter((line) => line.includes('npm run') && !/: (?:\*|\/\*\*)/.test(line));
  expect(lines.length).toBeGreaterThan(1);
  // The page of a console without an operator is for those who run the service.
  expect(
    lines.filter((line) => !line.includes('ask those who run the service') && !line.includes('const INVITE')),
  ).toEqual(lines.filter((line) => line.includes('Ask those who run the service')));
});

test('the checklist of a month sends to pages, not to commands', () => {
  expect(Object.values(CHECKS).filter(({ todo }) => COMMAND.test(todo))).toEqual([]);
});
