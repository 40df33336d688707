/** The snippets of the README compile with the types of the package, and its page is the tested one. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const SDK = join(import.meta.dirname, '..');
const README = readFileSync(join(SDK, 'README.md'), 'utf8');
const project = mkdtempSync(join(tmpdir(), 'readme-'));

afterAll(() => rmSync(project, { recursive: true, force: true }));

/** The names that a page around the snippets has. */
const AROUND = `
declare const form: HTMLFormElement;
declare const actionTokenId: string;
declare const showBrand: (brand: string | undefined) => void;
declare const mark: (fields: readonly string[]) => void;
declare const tell: (problem: unknown) => void;
declare const show: (total: string) => void;
declare const payAgain: (resultToken: string) => void;
declare const send: (token: string | undefined) => void;
declare const confirmText: (text: string, agreed: () => void) => void;
`;

const snippets = (language: string): string[] =>
  [...README.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].flatMap(([, written, text = '']) =>
    written === language ? [text] : [],
  );

test('every TypeScript snippet compiles', () => {
  const all = snippets('ts');
  expect(all.length).toBeGreaterThan(6);
  for (const [at, text] of all.entries()) {
    const own = text.includes("from '@service/sdk'") ? '' : "import { service } from '@service/sdk';\n";
    writeFileSync(join(project, `snippet-${at}.ts`), `${own}${AROUND}${text}`);
  }
  const compilerOptions = {
    noEmit: true,
    strict: true,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    types: [],
    paths: { '@service/sdk': [join(SDK, 'dist/types/index.d.ts')] },
  };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  const tsc = join(SDK, '../node_modules/typescript/lib/tsc.js');
  const run = () => execFileSync(process.execPath, [tsc, '--project', project], { encoding: 'utf8' });
  const printed = (() => {
    try {
      return run();
    } catch (error) {
      return (error as { stdout: string }).stdout;
    }
  })();
  expect(printed).toBe('');
});

test('the page with four fields is the one that is paid with in a browser', () => {
  const page = readFileSync(join(SDK, 'pages/card-fields.html'), 'utf8');
  expect(snippets('html')).toContain(page);
});
