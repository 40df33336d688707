import { keepOperatorSession, readOperatorSession } from '../steps/session-cookie.ts';
import type { ConsolePage } from '../visit.ts';
import type { ConsoleAccess } from './access.ts';

export interface SignInDeps {
  readonly access: ConsoleAccess;
  readonly isSecure: (ctx: Pick<ConsolePage, 'secure'>) => boolean;
  /** Begins a session in this browser, and ends the one that it had. */
  readonly begin: (ctx: ConsolePage, secret: string) => Promise<void>;
}

/** Returns the step that begins a session in this browser: one that was planted there before is gone. */
export const beginning =
  ({ access, isSecure }: Pick<SignInDeps, 'access' | 'isSecure'>): SignInDeps['begin'] =>
  async (ctx, secret) => {
    const secure = isSecure(ctx);
    const held = readOperatorSession(ctx, secure);
    if (held) await access.closeSession(held);
    keepOperatorSession(ctx, secure, secret);
  };
