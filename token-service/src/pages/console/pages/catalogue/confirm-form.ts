import { html, type Markup } from '../../../../documents/html.ts';
import { formButtons, formTrouble, secretForm } from '../../parts/form.ts';
import { type CarriedOut, type ConsoleRoute, formPage } from '../../route.ts';
import type { ConsolePage, ConsoleVisit } from '../../visit.ts';

/** A page that says what an action on a record of the catalogue brings about, and asks once. */
interface ConfirmForm<Held> {
  /** The path without the prefix of the site. */
  readonly path: string;
  readonly name: string;
  /** Throws `not_found`. */
  readonly find: (visit: ConsoleVisit, ctx: ConsolePage) => Promise<Held>;
  /** The button, and the title unless there is another: `Remove Gold`. */
  readonly button: (held: Held) => string;
  readonly title?: (held: Held) => string;
  readonly back: (held: Held, ctx: ConsolePage) => { readonly href: string; readonly label: string };
  readonly consequence: (held: Held, visit: ConsoleVisit) => Promise<Markup | string> | Markup | string;
  /** Whether nothing is taken away: the button is then not one of danger. */
  readonly harmless?: boolean;
  readonly carryOut: (visit: ConsoleVisit, ctx: ConsolePage, held: Held) => Promise<CarriedOut>;
}

/** Returns the routes of a form without fields. */
export const confirmForm = <Held>(form: ConfirmForm<Held>): ConsoleRoute[] =>
  formPage({
    path: form.path,
    name: form.name,
    permission: 'catalogue.edit',
    async ask(ctx, visit, filled) {
      const held = await form.find(visit, ctx);
      const back = form.back(held, ctx);
      const button = form.button(held);
      const buttons = {
        back: `${visit.prefix}${back.href}`,
        danger: !form.harmless,
        keep: form.harmless ? 'Cancel' : 'Keep it',
      };
      return {
        title: form.title?.(held) ?? button,
        back,
        content: [
          html`${formTrouble(filled)}<p>${await form.consequence(held, visit)}</p>`,
          secretForm(visit, { action: `${visit.prefix}${ctx.path}` }, formButtons(button, buttons)),
        ],
      };
    },
    async carryOut(ctx, visit) {
      return form.carryOut(visit, ctx, await form.find(visit, ctx));
    },
  });
