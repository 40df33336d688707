import { DARK, LIGHT } from '../../pages/style/tokens.ts';
import { buttonOf } from '../brand/colors.ts';
import { html, type Markup } from '../html.ts';
import type { MailMessage, MailPair } from './mail-message.ts';

export interface Look {
  /** BCP 47. */
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  readonly seller: string;
  readonly logo: string | null;
  /** `#rrggbb` */
  readonly color: string | null;
}

const SANS = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const MONO = "ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace";

/** Mail programs that know dark mode read this; the others keep the light colours of the elements. */
const DARK_SCHEME = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.ground{background:${DARK.ground}!important}.paper{background:${DARK.surface}!important;border-color:${DARK.line}!important}
.ink{color:${DARK.ink}!important}.quiet{color:${DARK.quiet}!important}.rule{border-color:${DARK.line}!important}.tint{background:${DARK.tint}!important}
.logo{background:${LIGHT.surface};border-radius:8px;padding:6px 10px}}
@media (max-width:480px){.paper{padding:24px 20px!important}.outer{padding:16px 8px!important}}`;

const INK = `color:${LIGHT.ink}`;
const QUIET = `color:${LIGHT.quiet}`;
const TEXT = `font-family:${SANS};font-size:16px;line-height:1.5`;
const SMALL = `font-family:${SANS};font-size:14px;line-height:1.5`;

/**
 * Renders a message as HTML that mail programs understand: tables and inline styles, no script, and no image but the
 * logo of the site. Its text is escaped.
 */
export const renderHtml = (message: MailMessage, { language, direction, seller, logo, color }: Look): string => {
  const {
    subject,
    title,
    greeting,
    paragraphs,
    lines = [],
    total,
    facts = [],
    quote,
    code,
    button,
    notes = [],
  } = message;
  const accent = color ?? LIGHT.accent;
  const sides = SIDES[direction];
  const page = html`<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>${DARK_SCHEME}</style>
</head>
<body class="ground" dir="${direction}" style="margin:0;padding:0;background:${LIGHT.ground}">
<div style="display:none;max-height:0;overflow:hidden">${preheader(message)}</div>
<table role="presentation" dir="${direction}" width="100%" cellpadding="0" cellspacing="0" border="0" class="ground" style="background:${LIGHT.ground}">
<tr><td align="center" class="outer" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;table-layout:fixed">
<tr><td style="padding:0 4px 16px">${masthead(seller, logo)}</td></tr>
<tr><td class="paper" style="background:${LIGHT.surface};border:1px solid ${LIGHT.line};border-radius:16px;padding:32px;word-break:break-word;overflow-wrap:anywhere">
<h1 class="ink" style="margin:0 0 16px;font-family:${SANS};font-size:24px;line-height:1.25;font-weight:650;${INK}">${title}</h1>
${greeting && paragraph(greeting)}
${paragraphs.map(paragraph)}
${lines.length > 0 || total ? amounts(lines, total, sides) : ''}
${quote && quoted(quote, sides)}
${code && codeBox(code)}
${facts.length > 0 ? factTable(facts, sides) : ''}
${button && buttonTo(button, accent)}
${notes.map((note) => html`<p class="quiet" style="margin:16px 0 0;${SMALL};${QUIET}">${note}</p>\n`)}</td></tr>
<tr><td style="padding:16px 4px 0">${message.footer.map(
    (line) => html`<p class="quiet" style="margin:0 0 4px;${SMALL};${QUIET}">${line}</p>\n`,
  )}${linkLine(message.links ?? [])}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
  return page.text;
};

/** The text that mail programs list beside the subject; the padding fills the rest of the line. */
const preheader = ({ paragraphs }: MailMessage): Markup => html`${paragraphs[0] ?? ''}${' \u200c\u00a0'.repeat(60)}`;

const masthead = (seller: string, logo: string | null): Markup =>
  logo
    ? html`<img class="logo" src="${logo}" alt="${seller}" height="40" style="height:40px;max-width:240px;border:0;display:block;${TEXT};${INK}">`
    : html`<span class="ink" style="${TEXT};font-weight:650;${INK}">${seller}</span>`;

