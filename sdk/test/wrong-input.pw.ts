import { CARD, expect, test } from './checkout.ts';

/**
 * Types, pastes and composes random text into the control of this frame, and checks after each that the value is
 * consistent. Runs inside the frame; returns the problems, and the number of attempts.
 */
const torment = (control: HTMLInputElement, { seed, times, type }: { seed: number; times: number; type: string }) => {
  let state = seed;
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
  const wrong: string[] = [];
  addEventListener('error', ({ message }) => wrong.push(message));

  const NONSENSE = [
    ...'0123456789 -/.,abcXYZé漢字',
    '４２',
    '٤٢',
    '۴۲',
    '४२',
    '𝟜𝟚',
    '²',
    '①',
    '四',
    '👍',
    '👨‍👩‍👧‍👦',
    '\u200b',
    '\u202e',
    '\0',
    '\t',
    '\n',
    'e10',
    '-1',
    '1e5',
    '0x41',
    '4111 1111 1111 1111',
    '3782-822463-10005',
    '01/2027',
    '2027-01',
    '<img src=x onerror=alert(1)>',
    '{"number":1}',
    '__proto__',
  ];
  const say = (name: string, init: InputEventInit = {}) =>
    control.dispatchEvent(new InputEvent(name, { bubbles: true, ...init }));
  const put = (text: string) => {
    const start = Math.min(control.selectionStart ?? 0, control.value.length);
    const end = Math.max(start, control.selectionEnd ?? start);
    control.setRangeText(text, start, end, 'end');
  };
  const acts = [
    () => {
      put(pick(NONSENSE));
      say('input', { inputType: 'insertText' });
    },
    () => {
      put(pick(NONSENSE) + pick(NONSENSE) + pick(NONSENSE));
      say('input', { inputType: 'insertFromPaste' });
    },
    () => {
      control.value = pick(NONSENSE);
      say('input');
    },
    () => {
      control.value = pick(NONSENSE);
      control.dispatchEvent(new Event('change', { bubbles: true }));
    },
    () => {
      put('');
      say('input', {
        inputType: pick(['deleteContentBackward', 'deleteContentForward', 'deleteWordBackward', 'historyUndo']),
      });
    },
    () => {
      const at = random(control.value.length + 1);
      control.setSelectionRange(at, Math.min(at + random(4), control.value.length));
    },
    () => {
      control.dispatchEvent(new CompositionEvent('compositionstart'));
      put(pick(NONSENSE));
      say('input', { inputType: 'insertCompositionText', isComposing: true });
      put(pick(NONSENSE));
      control.dispatchEvent(new CompositionEvent('compositionend', { data: 'x' }));
    },
    () =>
      control.dispatchEvent(
        new KeyboardEvent('keydown', {
          key: pick(['Enter', 'Tab', 'Escape', 'Process', 'Unidentified', 'Dead']),
          bubbles: true,
        }),
      ),
    () => {
      control.blur();
      control.focus();
    },
    () => document.execCommand(pick(['undo', 'redo', 'delete', 'selectAll'])),
  ];
  const SOUND: Record<string, RegExp> = { number: /^(\d+( \d+)* ?)?$/, month: /^\d*$/, year: /^\d*$/, cvv: /^\d*$/ };
  control.focus();
  for (let round = 0; round < times; round++) {
    const act = random(acts.length);
    try {
      (acts[act] as () => void)();
    } catch (error) {
      wrong.push(`act ${act}: ${error}`);
    }
    const { value, selectionStart: caret } = control;
    // Between two actions an undo list may show the value before formatting; the next input ends that.
    if (act === 9) say('input', { inputType: 'historyUndo' });
    if (act < 5 && !SOUND[type]?.test(value)) wrong.push(`round ${round}, act ${act}: shows ${JSON.stringify(value)}`);
    if (value.length > 400 || (caret ?? 0) > value.length)
      wrong.push(`round ${round}: caret ${caret} of ${value.length}`);
  }
  const began = performance.now();
  control.value = '4'.repeat(10_000_000);
  say('input', { inputType: 'insertFromPaste' });
  const took = performance.now() - began;
  if (control.value.length > 1000) wrong.push(`keeps ${control.value.length} characters`);
  if (took > 5000) wrong.push(`ten megabytes took ${took} ms`);
  return wrong;
};

for (const type of ['number', 'month', 'year', 'cvv'] as const) {
  test(`random wrong inputs leave the ${type} consistent, and ready for a valid one`, async ({
    long,
    origins,
    shop,
  }) => {
    const errors: string[] = [];
    // Firefox counts a blocked favicon among the errors of a page.
    shop.page.on('pageerror', (error) => /favicon/.test(String(error)) || errors.push(String(error)));
    await shop.open();
    const input = shop.input(type);
    await expect.poll(async () => (await shop.seen()).events).toContain('ready');
    expect(await input.evaluate(torment, { seed: 7 + type.length, times: long ? 500 : 100, type })).toEqual([]);
    await expect.poll(async () => (await shop.state())[type]).toMatchObject({ valid: false, empty: false });

    await input.fill('');
    await shop.type(CARD);
    expect(await shop.pay()).toMatchObject({ token: { id: 'token-for-Lovelace' } });
    expect(origins.requests[0]?.params).toMatchObject(CARD);
    expect(errors).toEqual([]);
  });
}
