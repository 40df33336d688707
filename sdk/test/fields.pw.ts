import { CARD, expect, FIELDS, test } from './checkout.ts';

type Library = { service: typeof import('../src/index.ts').service };

test('every field has a named frame, in the order of the page, and configuring again adds none', async ({ shop }) => {
  await shop.open();
  await expect.poll(async () => (await shop.seen()).events).toEqual(['configured', 'ready']);
  const titles = await shop.page
    .locator('iframe')
    .evaluateAll((frames) => frames.map((frame) => frame.getAttribute('title')));
  expect(titles).toEqual(['Card number', 'Expiry month', 'Expiry year', 'Security code']);
  expect((await shop.seen()).states).toEqual([]);
  await expect(shop.page.locator('#number > div')).toHaveClass('service-hosted-field service-hosted-field-number');
});

test('typing formats the number, reports the brand, and marks the container @firefox', async ({ shop }) => {
  await shop.open();
  const container = shop.page.locator('#number > div');
  await shop.input('number').pressSequentially('3782822463');
  await expect(shop.input('number')).toHaveValue('3782 822463');
  await expect(container).toHaveClass(/service-hosted-field-number-focus/);
  await expect(container).not.toHaveClass(/invalid/);
  await expect(shop.input('number')).toHaveAttribute('aria-invalid', 'false');
  expect(await shop.state()).toMatchObject({
    number: { valid: false, brand: 'american_express', length: 10, firstSix: '', lastFour: '', focus: true },
    cvv: { empty: true, focus: false },
  });

  await shop.input('month').click();
  await expect(container).toHaveClass(/service-hosted-field-invalid service-hosted-field-number-invalid/);
  await expect(shop.input('number')).toHaveAttribute('aria-invalid', 'true');

  await shop.input('number').press('End');
  await shop.input('number').pressSequentially('10005');
  await expect(shop.input('number')).toHaveValue('3782 822463 10005');
  await expect(container).toHaveClass(/service-hosted-field-number-valid/);
  await expect
    .poll(() => shop.state())
    .toMatchObject({ number: { valid: true, firstSix: '378282', lastFour: '0005' } });
});

test('the caret stays with its digits @firefox', async ({ shop }) => {
  await shop.open();
  const number = shop.input('number');
  await number.pressSequentially('41111111');
  for (let step = 0; step < 4; step++) await number.press('ArrowLeft');
  await number.press('Backspace');
  await expect(number).toHaveValue('4111 111');
  await number.pressSequentially('23');
  await expect(number).toHaveValue('4112 3111 1');
});

test('a pasted number replaces the value @firefox', async ({ shop }) => {
  await shop.open(`<input id="note" value="4111-1111-1111-1111">${FIELDS}`);
  await shop.type({ number: '378282246310005' });
  await shop.page.locator('#note').focus();
  await shop.page.keyboard.press('ControlOrMeta+a');
  await shop.page.keyboard.press('ControlOrMeta+c');
  await shop.input('number').focus();
  await shop.page.keyboard.press('ControlOrMeta+a');
  await shop.page.keyboard.press('ControlOrMeta+v');
  await expect(shop.input('number')).toHaveValue('4111 1111 1111 1111');
});

test('Tab moves through page and frames, forward and back @firefox', async ({ shop }) => {
  await shop.open();
  await expect.poll(async () => (await shop.seen()).events).toContain('ready');
  await shop.page.getByLabel('Last name').focus();
  for (const [name, value] of Object.entries(CARD)) {
    await shop.page.keyboard.press('Tab');
    await expect(shop.input(name as keyof typeof CARD)).toBeFocused();
    await shop.page.keyboard.type(value);
  }
  await shop.page.keyboard.press('Tab');
  await expect(shop.page.getByRole('button', { name: 'Pay' })).toBeFocused();

  for (const name of ['cvv', 'year', 'month', 'number'] as const) {
    await shop.page.keyboard.press('Shift+Tab');
    await expect(shop.input(name)).toBeFocused();
  }
  await shop.page.keyboard.press('Shift+Tab');
  await expect(shop.page.getByLabel('Last name')).toBeFocused();
  await expect.poll(() => shop.state()).toMatchObject({ number: { valid: true, focus: false }, cvv: { valid: true } });
});

test('Enter emits field:submit, and nothing else @firefox', async ({ shop }) => {
  await shop.open();
  await shop.input('cvv').press('Enter');
  await expect.poll(async () => (await shop.seen()).events).toContain('field:submit');
});

