import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { child, children, childText, readXml, writeXml } from './xml.ts';

describe('writing XML', () => {
  it('nests elements, leaves out what is undefined and marks null as nil', () => {
    const xml = writeXml('account', { account_code: 'ada', email: null, username: undefined, address: { city: '' } });
    expect(xml).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n' +
        '<account><account_code>ada</account_code><email nil="nil"/><address><city></city></address></account>',
    );
  });

  it('writes a list as elements of one name, and an empty one as none', () => {
    expect(writeXml('purchase', { codes: { code: ['A', 'B'] }, lines: { line: [] } })).toContain(
      '<purchase><codes><code>A</code><code>B</code></codes><lines></lines></purchase>',
    );
  });

  it('escapes text, so that it cannot become an element', () => {
    expect(writeXml('last_name', '</last_name><tax_exempt>true</tax_exempt>&"\'')).toContain(
      '<last_name>&lt;/last_name&gt;&lt;tax_exempt&gt;true&lt;/tax_exempt&gt;&amp;&quot;&apos;</last_name>',
    );
  });

  it('replaces characters that XML cannot contain', () => {
    expect(writeXml('city', 'Ga\u0000l\ud800way')).toContain('<city>Ga\ufffdl\ufffdway</city>');
  });

  it('reads what it has written', async () => {
    const text = fc.string({ unit: 'grapheme' }).map((each) => each.trim());
    await fc.assert(
      fc.asyncProperty(text, async (value) => {
        const read = await readXml(writeXml('account', { last_name: value }));
        expect(childText(read, 'last_name') ?? '').toBe(value.replace(/\p{Cc}/gu, '\ufffd'));
      }),
    );
  });
});

describe('reading XML', () => {
  it('distinguishes nil and empty from text', async () => {
    const root = await readXml('<account><a nil="nil"/><b></b><c> Ada </c></account>');
    expect([childText(root, 'a'), childText(root, 'b'), childText(root, 'c'), childText(root, 'd')]).toEqual([
      undefined,
      undefined,
      'Ada',
      undefined,
    ]);
  });

  it('keeps repeated children in order, with their attributes', async () => {
    const root = await readXml(
      '<errors><error field="a.b">x</error><transaction/><error field="a.c">y</error></errors>',
    );
    expect(children(root, 'error').map(({ text, attributes }) => [attributes.field, text])).toEqual([
      ['a.b', 'x'],
      ['a.c', 'y'],
    ]);
    expect(child(root, 'transaction')?.elements).toEqual([]);
  });

  it.each(['', 'Bad gateway', '<html><p>'])('refuses %j', async (text) => {
    await expect(readXml(text)).rejects.toThrow();
  });
});
