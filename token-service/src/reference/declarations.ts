/** A property, method or event of a documented type. */
export interface Member {
  readonly name: string;
  /** The type as in the source, on one line. */
  readonly type: string;
  readonly text: string;
}

/** An exported interface, object type or class of a source file. */
export interface Declaration {
  readonly name: string;
  readonly text: string;
  readonly members: readonly Member[];
}

const OPENING =
  /^export (?:declare )?(?:interface|class|type) (\w+)(?:<.*?>)?(?: (?:extends|implements) .*?)?(?: =)? \{$/;
/** A public name at the depth of members. */
const MEMBER =
  /^ {2}(?!#|private |constructor|get |set |static )(?:declare )?(?:readonly )?('[^']+'|\w+|\[\w+: \w+\])\??[:(<]/;

/**
 * Returns the exported types of a TypeScript file with their members and comments. It reads the layout that the
 * formatter gives every file: a declaration begins in the first column, its members are indented by two spaces.
 */
export const declarationsIn = (source: string): Declaration[] => {
  const found: { name: string; text: string; members: Member[] }[] = [];
  let comment: string[] = [];
  let isOpen = false;
  const lines = source.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (/^\s*\/\*\*/.test(line)) {
      const end = lines.findIndex((each, place) => place >= at && each.includes('*/'));
      comment = lines.slice(at, end + 1);
      at = end;
      continue;
    }
    const name = OPENING.exec(line)?.[1];
    if (name) {
      found.push({ name, text: textOf(comment), members: [] });
      isOpen = true;
    } else if (/^\}/.test(line)) {
      isOpen = false;
    } else if (isOpen && MEMBER.test(line)) {
      const end = lines.findIndex((each, place) => place >= at && /[;{]$/.test(each) && /^ {2}\S/.test(each));
      const signature = lines.slice(at, end + 1).map((each) => each.trim());
      found.at(-1)?.members.push({ ...split(signature.join(' ')), text: textOf(comment) });
      at = end;
    }
    comment = [];
  }
  return found.filter(({ members }) => members.length > 0);
};

/** `timeout?: number;` and `token(form: Element, callback: Callback<Token>): void {`. */
const split = (signature: string): Pick<Member, 'name' | 'type'> => {
  const [, name = '', isOptional = '', rest = ''] =
    /^(?:declare )?(?:readonly )?('[^']+'|\w+|\[.*?\])(\??)(.*?)[;{]?$/.exec(signature.trim()) ?? [];
  // A property of a class may have a value.
  const type = rest.startsWith(':')
    ? rest
        .slice(2)
        .replace(/ = .*$/, '')
        .trim() || '{ … }'
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
