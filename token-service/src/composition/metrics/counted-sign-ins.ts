import { Counter, type Registry } from 'prom-client';
import type { ConsoleAccess } from '../../pages/console/sign-in/access.ts';

type Method = 'password' | 'passkey' | 'openid' | 'demo' | 'second_factor';

/** Returns what counts the sign-ins at the console by their outcome, which is never the reason of a refusal. */
export const countedSignIns = (registry: Registry): ((access: ConsoleAccess) => ConsoleAccess) => {
  const signIns = new Counter({
    name: 'billing_console_sign_ins_total',
    help: 'Attempts to sign in at the console: signed_in, refused, or locked after too many.',
    labelNames: ['method', 'result'],
    registers: [registry],
  });
  const count = (method: Method, outcome: string | undefined): void => {
    const result = outcome === 'signed_in' || outcome === 'proved' ? 'signed_in' : outcome;
    signIns.inc({ method, result: result === 'signed_in' || result === 'locked' ? result : 'refused' });
  };
  return (access) => {
    const { openId } = access;
    return {
      ...access,
      async signInDemoOwner(...client) {
        const opened = await access.signInDemoOwner(...client);
        count('demo', opened && 'signed_in');
        return opened;
      },
      async signInWithPassword(...typed) {
        const outcome = await access.signInWithPassword(...typed);
        count('password', outcome.outcome);
        return outcome;
      },
      async signInWithPasskey(...response) {
        const outcome = await access.signInWithPasskey(...response);
        count('passkey', outcome.outcome);
        return outcome;
      },
      async proveAgain(...proof) {
        const outcome = await access.proveAgain(...proof);
        count('second_factor', outcome?.outcome);
        return outcome;
      },
      openId: openId && {
        begin: openId.begin,
        async finish(...arrived) {
          const outcome = await openId.finish(...arrived);
          count('openid', outcome?.outcome);
          return outcome;
        },
      },
    };
  };
};
