import { setImmediate } from 'node:timers/promises';
import { Failure } from '@service/billing/values/failure.ts';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { Element } from './element.ts';
import { BOUNDS, checkMarkup } from './markup.ts';
import { parse, parseInTurns } from './parse.ts';

const read = (text: string): Element => parse(Buffer.from(text));

const refusal = (document: string | Uint8Array): string | undefined => {
  try {
    parse(Buffer.from(document));
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(Failure);
    expect((error as Failure).symbol).toBe('invalid_xml');
    return (error as Failure).details;
  }
};

describe('a document', () => {
  test('is a tree of elements in order', () => {
    const root = read(`<?xml version="1.0" encoding="UTF-8"?>
      <account>
        <account_code>ada</account_code>
        <email nil="nil"/>
        <account_code>again</account_code>
      </account>`);
    expect(root.name).toBe('account');
    expect(root.text).toBe('');
    expect(root.children.map(({ name, text }) => [name, text])).toEqual([
      ['account_code', 'ada'],
      ['email', ''],
      ['account_code', 'again'],
    ]);
    expect(root.children[1]?.attributes.get('nil')).toBe('nil');
  });

  test.each([
    ['entities', 'Fish &amp; &lt;chips&gt; &#x20AC;&#8364;', 'Fish & <chips> €€'],
    ['CDATA', '<![CDATA[<b>]]> &amp; more', '<b> & more'],
    ['comments and instructions left out', 'a<!-- b --><?c d?>e', 'ae'],
    ['white space of its own', ' a\n b ', ' a\n b '],
    ['line ends of another system', 'a\r\nb\rc', 'a\nb\nc'],
    ['a carriage return that was meant', 'a&#13;b', 'a\rb'],
    ['any script', 'Žluťoučký 名前 🎁', 'Žluťoučký 名前 🎁'],
  ])('keeps text: %s', (_, source, text) => {
    expect(read(`<a>${source}</a>`).text).toBe(text);
  });

  test.each(['__proto__', 'constructor', 'hasOwnProperty', 'toString'])('takes %s for a name', (name) => {
    const root = read(`<${name} x="1"><${name}>a</${name}></${name}>`);
    expect(root.name).toBe(name);
    expect(root.children[0]).toMatchObject({ name, text: 'a' });
    // The parser drops an attribute called __proto__, which no resource has.
    expect(read(`<a ${name}="b"/>`).attributes.get(name)).toBe(name === '__proto__' ? undefined : 'b');
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  test.each(['cdata', '_', '__text__', 'element'])(
    'keeps an element called %s apart from the text beside it',
    (name) => {
      const { children, text } = read(`<a>b<${name}>c</${name}><![CDATA[d]]></a>`);
      expect([children, text]).toEqual([[{ name, attributes: new Map(), children: [], text: 'c' }], 'bd']);
    },
  );

  test('keeps white space beside an attribute', () => {
    expect(read('<a b="c"> </a>').text).toBe(' ');
  });

  test.each([
    ['a quoted bracket', `<a b=">" c='<!DOCTYPE a>'/>`],
    ['a document type in a comment', '<!--<!DOCTYPE a>--><a/>'],
    ['a document type in CDATA', '<a><![CDATA[<!DOCTYPE a>&nbsp;]]></a>'],
    ['blanks in its tags', '< a b = "c" >< /a >'],
  ])('may have %s', (_, source) => {
    expect(read(source).name).toBe('a');
  });

  test('may have a byte order mark', () => {
    expect(read('\ufeff<a/>').name).toBe('a');
  });
});

describe('a long document', () => {
  const charge = '<adjustment><description>Löwe &amp; Söhne, <![CDATA[x]]></description></adjustment>';
  const long = `<purchase>${charge.repeat(2_000)}</purchase>`;
  const inTurns = async (text: string): Promise<{ root: Element; turns: number }> => {
    let turns = 0;
    let isDone = false;
    const reading = parseInTurns(Buffer.from(text)).finally(() => {
      isDone = true;
    });
    const count = async () => {
      for (await setImmediate(); !isDone; await setImmediate()) turns += 1;
    };
    const [root] = await Promise.all([reading, count()]);
    return { root, turns };
  };

  test('is read in parts, between which other work runs, and is the same tree', async () => {
    const { root, turns } = await inTurns(long);
    expect(turns).toBeGreaterThanOrEqual(Math.ceil(long.length / 8_192) - 1);
    expect(root).toEqual(parse(Buffer.from(long)));
    expect(root.children).toHaveLength(2_000);
    expect(root.children.at(-1)?.children[0]?.text).toBe('Löwe & Söhne, x');
    expect((await inTurns('<purchase/>')).turns).toBe(0);
  });

  test.each([
    ['behind its end', `${long}<more/>`],
    ['because its root is not closed', long.slice(0, -11)],
    ['for a text behind its end', `${long}more`],
    ['for a tag behind its end', `${long}</purchase>`],
    ['for an open comment behind its end', `${long}<!-- more`],
    ['for an open tag behind its end', `${long}<more`],
    ['for a text that is too long', long.replace('x', 'x'.repeat(70_000))],
    ['for an element left open in its middle', long.replace('</adjustment>', '')],
  ])('is refused %s', async (_, text) => {
    await expect(inTurns(text)).rejects.toThrow(Failure);
  });
});

describe('refused', () => {
  test.each([
    ['nothing', '', 'There is no root element'],
    ['a declaration alone', '<?xml version="1.0"?>', 'There is no root element'],
    ['an element left open', '<a><b></a>', /^Unexpected close tag \(line 1, column \d+\)$/],
    ['a root left open', '<a>', 'Unclosed root tag (line 1, column 3)'],
    ['no XML', 'account=ada', 'Non-whitespace before first tag. (line 1, column 1)'],
    ['a second root', '<a/><b/>', 'There is a second root element'],
    ['text after the root', '<a/>b', 'There is text outside the root element'],
    ['CDATA after the root', '<a/><![CDATA[b]]>', 'There is text outside the root element'],
    ['a document type', '<!DOCTYPE a><a/>', 'A document type is not accepted'],
    ['an entity of its own', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', 'A document type is not accepted'],
    ['an external entity', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', /document type/],
    ['an entity that is not declared', '<a>&nbsp;</a>', /^Invalid character entity/],
    ['an entity named like a property', '<a>&constructor;</a>', /^Invalid character entity/],
    ['a control character', '<a>\u0000</a>', 'The document contains a control character'],
    ['a control character in disguise', '<a>&#1;</a>', /^Invalid character entity/],
    ['half a surrogate pair in disguise', '<a>&#xD800;</a>', /^Invalid character entity/],
    ['an attribute twice', '<a b="1" c="3" b="2"/>', 'An element has the same attribute twice'],
    ['a document type hidden by an instruction', '<?a ??><!--?><!DOCTYPE a><a/>-->', /ends with "\?\?>"$/],
    ['a long comment', `<a><!--${'b'.repeat(BOUNDS.text)}--></a>`, /^A comment or an instruction is longer than/],
    ['an entity of HTML in an attribute', '<a\nb="&nbsp;"/>', 'Invalid character entity (line 2, column 9)'],
    ['an attribute without quotes', '<a b=c/>', /^Unquoted attribute value/],
    ['a bare ampersand', '<a>Fish & chips</a>', /^Invalid character in entity name/],
    ['UTF-16', Buffer.from('\ufeff<a/>', 'utf16le'), 'The document is not UTF-8'],
    ['Latin-1', Buffer.from('<a>\xe9</a>', 'latin1'), 'The document is not UTF-8'],
  ])('%s', (_, document, reason) => {
    const given = refusal(document);
    if (typeof reason === 'string') expect(given).toBe(reason);
    else expect(given).toMatch(reason);
  });

  const nested = (depth: number) => `${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}`;
  const many = (count: number, attribute = '') => `<a>${`<b${attribute}/>`.repeat(count)}</a>`;
  const attributes = (count: number) => `<a ${Array.from({ length: count }, (_, i) => `b${i}="c"`).join(' ')}/>`;

  test.each([
    ['elements inside one another', nested(BOUNDS.depth), nested(BOUNDS.depth + 1)],
    ['nodes', many(BOUNDS.nodes - 1), many(BOUNDS.nodes)],
    ['attributes in all', many(9999, ' c="d"'), many(10_000, ' c="d"')],
    ['comments', `<a>${'<!--b-->'.repeat(BOUNDS.nodes - 1)}</a>`, `<a>${'<!--b-->'.repeat(BOUNDS.nodes)}</a>`],
    ['attributes of an element', attributes(BOUNDS.attributes), attributes(BOUNDS.attributes + 1)],
    ['characters of a name', `<${'a'.repeat(BOUNDS.name)}/>`, `<${'a'.repeat(BOUNDS.name + 1)}/>`],
    [
      'characters of an attribute',
      `<a b="${'c'.repeat(BOUNDS.attribute)}"/>`,
      `<a b="${'c'.repeat(BOUNDS.attribute + 1)}"/>`,
    ],
    ['characters of a text', `<a>${'b'.repeat(BOUNDS.text)}</a>`, `<a>${'b'.repeat(BOUNDS.text + 1)}</a>`],
  ])('too many %s, and not one too early', (_, most, tooMany) => {
    expect(refusal(most)).toBeUndefined();
    expect(refusal(tooMany)).toBeDefined();
  });

  test('100,000 elements inside one another, without building them', () => {
    expect(refusal('<a>'.repeat(100_000))).toBe('The document is deeper than 32 elements');
  });

  // The square of a million steps would take minutes.
  test.each([
    ['a name', `<${'a'.repeat(1_000_000)}`],
    ['an attribute', `<a ${'b'.repeat(1_000_000)}=>`],
    ['an attribute and spaces', `<a ${'b'.repeat(500_000)}${' '.repeat(500_000)}=>`],
    ['quotes', `<a ${`b='c' `.repeat(150_000)}`],
  ])('a tag that goes wrong after a million characters is read once: %s', (_, text) => {
    expect(refusal(text)).toBeDefined();
  });

  test('a large document is searched for entities once, not once for each element', () => {
    const search = vi.spyOn(String.prototype, 'indexOf');
    try {
      checkMarkup(`<a>&amp;${'<b>c</b>'.repeat(8000)}</a>`);
      expect(search.mock.calls.filter(([mark]) => mark === '&')).toHaveLength(2);
    } finally {
      search.mockRestore();
    }
  });
});

describe('whatever the bytes', () => {
  const answersOrRefuses = (bytes: Uint8Array): void => {
    const details = refusal(bytes);
    if (details !== undefined) expect(details.length).toBeLessThan(500);
  };

  test('any bytes at all are read or refused', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), answersOrRefuses), { numRuns: 500 });
  });

  test('any mixture of what XML is made of is read or refused', () => {
    const pieces = [
      '<',
      '>',
      '/',
      '</',
      '/>',
      '<a',
      '<__proto__',
      '</a>',
      '="',
      "'",
      '&',
      '&#',
      ';',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<!DOCTYPE',
      '<?xml',
      '?>',
      ' hasOwnProperty="1"',
      ' b="c"',
      'x',
      ' ',
      '\ufeff',
      '\u0000',
    ];
    const mixture = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((parts) => Buffer.from(parts.join('')));
    fc.assert(fc.property(mixture, answersOrRefuses), { numRuns: 3000 });
  });
});
