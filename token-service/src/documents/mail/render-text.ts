import LineBreaker from 'linebreak';
import type { MailMessage, MailPair } from './mail-message.ts';

/** The longest line of the text. */
const WIDTH = 72;

/** Renders a message as plain text that reads well by itself. */
export const renderText = (message: MailMessage): string => {
  const {
    greeting,
    title,
    paragraphs,
    lines = [],
    total,
    facts = [],
    code,
    quote,
    button,
    notes = [],
    footer,
    links = [],
  } = message;
  const blocks = [
    underlined(wrapped(title)),
    greeting,
    ...paragraphs.map(wrapped),
    table([...lines, ...(total ? [total] : [])]),
    quote
      ?.split('\n')
      .map((line) => `> ${line}`)
      .join('\n'),
    code && `${code.label}: ${code.value}`,
    table(facts),
    button && `${button.label}:\n${button.href}`,
    ...notes.map(wrapped),
    ['-- ', ...footer.map(wrapped), ...links.map(({ label, href }) => `${label}: ${href}`)].join('\n'),
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
};

const underlined = (title: string): string => {
  const longest = Math.max(...title.split('\n').map(columnsOf));
  return `${title}\n${'='.repeat(longest)}`;
};

/** Characters of East Asia, which are as wide as two others in the fonts of plain text. */
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60]/u;
/** Marks of direction. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

const columnsOf = (line: string): number =>
  [...line.replaceAll(INVISIBLE, '')].reduce((sum, one) => sum + (WIDE.test(one) ? 2 : 1), 0);

const table = (rows: readonly MailPair[]): string => rows.map(({ label, value }) => `${label}: ${value}`).join('\n');

/** Breaks a paragraph at blanks and between characters of East Asia, into lines as wide as mail programs show them. */
const wrapped = (paragraph: string): string => {
  const lines: string[] = [];
  let line = '';
  for (const part of partsOf(paragraph)) {
    if (line && columnsOf((line + part).trimEnd()) > WIDTH) {
      lines.push(line.trimEnd());
      line = '';
    }
    line += part;
  }
  return [...lines, line].join('\n');
};

const ENDS_PART = /[ \p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff01-\uff60]$/u;

/** Divides a paragraph where a line may end: not before a full stop (UAX 14), and not inside an address. */
const partsOf = (paragraph: string): string[] => {
  const parts: string[] = [];
  let start = 0;
  const breaker = new LineBreaker(paragraph);
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
    const part = paragraph.slice(start, next.position);
    if (!ENDS_PART.test(part)) continue;
    parts.push(part);
    start = next.position;
  }
  return [...parts, paragraph.slice(start)];
};
