/** The components of the README, bundled by Vite as a merchant's application is, and paid with. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';
import { compileScript, parse } from 'vue/compiler-sfc';
import { expect, test } from './checkout.ts';

const SDK = join(import.meta.dirname, '..');

const MAIN = {
  react: `import { createElement, StrictMode } from 'react';
    import { createRoot } from 'react-dom/client';
    import { Checkout } from '${SDK}/pages/Checkout.jsx';
    const root = createRoot(document.querySelector('#root'));
    const show = (...children) => root.render(createElement(StrictMode, null, ...children));
    show(createElement(Checkout));
    window.leave = () => show();`,
  vue: `import { createApp } from 'vue';
    import Checkout from '${SDK}/pages/Checkout.vue';
    const app = createApp(Checkout);
    app.mount('#root');
    window.leave = () => app.unmount();`,
};

/** Compiles components without styles or TypeScript, as Vue's plugin for Vite does. */
const components: Plugin = {
  name: 'components',
  transform(code, id) {
    if (!id.endsWith('.vue')) return null;
    const { descriptor } = parse(code, { filename: id });
    return compileScript(descriptor, { id, inlineTemplate: true }).content;
  },
};

/** Returns the script of an application whose component calls the service at `browser`. */
const bundle = async (main: string, browser: string, onServer = false): Promise<string> => {
  const entry = '\0main.js';
  const result = await build({
    configFile: false,
    root: SDK,
    logLevel: 'error',
    resolve: { alias: { '@service/sdk': join(SDK, 'dist/service.mjs') } },
    define: {
      'process.env.NODE_ENV': '"development"',
      __VUE_OPTIONS_API__: 'false',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    plugins: [
      components,
      { name: 'main', resolveId: (id) => (id === 'main' ? entry : null), load: (id) => (id === entry ? main : null) },
    ],
    ssr: { noExternal: true },
    build: { write: false, minify: false, ssr: onServer, rolldownOptions: { input: 'main' } },
  });
  const [output] = [result].flat();
  if (!output || !('output' in output)) throw new Error('Vite wrote nothing.');
  return output.output[0].code.replaceAll('http://localhost:3001', browser);
};

const SERVER = {
  react: `import { createElement } from 'react';
    import { renderToString } from 'react-dom/server';
    import { Checkout } from '${SDK}/pages/Checkout.jsx';
    export default renderToString(createElement(Checkout));`,
  vue: `import { createSSRApp } from 'vue';
    import { renderToString } from 'vue/server-renderer';
    import Checkout from '${SDK}/pages/Checkout.vue';
    export default await renderToString(createSSRApp(Checkout));`,
};

for (const [name, main] of Object.entries(SERVER)) {
  test(`the ${name} component is rendered by a server, without fields @chromium`, async ({ origins }, info) => {
    const file = info.outputPath('main.mjs');
    await writeFile(file, await bundle(main, origins.browser, true));
    const { default: html } = (await import(pathToFileURL(file).href)) as { default: string };
    expect(html).toMatch(
      /^<form><div><\/div><button type="submit">Pay \$24\.99<\/button><p role="status"><\/p><\/form>$/,
    );
  });
}

for (const [name, main] of Object.entries(MAIN)) {
  test(`the ${name} component takes a card, and leaves nothing behind @chromium`, async ({ page, origins }) => {
    const problems: string[] = [];
    page.on(
      'console',
      (message) => /Unrecognized feature|DevTools/.test(message.text()) || problems.push(message.text()),
    );
    page.on('pageerror', (error) => problems.push(error.message));
    origins.page = `<!doctype html><html lang="en"><title>Checkout</title><div id="root"></div>
      <script type="module">${(await bundle(main, origins.browser)).replaceAll('</script', '<\\/script')}</script>`;
    await page.goto(origins.shop);
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('Lovelace');
    await page.getByRole('button', { name: 'Pay' }).click();
    await expect(page.locator('form > [role=status]')).toHaveText('Not paid: see above.');
    await page.frameLocator('iframe[title="Card number"]').getByLabel('Card number').click();
    await page.keyboard.type('41111111111111111240123');
    await page.getByRole('button', { name: 'Pay' }).click();
    await expect(page.locator('form > [role=status]')).toHaveText('Send the token token-for-Lovelace to your server.');

    await expect(page.locator('iframe')).toHaveCount(3);
    await page.evaluate(() => (window as never as { leave(): void }).leave());
    await expect(page.locator('iframe')).toHaveCount(0);
    expect(problems).toEqual([]);
  });
}

const CHANGING = {
  react: `import { createElement, StrictMode } from 'react';
    import { createRoot } from 'react-dom/client';
    import { PaymentForm, ServiceProvider } from '${SDK}/react/src/index.ts';
    const root = createRoot(document.querySelector('#root'));
    window.show = (options) => root.render(createElement(StrictMode, null,
      createElement(ServiceProvider, { publicKey: 'key', api: 'http://localhost:3001/js/v1' },
        createElement('form', null, createElement(PaymentForm, options)))));
    show({ methods: ['card', 'bank'] });`,
  vue: `import { createApp, h, shallowRef } from 'vue';
    import { PaymentForm, ServiceProvider } from '${SDK}/vue/src/index.ts';
    const options = shallowRef({ methods: ['card', 'bank'] });
    window.show = (changed) => { options.value = changed; };
    createApp(() => h(ServiceProvider, { publicKey: 'key', api: 'http://localhost:3001/js/v1' },
      () => h('form', h(PaymentForm, options.value)))).mount('#root');`,
};

for (const [name, main] of Object.entries(CHANGING)) {
  test(`the payment form of ${name} takes over options that change, and keeps what was typed @chromium`, async ({
    page,
    origins,
  }) => {
    const show = (options: object) =>
      page.evaluate((changed) => (window as never as { show(options: object): void }).show(changed), options);
    origins.page = `<!doctype html><html lang="en"><title>Checkout</title><div id="root"></div>
      <script type="module">${(await bundle(main, origins.browser)).replaceAll('</script', '<\\/script')}</script>`;
    await page.goto(origins.shop);
    const number = page.frameLocator('iframe[title="Card number"]').getByLabel('Card number');
    await number.fill('4111 1111 1111 1111');
    await page.getByLabel('First name').fill('Ada');

    await show({
      methods: ['card'],
      appearance: { variables: { colorAccent: 'rgb(0, 128, 0)' } },
      description: 'Gold',
    });
    await expect(page.getByRole('radio')).toHaveCount(0);
    await page.getByLabel('First name').focus();
    await expect(page.getByLabel('First name')).toHaveCSS('border-top-color', 'rgb(0, 128, 0)');
    // Options that are no longer given have their defaults.
    await show({});
    await expect(page.getByLabel('First name')).toHaveCSS('border-top-color', 'rgb(26, 86, 219)');
    await expect(page.getByLabel('First name')).toHaveValue('Ada');
    await expect(number).toHaveValue('4111 1111 1111 1111');

    // In another language it is another form.
    await show({ locale: 'de' });
    await expect(page.getByLabel('Vorname')).toHaveValue('');
    await expect(page.locator('iframe')).toHaveCount(3);
  });
}
