import { LATEST } from '@service/billing/resources/version.ts';
import { html, type Markup } from '../documents/html.ts';
import { type DocPage, type PageContent, section } from './parts.ts';
import { MOST_CHARACTERS } from './search/open-search.ts';

interface Around {
  /** All pages, in the order of the navigation. */
  readonly pages: readonly DocPage[];
  readonly origin: string;
  /** The key that examples name; its readers can run them. */
  readonly key: string | undefined;
}

/** Returns a page of the documentation with its navigation. */
export const layout = (
  page: Pick<DocPage, 'path' | 'title'>,
  { about, sections }: PageContent,
  { pages, origin, key }: Around,
): Markup => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.title} · Documentation</title>
<link rel="icon" href="data:,">
<link rel="preload" href="/docs/assets/inter.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="/docs/assets/docs.css">
<link rel="alternate" type="application/json" href="/docs/api.json" title="OpenAPI description">
<script type="module" src="/docs/assets/listings.js"></script>
<script type="module" src="/docs/assets/search.js"></script>
${key !== undefined && html`<script type="module" src="/docs/assets/run.js"></script>`}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<a class="home" href="/docs">Documentation</a>
<form class="search" role="search" action="/docs/search">
<label class="spoken" for="search-box">Search the documentation</label>
<input id="search-box" name="q" type="search" placeholder="Search" maxlength="${MOST_CHARACTERS}" autocomplete="off" spellcheck="false" role="searchbox" aria-controls="results">
<kbd aria-hidden="true">/</kbd>
<div id="results" class="results" hidden></div>
</form>
</header>
<div class="frame">
<nav class="contents" aria-label="Pages"><details><summary>${page.title}</summary>
${[...Map.groupBy(pages, ({ group }) => group)].map(
  ([group, members]) => html`
<h2 class="group">${group}</h2>
<ul>${members.map((each) => html`<li>${link(each, page)}</li>`)}</ul>`,
)}
</details></nav>
<main id="content"${key !== undefined && html` data-example-key="${key}" data-example-version="${LATEST}"`}>
<header class="lead">
<h1>${page.title}</h1>
<p>${about}</p>
</header>
${sections.length > 2 && onThisPage(sections)}
<div class="sections">
${sections.map(section)}
<footer class="quiet"><p>The address of this service is <code>${origin}</code>. A machine-readable description is at <a href="/docs/api.json">/docs/api.json</a>.</p></footer>
</div>
</main>
</div>
<p class="spoken" role="status"></p>
</body>
</html>
`;

const link = ({ path, title }: DocPage, current: Pick<DocPage, 'path'>): Markup =>
  path === current.path
    ? html`<a href="${path}" aria-current="page">${title}</a>`
    : html`<a href="${path}">${title}</a>`;

const onThisPage = (sections: PageContent['sections']): Markup => html`
<nav class="on-this-page" aria-label="On this page"><ul>${sections.map(
  ({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`,
)}</ul></nav>`;
