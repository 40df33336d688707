import { isText, members, originOf } from '@service/hosted-fields/protocol';
import { CHALLENGE, judgeOptions, textRules } from '../allowed.ts';
import type { Core, EventReceiver, Loaded } from '../elements/core.ts';
import type { ServiceError } from '../errors.ts';
import { languageAround } from '../plain.ts';
import { randomId } from '../random.ts';
import { CHALLENGE_TEXT_NAMES } from '../texts/challenge-texts.ts';
import type { Token } from '../types.ts';
import { version } from '../version.ts';
import { createChallengeFrame } from './challenge-frame.ts';
import { followTheme } from './follow-theme.ts';
import { ownChallengeTexts } from './own-challenge-texts.ts';
import { CHALLENGE_PROTOCOL, type ChallengeReport, type ChallengeWelcome } from './protocol.ts';
import { titleIn } from './titles.ts';
import type { ThreeDSecureOptions } from './types.ts';

/** Errors that customers can fix: by confirming after all, or with another card. */
const OF_CUSTOMERS = /^three-d-secure-/;

/** Returns the languages of the texts, the best first: the page's own, or those of the browser. */
const languagesFor = (locale: string, target: Element): readonly string[] => {
  if (locale !== 'auto') return [locale];
  const page = languageAround(target);
  return page ? [page, ...navigator.languages] : navigator.languages;
};

const isReport = (data: unknown): data is ChallengeReport => {
  const { kind, code, message, token } = members(data);
  if (kind === 'token') return isText(members(token).id, 200) && isText(members(token).type, 64);
  return kind === 'error' ? isText(code, 64) && isText(message, 1000) : kind === 'ready' || kind === 'done';
};

interface Shown {
  /** Ends the exchange with the frame and removes it. */
  remove(): void;
}

/** Returns what is behind a `ThreeDSecure`; `events` is what the page holds of it. */
export const threeDSecure = (
  { config, signal: lifetime, ServiceError: Errors, refuse }: Core,
  options: ThreeDSecureOptions,
  events: EventReceiver,
): Loaded & { attach(target: Element): void; remove(): void } => {
  judgeOptions(refuse, 'ThreeDSecure', CHALLENGE, options);
  const { actionTokenId, locale = 'auto', theme = 'auto', texts = {} } = options;
  judgeOptions(refuse, 'ThreeDSecure.texts', textRules(CHALLENGE_TEXT_NAMES), texts);
  let shown: Shown | undefined;
  /** The promises of `confirm` that the challenge has not settled yet. */
  const pending = new Set<PromiseWithResolvers<Token>>();

  const settle = (how: (each: PromiseWithResolvers<Token>) => void) => {
    for (const each of pending) how(each);
    pending.clear();
  };

  const fail = (error: ServiceError) => settle(({ reject }) => reject(error));

  const remove = () => {
    shown?.remove();
    shown = undefined;
  };

  const cancel = () => {
    remove();
    fail(new Errors('three-d-secure-canceled', {}, 'customer'));
  };

  const leave = () => {
    if (!shown) return;
    cancel();
    events.emit('done');
  };

  const receive = (report: ChallengeReport) => {
    if (report.kind === 'ready') events.emit('ready');
    if (report.kind === 'error') {
      const { code, message } = report;
      const error = new Errors(code, { message }, OF_CUSTOMERS.test(code) ? 'customer' : 'api');
      fail(error);
      events.emit('error', error);
    }
    if (report.kind === 'token') {
      const { token } = report;
      settle(({ resolve }) => resolve({ ...token }));
      events.emit('token', { ...token } satisfies Token);
    }
    if (report.kind === 'token' || report.kind === 'done') leave();
  };

  const show = (target: Element): Shown => {
    const { api, publicKey: key } = config();
    const frameOrigin = originOf(api)!;
    const channel = randomId();
    const over = new AbortController();
    const { signal } = over;
    const before = document.activeElement;
    const { origin } = location;
    const address = { protocol: CHALLENGE_PROTOCOL, channel, origin };
    const languages = languagesFor(locale, target);
    const own = ownChallengeTexts(config().texts, texts);
    const frame = createChallengeFrame(
      target,
      own.title || titleIn(languages),
      `${api}/three-d-secure.html#${JSON.stringify(address)}`,
    );
    // A challenge that replaces taller content makes the page shorter, and may begin below the window. `instant`
    // overrides the page's `scroll-behavior`: motion would delay the payment, and some customers prefer none.
    frame.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    let port: MessagePort | undefined;
    const themeNow = followTheme({ config, ServiceError: Errors }, theme, frame, signal, (changed) =>
      port?.postMessage({ kind: 'theme', theme: changed }),
    );

    const welcome = () => {
      const { port1, port2 } = new MessageChannel();
      port?.close();
      port = port1;
      port1.onmessage = ({ data }) => {
        if (isReport(data)) receive(data);
      };
      const message: ChallengeWelcome = {
        service: 'three-d-secure',
        kind: 'welcome',
        channel,
        key,
        version,
        actionTokenId,
        languages,
        theme: themeNow(),
        texts: own,
      };
      frame.contentWindow?.postMessage(message, frameOrigin, [port2]);
      frame.focus();
    };

    addEventListener(
      'message',
      ({ source, origin: from, data }) => {
        const { service, kind, channel: theirs } = members(data);
        const isHello = service === 'three-d-secure' && kind === 'hello' && theirs === channel;
        if (isHello && source === frame.contentWindow && from === frameOrigin) welcome();
      },
      { signal },
    );
    return {
      remove() {
        over.abort();
        port?.close();
        const { activeElement } = document;
        const hadFocus = activeElement === frame || activeElement === document.body;
        frame.remove();
        if (hadFocus && before instanceof HTMLElement && before.isConnected) before.focus();
      },
    };
  };

  lifetime.addEventListener('abort', () => {
    remove();
    fail(lifetime.reason);
  });

  return {
    attach(target) {
      remove();
      shown = show(target);
      events.emit('attach');
    },
    remove() {
      if (!shown) return;
      cancel();
      events.emit('remove');
    },
    confirm() {
      const outcome = Promise.withResolvers<Token>();
      pending.add(outcome);
      return outcome.promise;
    },
  };
};
