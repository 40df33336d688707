import type { Writable } from '@service/billing/resources/resource.ts';
import type { Resource } from '@service/billing/resources/schema.ts';
import type { Submitted } from '@service/billing/resources/submitted.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { formButtons, formTrouble, secretForm } from '../../parts/form.ts';
import { latestChange } from '../../parts/latest-change.ts';
import { changedSince, versionFields } from '../../record-version.ts';
import { type CarriedOut, type ConsoleRoute, formPage, StaleRecord } from '../../route.ts';
import type { ConsolePage, ConsoleVisit } from '../../visit.ts';
import type { CatalogueDeps } from './catalogue-deps.ts';
import { readTableForm } from './read-table-form.ts';
import { tableFields } from './table-form.ts';
import type { FieldGroup, TableForm } from './table-spec.ts';
import { inputTexts } from './table-texts.ts';

/** A page that creates or edits one record of the catalogue. */
export interface RecordForm<R extends Resource, Held extends object> {
  /** The path without the prefix of the site. */
  readonly path: string;
  readonly name: string;
  readonly table: R;
  /** The record that is edited; missing where one is created. Throws `not_found`. */
  readonly find?: (visit: ConsoleVisit, ctx: ConsolePage) => Promise<Held>;
  readonly groups: (
    visit: ConsoleVisit,
    held: Held | undefined,
  ) => readonly FieldGroup[] | Promise<readonly FieldGroup[]>;
  readonly currencies?: (visit: ConsoleVisit, held: Held | undefined) => readonly string[];
  readonly title: (held: Held | undefined, ctx: ConsolePage) => string;
  readonly back: (held: Held | undefined, ctx: ConsolePage) => { readonly href: string; readonly label: string };
  readonly intro?: (visit: ConsoleVisit, held: Held | undefined, ctx: ConsolePage) => Promise<Markup | string>;
  readonly button: string;
  /** The action and the subject under which the audit log has edits. Missing: saving does something in any case. */
  readonly edits?: (held: Held, ctx: ConsolePage) => readonly [action: string, subject: string];
  readonly save: (
    visit: ConsoleVisit,
    ctx: ConsolePage,
    sent: Submitted<Writable<R>>,
    held: Held | undefined,
  ) => Promise<CarriedOut>;
}

/** Returns the routes of a form whose fields, and what may be written into them, follow from a resource table. */
export const recordForm = <R extends Resource, Held extends object>(
  deps: CatalogueDeps,
  form: RecordForm<R, Held>,
): ConsoleRoute[] => {
  const changedBy = latestChange(deps);
  const tableForm = async (
    visit: ConsoleVisit,
    held: Held | undefined,
  ): Promise<TableForm & { readonly table: R }> => ({
    table: form.table,
    groups: await form.groups(visit, held),
    currencies: form.currencies?.(visit, held) ?? visit.site.currencies,
    held,
  });

  return formPage({
    path: form.path,
    name: form.name,
    permission: 'catalogue.edit',
    async ask(ctx, visit, filled) {
      const held = await form.find?.(visit, ctx);
      const fields = await tableForm(visit, held);
      const back = form.back(held, ctx);
      return {
        title: form.title(held, ctx),
        back,
        content: [
          html`${formTrouble(filled)}${(await form.intro?.(visit, held, ctx)) ?? ''}`,
          secretForm(visit, { action: `${visit.prefix}${ctx.path}` }, [
            held ? versionFields(filled, inputTexts(fields)) : '',
            ...tableFields(fields, filled),
            formButtons(filled.problems.stale ? 'Save all the same' : form.button, {
              back: `${visit.prefix}${back.href}`,
            }),
          ]),
        ],
      };
    },
    async carryOut(ctx, visit, sent) {
      const held = await form.find?.(visit, ctx);
      const fields = await tableForm(visit, held);
      if (held) {
        const now = inputTexts(fields);
        const stale = changedSince(sent, now);
        if (stale.length > 0) {
          const by = form.edits ? await changedBy(visit, ...form.edits(held, ctx)) : '';
          const problems = stale.map((name) => [name, `It is now “${now[name] || 'none'}”.`]);
          throw new StaleRecord(
            `The record was changed meanwhile${by}. Nothing was saved.`,
            Object.fromEntries(problems),
          );
        }
      }
      const read = readTableForm(fields, sent, visit.site);
      const isSame = Object.keys(read.value).length === 0 && read.issues.length === 0;
      if (held && form.edits && isSame) return { to: form.back(held, ctx).href, notice: 'Nothing was changed.' };
      return form.save(visit, ctx, read, held);
    },
  });
};
