/** READMEs that list the contents of a folder list all of them. */
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSource } from './repository.ts';

const foldersIn = (path: string): string[] =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

const filesIn = (path: string): string[] =>
  readdirSync(path).filter((name) => name.endsWith('.ts') && !/\.(test|contract|fixture)\.ts$/.test(name));

/** Returns the text of Markdown code spans, split at commas and braces. */
const namesIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, code = '']) => code.split(/[{},/\s]+/)));

test.each([
  ['token-service/src/adapters/storage/README.md', 'files', 'token-service/src/adapters/storage'],
  ['token-service/README.md', 'folders', 'token-service/src'],
  ['token-service/README.md', 'folders', 'token-service/src/apis'],
  ['token-service/README.md', 'folders', 'token-service/src/pages'],
  ['token-service/README.md', 'folders', 'token-service/src/adapters'],
  ['token-service/README.md', 'folders', 'token-service/src/documents'],
  ['token-service/README.md', 'folders', 'token-service/test'],
  ['token-service/src/http/README.md', 'files', 'token-service/src/http'],
  ['token-service/src/adapters/gateway/README.md', 'files', 'token-service/src/adapters/gateway'],
  ['token-service/src/adapters/vault/README.md', 'files', 'token-service/src/adapters/vault'],
  ['billing/README.md', 'folders', 'billing/engine'],
  ['billing/README.md', 'folders', 'billing/queries'],
  ['docs/architecture.md', 'folders', 'billing/engine'],
  ['docs/architecture.md', 'files', 'billing/ports'],
  ['docs/architecture.md', 'folders', 'token-service/src/adapters'],
] as const)('%s names the %s of %s', (readme, kind, folder) => {
  const names = namesIn(readSource(readme).text);
  const inside = kind === 'files' ? filesIn(folder) : foldersIn(folder);
  expect(inside.length).toBeGreaterThan(2);
  expect(inside.filter((name) => !names.has(name))).toEqual([]);
});

test('token-service/README.md and docs/operations.md name every command', () => {
  const { scripts } = JSON.parse(readSource('package.json').text) as { scripts: Readonly<Record<string, string>> };
  const commands = Object.keys(scripts).filter((name) => scripts[name]?.includes('/src/cli/'));
  expect(commands.length).toBeGreaterThan(5);
  for (const page of ['token-service/README.md', 'docs/operations.md', 'README.md']) {
    const { text } = readSource(page);
    expect(
      commands.filter((name) => !text.includes(`npm run ${name}`)),
      page,
    ).toEqual([]);
  }
});
