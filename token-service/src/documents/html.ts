/** Text that is markup already. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Piece = Markup | string | number | null | undefined | false | readonly Piece[];

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const written = (piece: Piece): string => {
  if (piece instanceof Markup) return piece.text;
  if (typeof piece === 'string' || typeof piece === 'number') {
    return String(piece).replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '');
  }
  return piece ? piece.map(written).join('') : '';
};

/** A template of HTML. Whatever is put in is escaped, unless it is markup itself. */
export const html = (strings: TemplateStringsArray, ...pieces: readonly Piece[]): Markup =>
  new Markup(String.raw({ raw: strings }, ...pieces.map(written)));
