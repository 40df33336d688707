import { html, type Markup } from '../../../documents/html.ts';
import { type ConsolePage, type ConsoleVisit, consoleVisitOf, may } from '../visit.ts';
import { type ConsoleFile, consoleAsset } from './assets.ts';
import { backToReport } from './back-to-report.ts';
import { secretForm } from './form.ts';
import { MENU, type MenuEntry } from './menu.ts';
import { noticeOf } from './notice.ts';

export interface ConsoleShell {
  /** The heading, and the first part of the window's title. */
  readonly title: string;
  /** Beside the heading: the state of the record. */
  readonly badge?: Markup | undefined;
  /** Below the heading: what the record is, in short. */
  readonly subtitle?: Markup | string | undefined;
  /** Links to forms and buttons, the main one first. */
  readonly actions?: readonly Markup[];
  /** The page above this one. */
  readonly back?: { readonly href: string; readonly label: string } | undefined;
  /** The content of the search box. */
  readonly sought?: string;
  /** Scripts besides that of every page. */
  readonly scripts?: readonly ConsoleFile[];
}

/** Answers with a page of a signed-in operator. */
export const showPage = (
  ctx: ConsolePage,
  shell: ConsoleShell,
  content: readonly (Markup | string)[],
  status = 200,
): void => {
  ctx.status = status;
  ctx.type = 'html';
  ctx.body = shownPage(ctx, consoleVisitOf(ctx), shell, content);
};

/** Returns a page of a signed-in operator, with the menu and the search. */
export const shownPage = (
  ctx: Pick<ConsolePage, 'path' | 'querystring'>,
  visit: ConsoleVisit,
  shell: ConsoleShell,
  content: readonly (Markup | string)[],
): string =>
  framed(
    `${shell.title} · ${visit.site.subdomain}`,
    [
      html`<div class="app ${visit.site.mode}">
${sideBar(ctx, visit)}
<div class="column">
${topBar(visit, shell.sought)}
<main id="content" tabindex="-1">
${notice(noticeOf(ctx, visit))}
${heading(visit, { ...shell, back: backToReport(ctx.querystring) ?? shell.back })}
${content}
</main>
</div>
</div>
${shortcuts()}`,
    ],
    (shell.scripts ?? []).map((name) => html`<script type="module" src="${consoleAsset(name)}"></script>`),
  );

/** Answers with a page for someone who is not signed in, or for whom there is no page. */
export const messageShell = (
  title: string,
  content: readonly (Markup | string)[],
  scripts: readonly Markup[] = [],
): string =>
  framed(
    title,
    [
      html`<main id="content" class="alone" tabindex="-1">
<p class="product">Billing console</p>
<h1>${title}</h1>
${content}
</main>`,
    ],
    scripts,
  );

const framed = (title: string, content: readonly Markup[], scripts: readonly Markup[]): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${consoleAsset('console.css')}">
${scripts}
<script type="module" src="${consoleAsset('console.js')}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
${content}
<p class="spoken" role="status" id="spoken"></p>
</body>
</html>
`.text;

const sideBar = (
  { path }: Pick<ConsolePage, 'path'>,
  visit: ConsoleVisit,
): Markup => html`<nav class="side" aria-label="Console">
<details class="menu" open>
<summary><span class="site-name">${visit.site.company ?? visit.site.subdomain}</span> <span class="mode">${visit.site.mode === 'production' ? 'Production' : 'Sandbox'}</span></summary>
${siteSwitch(visit)}
${MENU.map(([title, entries]) => menuGroup(path, visit, title, entries))}
</details>
</nav>`;

const menuGroup = (
  path: string,
  visit: ConsoleVisit,
  title: string,
  entries: readonly MenuEntry[],
): Markup | string => {
  const shown = entries.filter(({ permission }) => permission === 'signed in' || may(visit, permission));
  if (shown.length === 0) return '';
  return html`${title ? html`<p class="menu-title">${title}</p>` : ''}<ul>
${shown.map((entry) => html`<li><a href="${visit.prefix}${entry.path}"${isCurrent(path, entry) ? html` aria-current="page"` : ''}${entry.key ? html` data-go="${entry.key}"` : ''}>${entry.label}</a></li>\n`)}
</ul>`;
};

const isCurrent = (path: string, entry: MenuEntry): boolean =>
  isWithin(path, entry.path) || (entry.also !== undefined && isWithin(path, entry.also));

const isWithin = (path: string, entry: string): boolean =>
  entry === '/' ? path === '/' : path === entry || path.startsWith(`${entry}/`);

/** Links to the operator's other sites. */
const siteSwitch = ({ site, sites }: ConsoleVisit): Markup | string =>
  sites.length < 2
    ? ''
    : html`<details class="sites"><summary>Change site</summary><ul>${sites
        .filter(({ id }) => id !== site.id)
        .map(
          ({ subdomain, mode }) =>
            html`<li><a href="/s/${subdomain}/">${subdomain}</a> <span class="quiet">${mode}</span></li>`,
        )}</ul></details>`;

const topBar = (visit: ConsoleVisit, sought = ''): Markup => html`<header class="top">
<form class="search" role="search" method="get" action="${visit.prefix}/search">
<label for="q" class="spoken">Search customers, invoices, payments and more</label>
<input id="q" name="q" type="search" value="${sought}" maxlength="200" placeholder="Search" autocomplete="off" spellcheck="false">
<kbd aria-hidden="true">/</kbd>
</form>
<details class="operator">
<summary>${visit.operator.email}</summary>
<div>
<p class="quiet">${visit.roles.join(', ')}${visit.canChange ? '' : ', read-only'}</p>
<p><a href="/profile">Sign-in and sessions</a></p>
${secretForm(visit, { action: '/sign-out' }, html`<button type="submit" class="plain">Sign out</button>`)}
</div>
</details>
</header>`;

const notice = (text: string | undefined): Markup | string =>
  text ? html`<p class="notice" role="status" tabindex="-1">${text}</p>` : '';

const heading = (visit: ConsoleVisit, { title, badge, subtitle, actions = [], back }: ConsoleShell): Markup =>
  html`${back ? html`<p class="back"><a href="${visit.prefix}${back.href}">${back.label}</a></p>` : ''}
<div class="heading">
<div><h1>${title}${badge ? html` ${badge}` : ''}</h1>${subtitle ? html`<p class="subtitle">${subtitle}</p>` : ''}</div>
${actions.length > 0 ? html`<div class="actions">${actions}</div>` : ''}
</div>`;

/** The list of keys, which `?` opens. */
const shortcuts = (): Markup => html`<dialog id="keys" aria-labelledby="keys-title">
<h2 id="keys-title">Keys</h2>
<dl class="keys">
<dt><kbd>/</kbd> or <kbd>Ctrl</kbd> <kbd>K</kbd></dt><dd>Search</dd>
${MENU.flatMap(([, entries]) => entries)
  .filter(({ key }) => key)
  .map(({ key, label }) => html`<dt><kbd>g</kbd> <kbd>${key}</kbd></dt><dd>${label}</dd>`)}
<dt><kbd>j</kbd> <kbd>k</kbd></dt><dd>Next and previous row</dd>
<dt><kbd>o</kbd></dt><dd>Open the row</dd>
<dt><kbd>e</kbd> <kbd>r</kbd> <kbd>n</kbd></dt><dd>Edit, refund, add a note</dd>
<dt><kbd>?</kbd></dt><dd>This list</dd>
</dl>
<form method="dialog"><button>Close</button></form>
</dialog>`;
