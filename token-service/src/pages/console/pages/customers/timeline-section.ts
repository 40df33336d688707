import { actorName, type KeyNames } from '@service/billing/domain/audit-log/actor-name.ts';
import type { Subject } from '@service/billing/domain/audit-log/subject.ts';
import type { Permission } from '@service/billing/domain/operators/permissions.ts';
import type { SiteRecords } from '@service/billing/ports/sites.ts';
import { findKeyNames } from '@service/billing/queries/access/key-names.ts';
import { timeline } from '@service/billing/queries/accounts/timeline.ts';
import {
  TIMELINE_KINDS,
  type TimelineEntry,
  type TimelineKind,
} from '@service/billing/queries/accounts/timeline-entries.ts';
import type { QueryDeps } from '@service/billing/queries/lists/site-query.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { english } from '../../../../documents/messages/en/index.ts';
import type { Form } from '../../../../http/bodies/form.ts';
import { changesInWords, changesSeen } from '../../parts/changes.ts';
import { momentOf, moneyOf, personalText } from '../../parts/figures.ts';
import { customerPath, invoicePath, paymentPath, subscriptionPath } from '../../parts/paths.ts';
import { stateBadge } from '../../parts/state-words.ts';
import { type ConsoleVisit, may } from '../../visit.ts';
import { paymentTitle } from '../money/payment-words.ts';
import { eventInWords } from './event-words.ts';

export interface TimelineDeps extends QueryDeps {
  readonly storage: Parameters<typeof findKeyNames>[0]['storage'];
  readonly sites: Pick<SiteRecords, 'keys'>;
}

const ENTRIES = 25;

const LABELS: Readonly<Record<TimelineKind, string>> = {
  webhook: 'Webhooks',
  mail: 'Mail',
  note: 'Notes',
  audit: 'Changes',
  payment: 'Payments',
  event: 'Events',
};

/** The permissions that entries of some kinds need; the other kinds are seen with the customer. */
const NEEDS: Partial<Record<TimelineKind, Permission>> = {
  webhook: 'webhooks.read',
  mail: 'mail.read',
  payment: 'payments.read',
};

/** Returns the stream of what happened to a customer, newest first, filtered by kind. */
export const timelineSection = (deps: TimelineDeps) => {
  const read = timeline(deps);
  const namesOf = findKeyNames(deps);
  return async (visit: ConsoleVisit, code: string, query: Form): Promise<Markup> => {
    const allowed = TIMELINE_KINDS.filter((kind) => {
      const permission = NEEDS[kind];
      return permission === undefined || may(visit, permission);
    });
    const chosen = allowed.find((kind) => kind === query.kind);
    const [{ entries, next }, names] = await Promise.all([
      read(visit.caller, code, { kinds: chosen ? [chosen] : allowed, before: query.before, limit: ENTRIES }),
      namesOf(visit.site),
    ]);
    const here = `${visit.prefix}${customerPath(code)}`;
    const tab = (kind: TimelineKind | undefined, label: string) =>
      html`<a href="${here}${kind ? `?kind=${kind}` : ''}"${kind === chosen ? html` aria-current="true"` : ''}>${label}</a>`;
    return html`<section aria-labelledby="timeline"><h2 id="timeline">Timeline</h2>
<nav class="tabs" aria-label="Kinds of entries">${tab(undefined, 'All')}${allowed.toReversed().map((kind) => tab(kind, LABELS[kind]))}</nav>
${chosen === 'audit' && may(visit, 'audit.read') ? html`<p><a href="${visit.prefix}/audit?${new URLSearchParams({ account_code: code }).toString()}">These changes in the audit log, with a file</a></p>` : ''}
${
  entries.length === 0
    ? html`<p class="empty">Nothing${chosen ? ' of this kind' : ''} has happened yet.</p>`
    : html`<ol class="timeline">${entries.map((entry) => row(visit, names, entry))}</ol>`
}
${next ? html`<nav class="pager" aria-label="Pages of the timeline"><a class="button" rel="next" href="${here}?${new URLSearchParams({ ...(chosen ? { kind: chosen } : {}), before: next }).toString()}#timeline">Earlier</a></nav>` : ''}
</section>`;
  };
};

/** The timeline of a customer that begins with an event. */
export const eventPath = (code: string, eventId: string): string =>
  `${customerPath(code)}?${new URLSearchParams({ kind: 'event', before: `${eventId}.0` })}#timeline`;

const row = (visit: ConsoleVisit, names: KeyNames, entry: TimelineEntry): Markup => {
  const by = entry.actor ? actorName(entry.actor, names) : '';
  const detail = detailOf(visit, entry);
  return html`<li>${momentOf(visit, entry.at)}<span class="what">${titleOf(entry)} ${linkOf(visit, entry.subject)}</span><span class="by">${by}</span>${detail ? html`<span class="detail">${detail}</span>` : ''}</li>
`;
};

const titleOf = (entry: TimelineEntry): Markup | string => {
  switch (entry.kind) {
    case 'mail':
      return html`Mail: ${eventInWords(entry.what)}`;
    case 'webhook':
      return html`Webhook: ${eventInWords(entry.what)}`;
    case 'note':
      return 'Note';
    case 'payment':
      return html`${paymentTitle(entry.details)} ${stateBadge('payment', entry.details.status)}`;
    default:
      return eventInWords(entry.what);
  }
};

const detailOf = (visit: ConsoleVisit, entry: TimelineEntry): Markup | string => {
  switch (entry.kind) {
    case 'note':
      return entry.details.message;
    case 'mail': {
      const { recipient, status, error } = entry.details;
      return [personalText(visit, recipient) && `to ${personalText(visit, recipient)}`, status, error]
        .filter(Boolean)
        .join(', ');
    }
    case 'webhook':
      return entry.details.deliveries
        .map(({ state, status, error }) => [state, status, error].filter(Boolean).join(' '))
        .join('; ');
    case 'payment': {
      const { error_code, card, gateway_code } = entry.details;
      const method = [card.brand, card.last_four].filter(Boolean).join(' ');
      const why = error_code ? english.decline(error_code).merchant_message : '';
      return [why, method, gateway_code].filter(Boolean).join(' · ');
    }
    case 'audit':
      return changesInWords(changesSeen(visit, entry.what, entry.details.changes));
    case 'event': {
      const { plan_name, amount_in_cents, currency, cancel_reason, cancel_comment } = entry.details;
      const amount =
        amount_in_cents !== undefined && currency !== undefined ? moneyOf(amount_in_cents, currency) : undefined;
      return [plan_name, amount, cancel_reason, cancel_comment && `“${cancel_comment}”`].filter(Boolean).join(' · ');
    }
  }
};

const linkOf = ({ prefix }: ConsoleVisit, subject: Subject | undefined): Markup | string => {
  switch (subject?.kind) {
    case 'subscription':
      return html`<a href="${prefix}${subscriptionPath(subject.id)}">subscription</a>`;
    case 'invoice':
      return html`<a href="${prefix}${invoicePath(subject.id)}">${subject.id}</a>`;
    case 'payment':
      return html`<a href="${prefix}${paymentPath(subject.id)}">payment</a>`;
    case 'message':
      return html`<a href="${prefix}/mail/${subject.id}">message</a>`;
    default:
      return '';
  }
};