test('the change event of what was typed comes before that of Enter', async ({ shop }) => {
  await shop.open('<div data-service="cvv"></div>');
  await shop.page.evaluate(() => {
    const { service } = window as never as Library;
    const told: unknown[] = [];
    Object.assign(window, { told });
    service.on('change', ({ fields }) => told.push(fields.cvv?.length));
    service.on('field:submit', () => told.push('submit'));
  });
  const input = shop.input('cvv');
  await input.focus();
  // In one task, faster than any customer types.
  await input.evaluate((element: HTMLInputElement) => {
    element.value = '123';
    element.dispatchEvent(new InputEvent('input', { inputType: 'insertText', bubbles: true }));
    element.form?.requestSubmit();
  });
  const told = () => shop.page.evaluate(() => (window as never as { told: unknown[] }).told);
  await expect.poll(told).toContain('submit');
  expect((await told()).slice(-2)).toEqual([3, 'submit']);
});

test('the page can focus, blur and clear a field @firefox', async ({ shop }) => {
  await shop.open();
  await shop.type({ cvv: '123' });
  const tell = (act: 'focus' | 'blur' | 'clear', field: 'cvv' | 'month') =>
    shop.page.evaluate(([act, field]) => (window as never as Library).service[act](field), [act, field] as const);
  await tell('focus', 'month');
  await expect(shop.input('month')).toBeFocused();
  await expect.poll(() => shop.state()).toMatchObject({ month: { focus: true }, cvv: { focus: false, length: 3 } });
  await tell('blur', 'month');
  await expect.poll(() => shop.state()).toMatchObject({ month: { focus: false } });
  await tell('clear', 'cvv');
  await expect.poll(() => shop.state()).toMatchObject({ cvv: { empty: true, length: 0 } });
  await expect(shop.input('cvv')).toHaveValue('');
});

test('a field that is focused before it is ready gets the focus when it is', async ({ shop }) => {
  await shop.open('<div data-service="number"></div><div data-service="cvv"></div>');
  await shop.page.evaluate(() => {
    const { service } = window as never as Library;
    service.destroy();
    service.configure('key');
    service.focus('cvv');
  });
  await expect(shop.input('cvv')).toBeFocused();
  await shop.page.keyboard.type('12');
  await expect(shop.input('cvv')).toHaveValue('12');
});

test('the error for an unknown field names it', async ({ shop }) => {
  await shop.open('<div data-service="cvv"></div>');
  const refusal = await shop.page.evaluate(() => {
    const { service } = window as never as Library;
    const refused = (act: () => void) => {
      try {
        act();
      } catch (error) {
        return { code: (error as { code: string }).code, message: String(error) };
      }
    };
    return [refused(() => service.focus('month')), refused(() => new service.Service().clear('cvv'))];
  });
  expect(refusal).toMatchObject([{ code: 'missing-hosted-field-target' }, { code: 'not-configured' }]);
  expect(refusal[0]?.message).toContain('missing-hosted-field-target, type month');
});

test('a click on a label, beside or around the target, focuses the field @firefox', async ({ shop }) => {
  await shop.open();
  await expect.poll(async () => (await shop.seen()).events).toContain('ready');
  await shop.page.getByText('Number', { exact: true }).click();
  await expect(shop.input('number')).toBeFocused();
  await shop.page.getByText('Month', { exact: true }).click({ position: { x: 2, y: 2 } });
  await expect(shop.input('month')).toBeFocused();
});

test('a reload starts with empty fields that work @firefox', async ({ origins, shop }) => {
  await shop.open();
  await shop.type(CARD);
  await shop.page.reload();
  for (const name of ['number', 'month', 'year', 'cvv'] as const) await expect(shop.input(name)).toHaveValue('');
  await shop.type(CARD);
  expect(await shop.pay()).toMatchObject({ hidden: 'token-for-Lovelace' });
  expect(origins.requests).toHaveLength(1);
});

test('configuring again restyles in place and keeps what was typed', async ({ shop }) => {
  await shop.open(FIELDS, { style: { all: { fontSize: '20px' } } });
  await shop.type({ number: '4111' });
  await expect(shop.input('number')).toHaveCSS('font-size', '20px');
  await shop.page.evaluate(() => {
    const { service } = window as never as Library;
    service.configure({
      fields: {
        number: {
          style: {
            fontColor: 'rgb(1, 2, 3)',
            title: 'Kartennummer',
            backgroundImage: 'url(https://evil.example/x)',
            placeholder: { content: '•••• ••••', color: 'rgb(9, 9, 9)' },
            invalid: { fontColor: 'rgb(200, 0, 0)' },
          },
        },
      },
    });
  });
  const number = shop.page.frameLocator('iframe[title=Kartennummer]').getByLabel('Kartennummer');
  await expect(number).toHaveValue('4111');
  await expect(number).toHaveCSS('font-size', '20px');
  await expect(number).toHaveCSS('color', 'rgb(1, 2, 3)');
  await expect(number).toHaveCSS('background-image', 'none');
  await expect(number).toHaveAttribute('placeholder', '•••• ••••');
  await shop.input('month').focus();
  await expect(number).toHaveCSS('color', 'rgb(200, 0, 0)');
});

