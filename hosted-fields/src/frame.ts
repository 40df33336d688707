import type { YearMonth } from '@service/billing/values/card/expiry.ts';
import { acceptMessage } from './accept.ts';
import { lookWhileFocused } from './autofill.ts';
import type { Connection } from './bootstrap.ts';
import { cardholder } from './cardholder.ts';
import { createField } from './field.ts';
import { offerFonts } from './fonts.ts';
import { joinGroup, leaveGroup } from './group.ts';
import { createModel, type Model } from './model.ts';
import type { FrameAddress, FrameOptions, TestCardRequest, TokenRequest, ToPage } from './protocol.ts';
import { testCard } from './test-card.ts';
import { tokenize } from './tokenize.ts';

const thisMonth = (): YearMonth => {
  const today = new Date();
  return { year: today.getFullYear(), month: today.getMonth() + 1 };
};

/** Runs one field: its input, its place among the frames of the form, and its port to the page. */
export const start = (
  frame: Window & typeof globalThis,
  address: FrameAddress,
  { port, options }: Connection,
): void => {
  const { type, group } = address;
  let { brands } = options;
  const circumstances = () => ({ now: thisMonth(), brands });
  const service = { fetch: frame.fetch.bind(frame), document: frame.location.href };
  const exchange = tokenize({ ...service, circumstances });
  const findTestCard = testCard(service);
  let own: Model | undefined;
  let model = createModel(circumstances);
  let count = 0;

  const send = (message: ToPage) => port.postMessage(message);

  const field = createField(frame.document, type, {
    edited: () => model.edited(),
    focus: () => model.focus(type),
    blur: () => model.blur(type),
    step: (by) => model.step(type, by),
    submit: () => send({ kind: 'submit' }),
    numberBrand: () => model.brand(),
    now: thisMonth,
    filled({ name = '', ...values }) {
      model.fill(values);
      const holder = cardholder(name);
      if (holder) send({ kind: 'name', name: holder });
    },
  });

  const configure = (options: FrameOptions) => {
    // If the page has a number field, it leads, so its brands are those of the model.
    brands = options.brands;
    field.configure(options);
    model.judge();
    offerFonts(options.style, frame.document, frame.location.href);
  };

  const join = () =>
    model.join(type, {
      show(state) {
        field.show(state);
        send({ kind: 'state', count: count++, state });
      },
      value: () => field.value(),
      fill: (value) => field.fill(value),
      typed: () => field.forgetFilled(),
      focus: () => field.focus(),
    });

  const answer = async (request: TokenRequest) => {
    model.judge();
    send({ kind: 'answer', id: request.id, answer: await exchange(request, model.values()) });
  };

  const fillTestCard = async (request: TestCardRequest) => {
    const card = await findTestCard(request).catch(() => undefined);
    if (card) model.fill(card);
    else console.warn('There is no such test card. Only sandboxes have any.');
  };

  const forget = () => {
    field.clear();
    model.edited();
  };

  const leave = () => {
    forget();
    model.leave(type);
    leaveGroup(frame);
    field.remove();
  };

  port.onmessage = ({ data }) => {
    const message = acceptMessage(data);
    if (message?.kind === 'configure') configure(message.options);
    if (message?.kind === 'focus') field.focus();
    if (message?.kind === 'blur') field.blur();
    if (message?.kind === 'clear') forget();
    if (message?.kind === 'destroy') leave();
    if (message?.kind === 'judge') model.judge();
    if (message?.kind === 'token') answer(message);
    if (message?.kind === 'test-card') fillTestCard(message);
  };

  // Tab and scripts focus the document; the customer means the input.
  frame.addEventListener('focus', () => field.focus());
  lookWhileFocused(frame, () => {
    field.look();
    model.judge();
  });
  frame.addEventListener('pagehide', ({ persisted }) => {
    forget();
    if (persisted) return;
    send({ kind: 'gone' });
    leave();
  });
  // Restored from the back/forward cache: messages sent while leaving may not have arrived.
  frame.addEventListener('pageshow', ({ persisted }) => persisted && join());

  configure(options);
  joinGroup(frame, frame.parent, {
    group,
    type,
    since: Date.now(),
    lead() {
      own ??= createModel(circumstances);
      return own;
    },
    follow(leader) {
      if (leader === model) return;
      // A model that the other frames have left holds outdated values: the next time this frame leads, it starts with a
      // new one.
      if (leader !== own) own = undefined;
      model = leader;
      join();
    },
  });
};
