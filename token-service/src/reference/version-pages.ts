import { BEFORE_SKIPPED, LATEST, OFFERED_VERSIONS, SKIPPED, type Version } from '@service/billing/resources/version.ts';
import type { Millis } from '@service/billing/values/time.ts';
import type { Calendar } from '../apis/xml/versions/calendar.ts';
import { html, type Markup } from '../documents/html.ts';
import { CLIENT_LIBRARIES } from './client-releases.ts';
import { codeCell, docTable, type Section } from './parts.ts';
import { changesOf, type Dated, type VersionChanges } from './version-changes.ts';

/** Returns the sections about versions: their support, the changes of each, and the client libraries. */
export const versionSections = (calendar: Calendar, now: Millis, dated: Dated): readonly Section[] => {
  // The oldest version has nothing before it that it could differ from.
  const changes = OFFERED_VERSIONS.slice(1)
    .map((version) => ({ version, changed: changesOf(dated, version) }))
    .toReversed();
  return [supportOf(calendar, now), ...changes.map(changeSection), clientLibraries];
};

const sectionId = (version: Version): string => `version-${version}`;

const isoDay = (at: Millis): string => new Date(at).toISOString().slice(0, 10);

const supportOf = (calendar: Calendar, now: Millis): Section => {
  const rows = [...OFFERED_VERSIONS.toReversed(), '2.1' as const, '2.0' as const].map((version) => [
    codeCell(version),
    stateOf(calendar, now, version),
    OFFERED_VERSIONS.indexOf(version) > 0 ? html`<a href="#${sectionId(version)}">What changes</a>` : '',
  ]);
  return {
    id: 'versions',
    title: 'Versions',
    body: html`<p>Answers in a deprecated version carry <code>Service-Deprecated: TRUE</code> and <code>Service-Sunset-Date</code>. A newer number than ${LATEST} is
answered in ${LATEST}, and ${SKIPPED}, which never was, in ${BEFORE_SKIPPED}. A client that raises its version over several others gets the changes of all
of them. In an older version, a newer element is not shown, and sent it is 400 <a href="/docs/errors#invalid_xml">invalid_xml</a>; a newer address is 400
<a href="/docs/errors#unavailable_in_api_version">unavailable_in_api_version</a>. Both name the version that has it.</p>${docTable(['Version', 'State', 'Changes'], rows)}`,
  };
};

const stateOf = (calendar: Calendar, now: Millis, version: Version): string => {
  const { deprecated, sunset, ended } = calendar(version);
  if (ended !== undefined && now >= ended) return `Ended ${isoDay(ended)}. Sandbox sites still have it.`;
  return now >= deprecated
    ? `Deprecated since ${isoDay(deprecated)}, until ${isoDay(sunset)}.`
    : `Supported until ${isoDay(deprecated)}.`;
};

const changeSection = ({
  version,
  changed,
}: {
  readonly version: Version;
  readonly changed: VersionChanges;
}): Section => {
  const notes = [
    ...changed.behaviours.map((says) => html`<li>${says}</li>`),
    ...changed.statuses.map(
      ({ symbol, before, after }) =>
        html`<li>The error <a href="/docs/errors#${symbol}">${symbol}</a> has the status ${after} in place of ${before}.</li>`,
    ),
  ];
  const parts = [
    notes.length > 0 && html`<ul>${notes}</ul>`,
    changed.operations.length > 0 &&
      html`<p>New requests:</p><ul>${changed.operations.map((one) => html`<li>${linked(one)}</li>`)}</ul>`,
    elementTable('New elements', changed.added),
    elementTable('Elements that requests may set from now on', changed.accepted),
    elementTable('Elements that are gone', changed.removed),
  ].filter(Boolean);
  return {
    id: sectionId(version),
    title: `Changes in ${version}`,
    body: parts.length > 0 ? html`${parts}` : html`<p>Nothing that this service shows or accepts.</p>`,
  };
};

const elementTable = (title: string, records: VersionChanges['added']): Markup | false =>
  records.length > 0 &&
  html`<p>${title}:</p>${docTable(
    ['Record or request', 'Elements'],
    records.map((record) => [
      linked(record),
      html`${record.elements.map((one, at) => html`${at > 0 && ', '}${linked(one)}`)}`,
    ]),
  )}`;

const linked = ({ name, href }: { readonly name: string; readonly href: string }): Markup =>
  href ? html`<a href="${href}"><code>${name}</code></a>` : codeCell(name);

const clientLibraries: Section = {
  id: 'client-libraries',
  title: 'Client libraries',
  body: html`<p>A client library names its version by itself. The table has the first release that speaks each version, by the change log of the library, up to
the release in the head of the column. A release without a version of its own speaks that of the release before, and later ones speak the last version of the
column or a newer one. The package <code>recurring</code> 2.7 for Node speaks 2.7. How to point a library at this service:
<a href="/docs/use-a-client-library">Use a client library</a>.</p>${docTable(
    ['Version', ...CLIENT_LIBRARIES.map(({ language, upTo }) => `${language}, to ${upTo}`)],
    OFFERED_VERSIONS.toReversed()
      .filter((version) => CLIENT_LIBRARIES.some(({ releases }) => releases[version]))
      .map((version) => [codeCell(version), ...CLIENT_LIBRARIES.map(({ releases }) => releases[version] ?? '–')]),
  )}`,
};