test('a target that was replaced gets a new field, the others keep theirs', async ({ shop }) => {
  await shop.open();
  await shop.type({ number: '4111', month: '12' });
  await shop.page.evaluate(() => {
    const { service } = window as never as Library;
    const old = document.querySelector('#month');
    old?.replaceWith(old.cloneNode());
    service.configure('key');
  });
  await expect(shop.input('month')).toHaveValue('');
  await expect(shop.input('number')).toHaveValue('4111');
  await shop.type({ number: '111111111111', month: '11', year: '40' });
  expect(await shop.pay()).toMatchObject({ token: { type: 'credit_card' } });
});

test('a frame that navigated away is replaced, and the form works again', async ({ origins, shop }) => {
  await shop.open();
  await shop.type(CARD);
  await shop.page.evaluate(() => {
    const frame = document.querySelector<HTMLIFrameElement>('#number iframe');
    frame?.contentWindow?.location.replace('about:blank');
  });
  await expect.poll(async () => (await shop.seen()).events).toEqual(['configured', 'ready', 'ready']);
  await expect(shop.input('number')).toHaveValue('');
  await shop.type({ number: '5555555555554444' });
  await shop.pay();
  expect(origins.requests[0]?.params).toMatchObject({ ...CARD, number: '5555555555554444' });
});

test('two instances on a page are separate', async ({ origins, shop }) => {
  await shop.open(`${FIELDS}<div id="n2"></div><div id="m2"></div><div id="y2"></div><div id="c2"></div>`);
  const second = (outcome: 'start' | 'token') =>
    shop.page.evaluate(async (step) => {
      const { service, other } = window as never as Library & { other: InstanceType<Library['service']['Service']> };
      const field = (id: string) => ({ selector: `#${id}2`, style: { title: `Second ${id}` } });
      if (step === 'token') {
        return new Promise((resolve) =>
          other.token({ first_name: 'B', last_name: 'Two' }, (error, token) => resolve(error?.fields ?? token?.id)),
        );
      }
      const fields = { number: field('n'), month: field('m'), year: field('y'), cvv: field('c') };
      Object.assign(window, { other: new service.Service({ publicKey: 'second-key', fields }) });
      return undefined;
    }, outcome);

  await second('start');
  await shop.type(CARD);
  expect(await second('token')).toEqual(['number', 'month', 'year']);
  expect(await shop.pay()).toMatchObject({ hidden: 'token-for-Lovelace' });

  const values = { n: '5555555555554444', m: '01', y: '41', c: '999' };
  for (const [id, value] of Object.entries(values)) {
    await shop.page.frameLocator(`#${id}2 iframe`).getByRole('textbox').pressSequentially(value);
  }
  expect(await second('token')).toBe('token-for-Two');
  expect(origins.requests.map(({ params }) => [params.key, params.number, params.cvv])).toEqual([
    ['key', CARD.number, CARD.cvv],
    ['second-key', values.n, values.c],
  ]);
});

test('an instance does not touch the fields of another, until those are removed', async ({ shop }) => {
  await shop.open();
  await shop.type(CARD);
  const seen = await shop.page.evaluate(() => {
    const { service } = window as never as Library;
    const frames = [...document.querySelectorAll('iframe')];
    const { readyState } = new service.Service('second-key');
    const refused = () => {
      try {
        return new service.Service({ publicKey: 'second-key', fields: { month: '#month' } });
      } catch (error) {
        return { code: (error as { code: string }).code, message: String(error) };
      }
    };
    return { readyState, refused: refused(), kept: frames.every((frame) => frame.isConnected) };
  });
  expect(seen).toEqual({
    readyState: 3,
    refused: { code: 'invalid-option', message: expect.stringContaining('`fields.month.selector`') },
    kept: true,
  });
  expect(await shop.pay()).toMatchObject({ token: { id: 'token-for-Lovelace' } });

  const readyState = await shop.page.evaluate(() => {
    const { service } = window as never as Library;
    service.destroy();
    return new service.Service({ publicKey: 'second-key', fields: { month: '#month' } }).readyState;
  });
  expect(readyState).toBe(1);
  await expect(shop.input('number')).toHaveValue('');
});
