import { createHash } from 'node:crypto';
import type { Caller } from '@service/billing/ports/caller.ts';
import {
  type CatalogueDifference,
  compareCatalogues,
} from '@service/billing/queries/catalogue/catalogue-differences.ts';
import { type Site, siteTime } from '@service/billing/resources/site.ts';
import { type CopiedCatalogue, copyCatalogue } from '@service/billing/usecases/plans/copy-catalogue.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import type { FilledForm } from '../../parts/filled.ts';
import { choiceField, formButtons, formTrouble, secretForm } from '../../parts/form.ts';
import { ConsoleRefused } from '../../refused.ts';
import { type ConsoleRoute, FormProblem, formPage, problemsOf, StaleRecord } from '../../route.ts';
import { countInWords } from '../../row-query.ts';
import { type ConsoleVisit, prefixOf } from '../../visit.ts';
import type { CatalogueDeps } from './catalogue-deps.ts';
import { copyTargets } from './catalogue-parts.ts';
import { copyBox, differenceTable } from './difference-table.ts';

const PATH = '/catalogue/copy';
const BACK = { href: '/catalogue', label: 'Plans' };

/** Copies the catalogue of this site to another one of the operator, after showing what that would do. */
export const copyPages = (deps: CatalogueDeps): readonly ConsoleRoute[] => {
  const compare = compareCatalogues(deps);
  const copy = copyCatalogue(deps);
  return formPage({
    path: PATH,
    name: 'catalogue copy',
    permission: 'catalogue.read',
    fresh: true,
    async ask(_, visit, filled) {
      const title = `Copy the catalogue of ${visit.site.subdomain}`;
      const targets = copyTargets(visit);
      if (targets.length === 0) {
        const none = 'You may change the catalogue of no other site. Copying needs that, at the site to copy to.';
        return { title, back: BACK, content: [html`<p class="empty">${none}</p>`] };
      }
      const target = targets.find(({ subdomain }) => subdomain === filled.values.to);
      if (!target) return { title, back: BACK, content: [chooseTarget(visit, filled, targets)] };
      const differences = await compare(callerAt(visit, target), visit.caller);
      return {
        title: `${title} to ${target.subdomain}`,
        back: BACK,
        content: [askToCopy(visit, filled, target, differences)],
      };
    },
    async carryOut(_, visit, form) {
      const target = copyTargets(visit).find(({ subdomain }) => subdomain === form.to);
      // Another site of the operator, at which they may not do this, is refused like one that is not theirs.
      if (!target) throw new ConsoleRefused('forbidden', { permission: 'catalogue.edit' });
      const caller = callerAt(visit, target);
      const chosen = (record: CatalogueDifference): boolean => form[copyBox(record)] === 'yes';
      const differences = await compare(caller, visit.caller);
      if (digestOf(differences) !== form.version) {
        throw new StaleRecord('A catalogue was changed meanwhile. Nothing was copied: this is what copying does now.');
      }
      if (!differences.some(chosen)) throw new FormProblem('Choose what is copied.');
      const copied = await copy(caller, visit.caller, chosen);
      if (copied.refused.length > 0) throw new FormProblem(refusedInWords(copied));
      return {
        to: BACK.href,
        notice: `${doneInWords(copied)} at ${target.subdomain}. Live subscriptions keep their prices, and customers were not told.`,
      };
    },
  });
};

/** The operator as one who asks for something at another site. */
const callerAt = ({ caller: { idempotency_key: _, ...caller }, now }: ConsoleVisit, site: Site): Caller => ({
  ...caller,
  site,
  at: siteTime(site, { now: () => now }),
});

/** The version of the page that the operator saw, so that nothing else is copied. */
const digestOf = (differences: readonly CatalogueDifference[]): string =>
  createHash('sha256')
    .update(JSON.stringify(differences.map(({ kind, code, outcome, input }) => [kind, code, outcome, input])))
    .digest('base64url')
    .slice(0, 22);

const chooseTarget = (visit: ConsoleVisit, filled: FilledForm, targets: readonly Site[]): Markup =>
  html`<form method="get" action="${visit.prefix}${PATH}">
${choiceField(
  filled,
  { name: 'to', label: 'Copy to', hint: 'The next page shows what that would change. Nothing is copied yet.' },
  targets.map(({ subdomain, mode }) => [subdomain, `${subdomain} (${mode})`]),
)}
${formButtons('Compare', { back: `${visit.prefix}${BACK.href}` })}</form>`;

const askToCopy = (
  visit: ConsoleVisit,
  filled: FilledForm,
  target: Site,
  differences: readonly CatalogueDifference[],
): Markup => {
  const back = `${visit.prefix}${BACK.href}`;
  const open = differences.filter(({ outcome }) => outcome === 'new' || outcome === 'changed');
  const rest = differences.filter((one) => !open.includes(one));
  const isSame = rest.filter(({ outcome }) => outcome === 'unchanged').length;
  const there = html`<a href="${prefixOf(visit, target.subdomain)}/catalogue">${target.subdomain}</a>`;
  if (open.length === 0) {
    return html`${formTrouble(filled)}<p class="empty">There is nothing to copy: ${countInWords(isSame, 'record')} ${isSame === 1 ? 'is' : 'are'} the same at ${there}.</p>${differenceTable(filled, rest)}`;
  }
  return html`${formTrouble(filled)}<p>This is what copying changes at ${there}, a ${target.mode} site. What only ${target.subdomain} has stays, and amounts in currencies that it does not sell in are left out. Unique codes of coupons are not copied. New prices are for new sales only.</p>
${secretForm(visit, { action: `${visit.prefix}${PATH}` }, [
  html`<input type="hidden" name="to" value="${target.subdomain}"><input type="hidden" name="version" value="${digestOf(differences)}">`,
  differenceTable(filled, [...open, ...rest]),
  formButtons(`Copy to ${target.subdomain}`, { back }),
])}`;
};

const doneInWords = ({ created, changed }: Pick<CopiedCatalogue, 'created' | 'changed'>): string => {
  const parts = [
    ...(created.length > 0
      ? [`${countInWords(created.length, 'record')} ${created.length === 1 ? 'was' : 'were'} created`]
      : []),
    ...(changed.length > 0
      ? [`${countInWords(changed.length, 'record')} ${changed.length === 1 ? 'was' : 'were'} changed`]
      : []),
  ];
  return parts.join(' and ') || 'Nothing was changed';
};

const refusedInWords = (copied: CopiedCatalogue): string => {
  const reasons = copied.refused.map(
    ({ record: { code }, error }) => `“${code}” was refused: ${problemsOf(error)?.form ?? 'it cannot be copied.'}`,
  );
  return `${doneInWords(copied)}. ${reasons.join(' ')}`;
};
