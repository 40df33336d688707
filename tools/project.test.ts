/** Rules of the project that no compiler checks. */
import { describe, expect, test } from 'vitest';
import { filePaths, packageFolders, packagesIn, readSource } from './repository.ts';

const rot13 = (text: string) =>
  text.replace(/[a-z]/gi, (letter) => {
    const first = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first);
  });

/**
 * Names of other companies' products that the service does not work with, and words of a particular workplace, in ROT13
 * so that this file does not contain them.
 */
const UNSAID = new RegExp(
  [
    '\\o(erphel\\w*|oenvagerr\\w*|nqlra|puneteol|puneteovs\\w*|mhben|yntb|zbyyvr|jbeyqcnl)\\o',
    '(^|[^n-m.])/(jbex/(znva|funerq|gzc|cebbs|j-|\\.)|snez/|gzc/)',
    '\\.yvoenel\\o|\\ofhontrag|\\onagu?ebcvp|\\opynhqr\\o|\\opungtcg\\o|\\obcranv\\o',
  ]
    .map(rot13)
    .join('|'),
  'i',
);

const unsaidIn = (text: string) =>
  text.split('\n').flatMap((line, index) => (UNSAID.test(line) ? [`${index + 1}: ${line.trim().slice(0, 120)}`] : []));

const TEXT = /\.(ts|mts|js|mjs|json|html|css|svg|md|sql|csv|yml|yaml|sh)$|^\.ci\/run$|^\.[a-z]+$/;

describe('no file names another product or a workplace', () => {
  test('in the repository', () => {
    const files = filePaths().filter((path) => TEXT.test(path) && path !== 'package-lock.json');
    expect(files.length).toBeGreaterThan(100);
    expect(files.flatMap((path) => unsaidIn(readSource(path).text).map((found) => `${path}:${found}`))).toEqual([]);
  });

  test.each(['erphel', 'nqlra', '/jbex/znva', '.yvoenel'].map(rot13))('and the check finds %s', (word) => {
    expect(unsaidIn(`one\nsee ${word} for this`)).toHaveLength(1);
  });

  test.each(['recurring', 'striped', 'a/temporary/folder', 'the work/life', 'the page /work/collection/1'])(
    'but it allows %s',
    (word) => {
      expect(unsaidIn(word)).toEqual([]);
    },
  );
});

test('npm starts commands so that Node leaves --env-file to them', () => {
  const { scripts } = JSON.parse(readSource('package.json').text) as { readonly scripts: Record<string, string> };
  const commands = Object.values(scripts).filter((script) => script.includes('/src/cli/'));
  expect(commands.length).toBeGreaterThan(20);
  expect(commands.filter((script) => !script.startsWith('node -- '))).toEqual([]);
});

describe('the README of each folder explains every dependency', () => {
  test.each(packageFolders())('%s', (folder) => {
    const lines = readSource(`${folder}/README.md`.replace(/^\.\//, '')).text.split('\n');
    const unexplained = packagesIn(folder).filter(
      (name) => !name.startsWith('@service/') && !lines.some((line) => explains(line, name)),
    );
    expect(unexplained, `say in ${folder}/README.md what each is for, its name in backticks or bold`).toEqual([]);
  });
});

/** A line that marks the name up and contains other words than names. */
const explains = (line: string, name: string) => {
  const words = line.replaceAll(/`[^`]*`|\*\*[^*]*\*\*/g, '').replaceAll(/[^a-z]/gi, '');
  return (line.includes(`\`${name}\``) || line.includes(`**${name}**`)) && words.length > 10;
};
