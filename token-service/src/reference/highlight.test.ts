import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readExamples } from './example.ts';
import { highlighted } from './highlight.ts';
import { inLanguages } from './languages.ts';

/** The text that markup shows. */
const shown = (markup: string): string =>
  markup
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

/** The tokens of a kind. */
const tokens = (language: string, text: string, kind: string): string[] =>
  [...highlighted(language, text).text.matchAll(/<span class="token-(\w+)">(.*?)<\/span>/gs)]
    .filter(([, each]) => each === kind)
    .map(([, , token = '']) => shown(token));

test.each([
  ['js', "const a = 'it'; // done", 'string', ["'it'"]],
  ['js', "const a = 'it'; // done", 'word', ['const']],
  ['js', "const a = 'it'; // done", 'comment', ['// done']],
  ['js', "const url = 'https://a.example';", 'comment', []],
  ['sh', 'curl --user "$KEY:" # now', 'word', ['curl', '--user']],
  ['xml', '<plan href="x">5 > 4</plan>', 'word', ['<plan', '>', '</plan', '>']],
  ['xml', '<plan href="x">5 > 4</plan>', 'string', ['"x"']],
  [
    'html',
    '<p>let it be</p><script>let it = 1;</script>',
    'word',
    ['<p', '>', '</p', '>', '<script', '>', 'let', '</script', '>'],
  ],
  ['python', '# a "comment"', 'comment', ['# a "comment"']],
  ['Answer: 200', '<a/>', 'word', ['<a', '/>']],
  ['Answer: 200', 'no markup', 'word', []],
])('%s: %s has the %ss %j', (language, text, kind, expected) => {
  expect(tokens(language, text, kind)).toEqual(expected);
});

test('colours change no character of any example', () => {
  const folder = new URL('../../../docs/', import.meta.url);
  const documents = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  const blocks = documents.flatMap((name) => [
    ...readFileSync(new URL(name, folder), 'utf8').matchAll(/```(\w*)\n(.*?)```/gs),
  ]);
  expect(blocks.length).toBeGreaterThan(60);
  for (const [, language = '', text = ''] of blocks) expect(shown(highlighted(language, text).text)).toBe(text);
  for (const { method, path, body, answer } of Object.values(readExamples())) {
    const request = { method, url: `http://localhost${path}`, key: undefined, ...(body === undefined ? {} : { body }) };
    for (const { language, text } of inLanguages(request)) expect(shown(highlighted(language, text).text)).toBe(text);
    expect(shown(highlighted('Answer: 200', answer).text)).toBe(answer);
  }
});
