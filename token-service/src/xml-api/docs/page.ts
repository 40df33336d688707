import type { Resource } from '@service/billing/resources/schema.ts';
import type { Release } from '../../frames/release.ts';
import { html, type Markup } from '../../html.ts';
import type { BodyLimits } from '../body/read-body.ts';
import type { Endpoint, ListEndpoint } from '../endpoint.ts';
import type { Calendar } from '../versions/calendar.ts';
import { endpointSections } from './endpoints.ts';
import { firstSteps } from './examples.ts';
import { resourceSections } from './fields.ts';
import { browserLibrary } from './library.ts';
import type { Section } from './parts.ts';
import { commonRules, errorRules, limitRules, listRules, versionRules } from './rules.ts';
import { tablesOf } from './tables.ts';

/** The data of the reference page. */
export interface Documented {
  readonly endpoints: readonly Endpoint[];
  readonly lists: readonly ListEndpoint[];
  readonly resources: readonly Resource[];
  readonly calendar: Calendar;
  readonly body: BodyLimits;
  readonly exampleKey?: string;
}

/** The reference of the XML API as one HTML page. Fields come from the resource tables. */
export const referencePage = (
  { endpoints, lists, resources, calendar, body, exampleKey }: Documented,
  { origin, now, release }: { readonly origin: string; readonly now: number; readonly release?: Release | undefined },
): string => {
  const guide = [
    ...firstSteps({ origin, endpoints, key: exampleKey }),
    commonRules(body),
    listRules,
    limitRules,
    versionRules(calendar, now),
    errorRules,
    ...(release ? [browserLibrary(release)] : []),
  ];
  const tables = tablesOf(resources);
  const calls = endpointSections(endpoints, lists, tables);
  const records = resourceSections(tables);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>XML API reference</title>
<link rel="icon" href="data:,">
<link rel="preload" href="/docs/inter.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="/docs/docs.css">
<script type="module" src="/docs/copy.js"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the reference</a>
<div class="frame">
<header class="lead">
<h1>XML API reference</h1>
<p>Accounts, billing info and everything that is sold, over HTTP and in XML. This page is made from the tables that the service itself reads and writes by.</p>
<p class="quiet">The address of this service is <code>${origin}</code>.</p>
</header>
<nav class="contents" aria-label="Contents"><details><summary>Contents</summary>
${contents('Guide', guide)}
${contents('Calls', calls)}
${contents('Records', records)}
</details></nav>
<main id="content">
${guide.map(section)}
<header class="lead">
<h2 class="part" id="calls">Calls</h2>
<p>Every path stands behind the address of this service. Parts that begin with a colon are yours to fill in, percent-encoded.
GET also answers HEAD. What names no version is in all of them. Bodies lead to their tables: that of a record, or one of their own below the calls.</p>
</header>
${calls.map(section)}
<header class="lead">
<h2 class="part" id="records">Records</h2>
<p>Elements come in the order of these tables. An <code>@</code> marks an attribute of the root. What names no version
is in all of them; what you do not write, the service does.</p>
</header>
${records.map(section)}
</main>
</div>
<p class="spoken" role="status"></p>
</body>
</html>
`.text;
};

const contents = (title: string, sections: readonly Section[]): Markup => html`
<h2 class="group">${title}</h2>
<ul>${sections.map(({ id, title: name }) => html`<li><a href="#${id}">${name}</a></li>`)}</ul>`;

const section = ({ id, title, body }: Section): Markup => html`
<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title"><a class="anchor" href="#${id}">${title}</a></h2>
${body}
</section>`;