const paragraph = (text: string): Markup => html`<p class="ink" style="margin:0 0 16px;${TEXT};${INK}">${text}</p>\n`;

const linkLine = (links: NonNullable<MailMessage['links']>): Markup | '' =>
  links.length === 0
    ? ''
    : html`<p class="quiet" style="margin:8px 0 0;${SMALL};${QUIET}">${links.map(
        ({ label, href }, at) =>
          html`${at > 0 ? ' · ' : ''}<a class="quiet" href="${href}" style="${QUIET};text-decoration:underline">${label}</a>`,
      )}</p>
`;
/** Mail programs know no logical sides. */
interface Sides {
  readonly start: 'left' | 'right';
  readonly end: 'left' | 'right';
}

const SIDES: Readonly<Record<Look['direction'], Sides>> = {
  ltr: { start: 'left', end: 'right' },
  rtl: { start: 'right', end: 'left' },
};

const CELL = 'padding:8px 0;vertical-align:top';
const figure = ({ start, end }: Sides): string =>
  `font-variant-numeric:tabular-nums;text-align:${end};white-space:nowrap;padding-${start}:16px`;

const amounts = (
  lines: readonly MailPair[],
  total: MailPair | undefined,
  sides: Sides,
): Markup => html`<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 16px">
${lines.map(
  ({ label, value }) =>
    html`<tr><td class="ink rule" style="${CELL};${TEXT};${INK};border-top:1px solid ${LIGHT.line}">${label}</td><td class="ink rule" style="${CELL};${TEXT};${INK};${figure(sides)};border-top:1px solid ${LIGHT.line}">${value}</td></tr>\n`,
)}${
  total &&
  html`<tr><td class="ink rule" style="${CELL};${TEXT};${INK};font-weight:650;border-top:2px solid ${LIGHT.quiet}">${total.label}</td><td class="ink rule" style="${CELL};${TEXT};${INK};${figure(sides)};font-weight:650;border-top:2px solid ${LIGHT.quiet}">${total.value}</td></tr>\n`
}</table>
`;

const factTable = (
  facts: readonly MailPair[],
  { end }: Sides,
): Markup => html`<table width="100%" cellpadding="0" cellspacing="0" border="0" class="tint" style="margin:8px 0 16px;background:${LIGHT.tint};border-radius:12px">
<tr><td style="padding:8px 16px"><table width="100%" cellpadding="0" cellspacing="0" border="0">
${facts.map(
  ({ label, value }) =>
    html`<tr><td class="quiet" style="white-space:nowrap;padding:4px 0;padding-${end}:16px;${SMALL};${QUIET};vertical-align:top">${label}</td><td class="ink" style="padding:4px 0;${SMALL};${INK};text-align:${end};vertical-align:top;font-variant-numeric:tabular-nums">${value}</td></tr>\n`,
)}</table></td></tr>
</table>
`;

const quoted = (
  quote: string,
  { start }: Sides,
): Markup => html`<p dir="auto" class="ink rule" style="margin:0 0 16px;padding:4px 0;padding-${start}:16px;border-${start}:3px solid ${LIGHT.line};${TEXT};${INK};white-space:pre-line">${quote}</p>
`;

const codeBox = ({
  label,
  value,
}: MailPair): Markup => html`<table width="100%" cellpadding="0" cellspacing="0" border="0" class="tint" style="margin:8px 0 16px;background:${LIGHT.tint};border-radius:12px">
<tr><td align="center" style="padding:16px"><span class="quiet" style="${SMALL};${QUIET}">${label}</span><br><span dir="ltr" class="ink" style="font-family:${MONO};font-size:22px;line-height:1.5;letter-spacing:1px;${INK}">${value}</span></td></tr>
</table>
`;

const buttonTo = ({ label, href }: { readonly label: string; readonly href: string }, color: string): Markup => {
  const { ground, text, edge = ground } = buttonOf(color, [LIGHT.surface]);
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0 8px">
<tr><td bgcolor="${ground}" style="background:${ground};border:1px solid ${edge};border-radius:12px"><a href="${href}" style="display:inline-block;padding:12px 24px;${TEXT};font-weight:600;color:${text};text-decoration:none;border-radius:12px">${label}</a></td></tr>
</table>
`;
};
