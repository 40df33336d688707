import type { OperatorClient } from '@service/billing/engine/operators/operator-deps.ts';
import type { Seconds } from '@service/billing/values/time.ts';
import { html, type Markup } from '../../../documents/html.ts';
import { clientAddress } from '../../../http/client-address.ts';
import type { AnonymousKind } from '../../../http/limits/anonymous.ts';
import { consoleAsset } from '../parts/assets.ts';
import { messageShell } from '../parts/shell.ts';
import type { ConsolePage, ConsoleStep } from '../visit.ts';
import type { ConsoleAccess } from './access.ts';

export interface SignInDeps {
  readonly access: ConsoleAccess;
  readonly isSecure: (ctx: Pick<ConsolePage, 'secure'>) => boolean;
  /** Begins a session in this browser, and ends the one that it had. */
  readonly begin: (ctx: ConsolePage, secret: string) => Promise<void>;
}

/** A page of someone who is not, or not completely, signed in. */
export interface SignInRoute {
  readonly method: 'get' | 'post';
  readonly path: string;
  readonly name: string;
  /** A limit of its own for each address, beside that of all pages. */
  readonly limit?: AnonymousKind;
  readonly run: ConsoleStep;
}

/**
 * The home page, or a path of the console, all of which begin with a letter: nothing that a browser could read as
 * another host, encoded or not, and no control characters.
 */
const PATH = /^\/(?:[a-z?][\x21-\x5b\x5d-\x7e]*)?$/;
const LONGEST_PATH = 2000;

/** The page that a `to` in an address names; the home page for anything else. */
export const pathWithin = (to: string | null | undefined): string =>
  to && to.length <= LONGEST_PATH && PATH.test(to) ? to : '/';

/** The browser that a request comes from. */
export const operatorClient = (ctx: ConsolePage): OperatorClient => ({
  address: clientAddress(ctx),
  user_agent: ctx.get('User-Agent'),
  correlation: ctx.state.correlation,
});

/** Continues at a page of the console. */
export const goTo = (ctx: ConsolePage, path: string): void => {
  ctx.status = 303;
  ctx.redirect(path);
  ctx.body = '';
};

/** Shows a page of signing in. `problem`: what was wrong with the form before. */
export const showAlone = (
  ctx: ConsolePage,
  title: string,
  content: readonly (Markup | string)[],
  { problem, status = 200, passkeys = false }: { problem?: string; status?: number; passkeys?: boolean } = {},
): void => {
  ctx.status = status;
  ctx.type = 'html';
  ctx.body = messageShell(
    title,
    [problem ? html`<p class="trouble" role="alert" tabindex="-1" autofocus>${problem}</p>` : '', ...content],
    passkeys ? [html`<script type="module" src="${consoleAsset('passkeys.js')}"></script>`] : [],
  );
};

/** The response of a passkey that the script put into a form. */
export const passkeyResponse = (text: string | undefined): unknown => {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
};

/** `4 minutes`. */
const waitText = (seconds: Seconds): string => {
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
};

export const LOCKED = (seconds: Seconds): string =>
  `There were too many failed attempts. Try again in ${waitText(seconds)}, or have an owner send you a new link.`;

/**
 * A form that a passkey fills: the script asks for the options at `options`, has the browser sign them, and sends the
 * form. Without script the button is not shown.
 */
export const passkeyForm = (
  { action, options, label, create = false }: { action: string; options: string; label: string; create?: boolean },
  more: Markup | string = '',
): Markup => html`<form method="post" action="${action}" data-passkey="${create ? 'create' : 'get'}" data-options="${options}" hidden>
${more}
<input type="hidden" name="response" value="">
<button type="submit" class="${create ? '' : 'main'}">${label}</button>
<p class="problem" role="alert"></p>
</form>`;
