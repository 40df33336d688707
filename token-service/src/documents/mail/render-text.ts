import type { MailMessage, Pair } from './mail-message.ts';

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
  const longest = Math.max(...title.split('\n').map((line) => [...line].length));
  return `${title}\n${'='.repeat(longest)}`;
};

const table = (rows: readonly Pair[]): string => rows.map(({ label, value }) => `${label}: ${value}`).join('\n');

/** Breaks a paragraph at blanks, so that a line is as long as mail programs show it. */
const wrapped = (paragraph: string): string => {
  const lines: string[] = [];
  let line = '';
  for (const word of paragraph.split(' ')) {
    if (line && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = word;
    } else {
      line = line ? `${line} ${word}` : word;
    }
  }
  return [...lines, line].join('\n');
};
