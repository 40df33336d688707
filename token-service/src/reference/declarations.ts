/** A property, method or event of a documented type. */
export interface TypeMember {
  readonly name: string;
  /** The type as in the source, on one line. */
  readonly type: string;
  readonly text: string;
}

/** An interface, type or class of a source file. */
export interface Declaration {
  readonly name: string;
  readonly text: string;
  /** The type that it extends or equals; empty for members alone. */
  readonly type: string;
  readonly members: readonly TypeMember[];
}

const OPENING =
  /^(?:export )?(?:declare )?(?:interface|class|type) (\w+)(?:<.*?>)?(?: extends (.*?))?(?: implements .*?)?(?: = ?(.*?))? ?\{$/;
const ALIAS = /^(?:export )?type (\w+)(?:<.*?>)? =\s*(.*)$/;
/** A public name at the depth of members. */
const MEMBER =
  /^ {2}(?!#|private |constructor|set |static )(?:declare )?(?:get )?(?:readonly )?('[^']+'|\w+|\[\w+: \w+\])\??[:(<]/;
const NESTED = /^ {4}(?:readonly )?('[^']+'|\w+)\??:.*;$/;

/**
 * Returns the types of a TypeScript file with their members and comments. It reads the layout that the formatter gives
 * every file: a declaration begins in the first column, its members are indented by two spaces, and theirs by four.
 */
export const declarationsIn = (source: string): Declaration[] => {
  const found: { name: string; text: string; type: string; members: TypeMember[] }[] = [];
  let comment: string[] = [];
  let isOpen = false;
  /** The member that contains the next ones. */
  let outer = '';
  const lines = source.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (/^\s*\/\*\*/.test(line)) {
      const end = lines.findIndex((each, place) => place >= at && each.includes('*/'));
      comment = lines.slice(at, end + 1);
      at = end;
      continue;
    }
    const [, name, base = '', equal = ''] = OPENING.exec(line) ?? [];
    const [, alias, first = ''] = ALIAS.exec(line) ?? [];
    if (name) {
      const type = (base || equal).replace(/\s*&\s*$/, '');
      found.push({ name, text: textOf(comment), type, members: [] });
      isOpen = true;
    } else if (alias) {
      const end = lines.findIndex((each, place) => place >= at && each.endsWith(';'));
      const type = [first, ...lines.slice(at + 1, end + 1).map((each) => each.trim())].join(' ');
      found.push({ name: alias, text: textOf(comment), type: type.replace(/^[\s|]+|;$/g, ''), members: [] });
      at = end;
    } else if (/^\}/.test(line)) {
      isOpen = false;
    } else if (isOpen && outer && NESTED.test(line)) {
      const member = split(line);
      found.at(-1)?.members.push({ ...member, name: `${outer}.${member.name}`, text: textOf(comment) });
    } else if (isOpen && MEMBER.test(line)) {
      // At the depth of members, or before the next of them.
      const isEnd = (each: string, place: number) =>
        place >= at &&
        (/^ {2}\S.*[;{]$/.test(each) || (each.endsWith(';') && /^ {0,2}\S/.test(lines[place + 1] ?? '')));
      const end = lines.findIndex(isEnd);
      const signature = lines.slice(at, end + 1).map((each) => each.trim());
      const member = { ...split(signature.join(' ')), text: textOf(comment) };
      outer = member.type.startsWith(OBJECT) ? member.name : '';
      // The body of a method that is declared once for each way to call it.
      const { members } = found.at(-1)!;
      const isBody = /\) ?(?:: .*)?\{$/.test(signature.join(' ')) && members.at(-1)?.name === member.name;
      if (!isBody) members.push(member);
      at = end;
    } else if (/^ {2}\S/.test(line)) outer = '';
    comment = [];
  }
  return found.filter(({ type, members }) => type !== '' || members.length > 0);
};

/** The type of a member whose own members follow it. */
const OBJECT = 'object';

/** `timeout?: number;` and `token(form: Element, callback: Callback<Token>): void {`. */
const split = (signature: string): Pick<TypeMember, 'name' | 'type'> => {
  const [, name = '', isOptional = '', rest = ''] =
    /^(?:declare )?(?:get )?(?:readonly )?('[^']+'|\w+|\[.*?\])(\??)(.*?)[;{]?$/.exec(signature.trim()) ?? [];
  // A property of a class may have a value.
  const type = rest.startsWith(':')
    ? rest
        .slice(2)
        .replace(/ = .*$/, '')
        .trim() || OBJECT
    : /^get /.test(signature)
      ? rest.replace(/^\(\): /, '').trim()
      : rest.trim();
  return { name: name.replaceAll("'", ''), type: isOptional ? `${type}, optional` : type };
};

/** The text of a comment, without its examples. */
const textOf = (comment: readonly string[]): string =>
  comment
    .map((line) => line.replace(/\s*\*\/\s*$/, '').replace(/^\s*\/?\*+ ?/, ''))
    .filter((line) => !/^ {4}/.test(line))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
