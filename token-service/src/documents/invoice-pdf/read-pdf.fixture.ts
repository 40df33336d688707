import { inflateSync } from 'node:zlib';

/** A text object as a reader finds it: its text in the order in which it is drawn. */
export interface ReadText {
  readonly text: string;
  /** The marked content around it, from the outside in: `P`, `Artifact`. */
  readonly marks: readonly string[];
}

interface PdfObject {
  readonly dictionary: string;
  readonly stream: Buffer | undefined;
}

const objectsOf = (pdf: Buffer): Map<string, PdfObject> => {
  const source = pdf.toString('latin1');
  const objects = new Map<string, PdfObject>();
  for (const match of source.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [, id = '', body = ''] = match;
    const start = body.indexOf('\nstream\n');
    const dictionary = start === -1 ? body : body.slice(0, start);
    const raw =
      start === -1 ? undefined : Buffer.from(body.slice(start + 8, body.lastIndexOf('\nendstream')), 'latin1');
    objects.set(id, { dictionary, stream: raw && /FlateDecode/.test(dictionary) ? inflateSync(raw) : raw });
  }
  return objects;
};

const utf16 = (digits: string): string =>
  Buffer.from(digits, 'hex')
    .swap16()
    .toString('utf16le')
    .replace(/^\ufeff/, '');

const textsByCode = (map: string): Map<number, string> =>
  new Map(
    [...map.matchAll(/^<([0-9a-f]{4})> <([0-9a-f]*)>$/gm)].map(([, code = '', text = '']) => [
      Number.parseInt(code, 16),
      utf16(text),
    ]),
  );

/** Format characters, which readers leave out. */
const NO_TEXT = '\u2060';

const TOKENS =
  /\/Span <<\/ActualText <([0-9a-f]*)>>> BDC|\/(\w+) (?:<<[\s\S]*?>>\s*)?(BDC|BMC)|EMC|\bBT\b|\bET\b|\/(F\d+) [\d.]+ Tf|<([0-9a-f]+)>|\b(S|f)$/gm;

/** Reads the text objects of a document, page after page. */
export const textObjects = (pdf: Buffer): ReadText[] => pagesOfText(pdf).flat();

/** Reads the text objects of each page. */
export const pagesOfText = (pdf: Buffer): ReadText[][] => {
  const objects = objectsOf(pdf);
  const refs = (text: string, key: string): string[] =>
    [...text.matchAll(new RegExp(`/${key} \\[?((?:\\d+ 0 R\\s*)+)`, 'g'))].flatMap(([, list = '']) =>
      [...list.matchAll(/(\d+) 0 R/g)].map(([, id = '']) => id),
    );
  return [...objects.values()]
    .filter(({ dictionary }) => /\/Type \/Page\b/.test(dictionary))
    .map(({ dictionary }) => {
      const [resources = ''] = refs(dictionary, 'Resources');
      const fonts = new Map(
        [...(objects.get(resources)?.dictionary ?? '').matchAll(/\/(F\d+) (\d+) 0 R/g)].map(
          ([, name = '', id = '']) => {
            const [map = ''] = refs(objects.get(id)?.dictionary ?? '', 'ToUnicode');
            return [name, textsByCode(objects.get(map)?.stream?.toString('latin1') ?? '')];
          },
        ),
      );
      const [contents = ''] = refs(dictionary, 'Contents');
      return readContent(objects.get(contents)?.stream?.toString('latin1') ?? '', fonts);
    });
};

const readContent = (content: string, fonts: ReadonlyMap<string, ReadonlyMap<number, string>>): ReadText[] => {
  const found: ReadText[] = [];
  const marks: string[] = [];
  let text = '';
  let font: ReadonlyMap<number, string> = new Map();
  let actual: string | undefined;
  for (const [token, span, tag, , name, digits, paint] of content.matchAll(TOKENS)) {
    if (span !== undefined) actual = utf16(span);
    else if (tag) marks.push(tag);
    else if (token === 'EMC') {
      if (actual === undefined) marks.pop();
      else text += actual;
      actual = undefined;
    } else if (token === 'BT') text = '';
    else if (token === 'ET') found.push({ text: text.replaceAll(NO_TEXT, ''), marks: [...marks] });
    else if (name) font = fonts.get(name) ?? new Map();
    else if (digits && actual === undefined) {
      for (const code of digits.match(/.{4}/g) ?? []) text += font.get(Number.parseInt(code, 16)) ?? '';
    } else if (paint) found.push({ text: '', marks: [...marks] });
  }
  return found;
};

/** Returns where pictures are drawn: their left edge and their width, in points. */
export const picturesIn = (pdf: Buffer): { readonly x: number; readonly width: number }[] =>
  [...objectsOf(pdf).values()].flatMap(({ dictionary, stream }) =>
    stream && !/\/Subtype/.test(dictionary)
      ? [...stream.toString('latin1').matchAll(/([\d.]+) 0 0 -?[\d.]+ ([\d.]+) [\d.]+ cm\n\/I\d+ Do/g)].map(
          ([, width, x]) => ({ x: Number(x), width: Number(width) }),
        )
      : [],
  );

/** Returns the files attached to a document, as its catalogue lists them. */
export const attachmentsOf = (pdf: Buffer) => {
  const objects = objectsOf(pdf);
  const catalogue = [...objects.values()].find(({ dictionary }) => /\/Type \/Catalog\b/.test(dictionary));
  const [, listed = ''] = /\/AF \[([^\]]*)\]/.exec(catalogue?.dictionary ?? '') ?? [];
  return [...listed.matchAll(/(\d+) 0 R/g)].map(([, id = '']) => {
    const file = objects.get(id)?.dictionary ?? '';
    const [, embedded = ''] = /\/EF <<\s*\/F (\d+) 0 R/.exec(file) ?? [];
    const { dictionary = '', stream } = objects.get(embedded) ?? {};
    return {
      name: /\/UF \(([^)]*)\)/.exec(file)?.[1],
      type: /\/Subtype \/(\S+)/.exec(dictionary)?.[1]?.replaceAll('#2F', '/'),
      relationship: /\/AFRelationship \/(\w+)/.exec(file)?.[1],
      text: stream?.toString('utf8'),
    };
  });
};

/** Returns the metadata of a document, which is XML. */
export const metadataOf = (pdf: Buffer): string | undefined =>
  [...objectsOf(pdf).values()]
    .find(({ dictionary }) => /\/Type \/Metadata\b/.test(dictionary))
    ?.stream?.toString('utf8');
