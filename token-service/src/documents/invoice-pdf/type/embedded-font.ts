import type { Face } from './face.ts';
import { subset } from './subset.ts';

type PDF = PDFKit.PDFDocument;

/**
 * A face in one document. Each pair of a glyph and the text that it stands for has a code of its own, so that text can
 * be read from the document whatever else a glyph stands for.
 */
export interface EmbeddedFont {
  /** The name of the font in the content of pages. */
  readonly id: string;
  /** Lists the font among those of the current page. */
  onPage(): void;
  /** Returns the code of a glyph that stands for a text: empty for a part of a letter. */
  codeOf(glyph: number, text: string): number;
  /** Writes the font into the document, with these glyphs only. */
  embed(): void;
}

/** Returns a font of this document alone. */
export const embeddedFont = (doc: PDF, face: Face, index: number): EmbeddedFont => {
  const id = `F${index}`;
  const dictionary = doc.ref({});
  const codes = new Map<string, number>();
  /** Glyphs by code; the first is that of a missing glyph. */
  const uses: { readonly glyph: number; readonly text: string }[] = [{ glyph: 0, text: '' }];

  return {
    id,
    onPage() {
      // The dictionary of fonts is missing in the types of PDFKit.
      const { fonts } = doc.page as unknown as { fonts: Record<string, unknown> };
      fonts[id] ??= dictionary;
    },
    codeOf(glyph, text) {
      const key = `${glyph} ${text}`;
      const code = codes.get(key) ?? uses.push({ glyph, text }) - 1;
      codes.set(key, code);
      return code;
    },
    embed() {
      const name = `${tagOf(index)}+${face.name}`;
      const { box, ascent, descent, capHeight } = face;
      const file = doc.ref({});
      file.end(subset(face.bytes, new Set(uses.map(({ glyph }) => glyph)), face.weight));
      const glyphsOf = doc.ref({});
      glyphsOf.end(Buffer.from(Uint16Array.from(uses, ({ glyph }) => glyph).buffer).swap16());
      const descriptor = written(doc, {
        Type: 'FontDescriptor',
        FontName: name,
        Flags: SYMBOLIC,
        FontBBox: [...box],
        ItalicAngle: 0,
        Ascent: ascent,
        Descent: descent,
        CapHeight: capHeight,
        StemV: 80,
        FontFile2: file,
      });
      const descendant = written(doc, {
        Type: 'Font',
        Subtype: 'CIDFontType2',
        BaseFont: name,
        CIDSystemInfo: { Registry: new String('Adobe'), Ordering: new String('Identity'), Supplement: 0 },
        FontDescriptor: descriptor,
        W: [0, uses.map(({ glyph }) => toThousandths(face.widthOf(glyph)))],
        CIDToGIDMap: glyphsOf,
      });
      const toUnicode = doc.ref({});
      toUnicode.end(unicodeMap(uses));
      Object.assign(dictionary.data, {
        Type: 'Font',
        Subtype: 'Type0',
        BaseFont: name,
        Encoding: 'Identity-H',
        DescendantFonts: [descendant],
        ToUnicode: toUnicode,
      });
      end(dictionary);
    },
  };
};

/** Ends an object without a stream, for which the types of PDFKit have no call. */
const end = (object: PDFKit.PDFKitReference): void => (object as unknown as { end(): void }).end();

const written = (doc: PDF, data: object): PDFKit.PDFKitReference => {
  const object = doc.ref(data);
  end(object);
  return object;
};

const SYMBOLIC = 4;

/** Thousandths of the type size, as far as viewers and printers can tell. */
export const toThousandths = (value: number): number => Math.round(value * 1000) / 1000;

/** Six letters that tell subsets of a font apart. */
const tagOf = (index: number): string =>
  [...index.toString(16).padStart(6, '0')]
    .map((digit) => String.fromCharCode(65 + Number.parseInt(digit, 16)))
    .join('');

/** Stands for no text: readers leave out format characters, or the glyph, whose `ActualText` is empty. */
const NO_TEXT = '\u2060';

const hex = (text: string): string =>
  [...Array(text.length).keys()].map((at) => text.charCodeAt(at).toString(16).padStart(4, '0')).join('');

/** A map from codes to text, with at most a hundred entries in each part, as its format wants. */
const unicodeMap = (uses: readonly { readonly text: string }[]): string => {
  const entries = uses.map(({ text }, code) => `<${code.toString(16).padStart(4, '0')}> <${hex(text || NO_TEXT)}>`);
  const parts = Array.from({ length: Math.ceil(entries.length / 100) }, (_, part) => {
    const some = entries.slice(part * 100, part * 100 + 100);
    return `${some.length} beginbfchar\n${some.join('\n')}\nendbfchar`;
  });
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${parts.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
};
