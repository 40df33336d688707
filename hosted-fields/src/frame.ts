import type { YearMonth } from '@service/billing/card/expiry.ts';
import { acceptMessage } from './accept.ts';
import type { Connection } from './bootstrap.ts';
import { leaveSeat, takeSeat } from './group.ts';
import { createField } from './input.ts';
import { createModel, type Model, type Show } from './model.ts';
import type { FrameAddress, TokenRequest, ToPage } from './protocol.ts';
import { tokenize } from './tokenize.ts';

const thisMonth = (): YearMonth => {
  const today = new Date();
  return { year: today.getFullYear(), month: today.getMonth() + 1 };
};

/** Runs one field: its input, its seat among the frames of the form, and its port to the page. */
export const start = (
  frame: Window & typeof globalThis,
  address: FrameAddress,
  { port, options }: Connection,
): void => {
  const { type, group } = address;
  const exchange = tokenize({ fetch: frame.fetch.bind(frame), document: frame.location.href, now: thisMonth });
  let own: Model | undefined;
  let model = createModel(thisMonth);
  let count = 0;

  const tell = (message: ToPage) => port.postMessage(message);

  const field = createField(frame.document, type, {
    write: (value) => model.write(type, value),
    focus: () => model.focus(type),
    blur: () => model.blur(type),
    submit: () => tell({ kind: 'submit' }),
    numberBrand: () => model.brand(),
  });

  const show: Show = (state) => {
    field.show(state);
    tell({ kind: 'state', count: count++, state });
  };

  const join = () => model.join(type, field.value(), show);

  const answer = async (request: TokenRequest) =>
    tell({ kind: 'answer', id: request.id, answer: await exchange(request, model.values()) });

  const forget = () => {
    field.clear();
    model.write(type, '');
  };

  const leave = () => {
    forget();
    model.leave(type);
    leaveSeat(frame);
    field.remove();
  };

  port.onmessage = ({ data }) => {
    const message = acceptMessage(data);
    if (message?.kind === 'configure') field.configure(message.options);
    if (message?.kind === 'focus') field.focus();
    if (message?.kind === 'blur') field.blur();
    if (message?.kind === 'clear') forget();
    if (message?.kind === 'destroy') leave();
    if (message?.kind === 'token') answer(message);
  };

  // Tabbing or a script puts the focus on the document; the customer means the input.
  frame.addEventListener('focus', () => field.focus());
  frame.addEventListener('pagehide', ({ persisted }) => {
    forget();
    if (persisted) return;
    tell({ kind: 'gone' });
    leave();
  });
  // Back from the browser's cache of whole pages: what was said while leaving may not have arrived.
  frame.addEventListener('pageshow', ({ persisted }) => persisted && join());

  field.configure(options);
  takeSeat(frame, frame.parent, {
    group,
    type,
    since: Date.now(),
    lead() {
      own ??= createModel(thisMonth);
      return own;
    },
    follow(leader) {
      if (leader === model) return;
      // A model that others have left holds stale values: the next time this frame leads, it starts afresh.
      if (leader !== own) own = undefined;
      model = leader;
      join();
    },
  });
};
