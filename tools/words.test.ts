import { describe, expect, test } from 'vitest';
import { filePaths, readSource } from './repository.ts';
import { wideLines, wordViolations } from './words.ts';

const TEXT = /\.(ts|mts|js|mjs|json|md|html|css|sql|sh|yml)$|^\.ci\/run$/;
const sources = filePaths()
  .filter((path) => TEXT.test(path))
  .map(readSource);

describe('the repository', () => {
  test('refers to no document that is not in it, and uses the terms of the field', () => {
    expect(wordViolations(sources)).toEqual([]);
  });

  test('wraps comments and documents at 120 columns', () => {
    expect(wideLines(sources)).toEqual([]);
  });
});

describe('a planted violation is found', () => {
  const violations = (text: string) => wordViolations([{ path: 'billing/resources/site.ts', text }]);

  test.each([
    '/** Kept as DESIGN section 6 says. */',
    '/** In this order (reference "lifecycles", section 2). */',
    '/** Twenty at most (specification "Limits"). */',
    '// Somebody else has closed it.',
    '// The card is given back.',
    'const taxOffice = 1;',
    '/** The front door of the service. */',
    '/** Answers the uuid. */',
    '/** What an invoice stands against. */',
    '/** Of a change. */',
    '/** Why a payment failed. */',
    '/**\n * Which actions fit an account now.\n */',
    'const giveBack = () => {};',
  ])('%s', (text) => {
    expect(violations(text)).toHaveLength(1);
  });

  test.each([
    '/** Releases the reservation when the payment is declined. */',
    "const wish = 'a wishlist is a list';",
    '/** The frame refers to one another by name. */',
  ])('while %s is fine', (text) => {
    expect(violations(text)).toEqual([]);
  });

  test('a comment wider than 120 columns, or broken before', () => {
    const wide = `/** ${'x'.repeat(120)} */`;
    const broken = '/** A sentence.\n * */';
    expect(wideLines([{ path: 'billing/resources/site.ts', text: broken }])).toEqual(['billing/resources/site.ts:2']);
    const early = '// A sentence that was\n// broken.\n// - `a` list\n/** A table:\n * a  b */';
    expect(wideLines([{ path: 'billing/resources/site.ts', text: early }])).toEqual(['billing/resources/site.ts:1']);
    const page = 'A sentence that was\n`broken`.\n\n- a list\n- of two\n\n```sh\na\nb\n```\n';
    expect(wideLines([{ path: 'docs/README.md', text: page }])).toEqual(['docs/README.md:1']);
    expect(wideLines([{ path: 'billing/resources/site.ts', text: wide }])).toEqual(['billing/resources/site.ts:1']);
    expect(wideLines([{ path: 'billing/resources/site.ts', text: `const x = '${'x'.repeat(120)}';` }])).toEqual([]);
  });
});
