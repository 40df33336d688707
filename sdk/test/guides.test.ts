import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const GUIDES = join(ROOT, 'docs/guides');

/** The elements and the global that the pages around the examples have. */
const AROUND = `/// <reference lib="dom" />
import { service } from '@service/sdk';
declare const form: HTMLFormElement;
declare const button: HTMLButtonElement;
`;

/** Returns the examples of a language in a guide. */
const examplesIn = (guide: string, language: string): string[] =>
  [...readFileSync(join(GUIDES, guide), 'utf8').matchAll(/```(\w+)\n(.*?)```/gs)]
    .filter(([, each]) => each === language)
    .map(([, , text = '']) => text);

test('the examples of the guides compile with the types of the library', () => {
  const folder = mkdtempSync(join(tmpdir(), 'guides-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = readdirSync(GUIDES).flatMap((guide) => [
    ...examplesIn(guide, 'js').map((text) => `${AROUND}${text}`),
    ...examplesIn(guide, 'ts'),
  ]);
  expect(files.length).toBeGreaterThan(15);
  mkdirSync(join(folder, 'src'));
  for (const [place, text] of files.entries()) {
    // A variable of one example is unknown to the next one.
    writeFileSync(join(folder, 'src', `example-${place}.ts`), `${text}\nexport {};\n`);
  }
  const options = {
    strict: true,
    // As in JavaScript.
    useUnknownInCatchVariables: false,
    noEmit: true,
    skipLibCheck: true,
    target: 'es2024',
    module: 'esnext',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    types: [],
    paths: {
      '@service/sdk': [join(ROOT, 'sdk/src/index.ts')],
      '@service/*': [join(ROOT, '*')],
    },
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['src'] }));
  const tsc = join(ROOT, 'node_modules/typescript/lib/tsc.js');
  const printed = (() => {
    try {
      return execFileSync(process.execPath, [tsc, '--project', folder], { encoding: 'utf8' });
    } catch (error) {
      return String((error as { stdout?: string }).stdout);
    }
  })();
  expect(printed).toBe('');
});

test('the policy of the guide allows what the library page says', () => {
  const [policy = ''] = examplesIn('content-security-policy.md', 'http');
  for (const directive of ['script-src', 'style-src', 'frame-src', 'connect-src']) {
    expect(policy).toContain(`${directive} https://pay.example.com`);
  }
});
