/** The messages for customers about card fields, on pages without elements or a payment form. */
import type { CustomerMessages } from '../src/types.ts';
import { CARD, expect, FIELDS, test } from './checkout.ts';
import { declined } from './origins.ts';

type Page = { service: typeof import('../src/index.ts').service; form: HTMLFormElement };
type Shop = Parameters<Parameters<typeof test>[2]>[0]['shop'];

/** The messages about the error of a token. */
const ofToken = ({ page }: Shop): Promise<CustomerMessages> =>
  page.evaluate(() => {
    const { service, form } = window as never as Page;
    return service.token(form).then(
      () => ({ fields: {}, text: '' }),
      (error) => service.messages(error),
    );
  });

/** Records the messages about each state of the fields. */
const RECORD = `<script>
  window.told = [];
  addEventListener('load', () => service.on('change', async (state) => told.push(await service.messages(state))));
</script>`;

const lastTold = ({ page }: Shop) =>
  page.evaluate(() => (window as never as { told: CustomerMessages[] }).told.at(-1)?.fields);

const NUMBER = 'Check the card number. A digit may be missing or swapped.';
const DATE = 'This card has expired. Check the date, or use another card.';

test('the error of a token has a sentence for each field, and each once in the text @chromium', async ({ shop }) => {
  await shop.open();
  await shop.type({ ...CARD, number: '4111111111111112', year: '20' });
  expect(await ofToken(shop)).toEqual({
    fields: { number: NUMBER, month: DATE, year: DATE, expiry: DATE },
    text: `${NUMBER} ${DATE}`,
  });
});

test("the state of the fields has a sentence once a field is left, in the page's language @chromium", async ({
  shop,
}) => {
  await shop.open(`${RECORD}${FIELDS}`, { locale: 'de' });
  await shop.type({ number: '4111111111111112' });
  await expect.poll(() => lastTold(shop)).toEqual({});
  await shop.type({ month: '13' });
  const number = 'Prüfen Sie die Kartennummer. Vielleicht fehlt eine Ziffer, oder zwei sind vertauscht.';
  await expect.poll(() => lastTold(shop)).toMatchObject({ number });
});

test('texts of the page, and an error of no field @chromium', async ({ origins, shop }) => {
  origins.answer = declined;
  await shop.open(FIELDS, {
    fields: { all: { error: { empty: 'Missing.' } }, cvv: { error: 'Three digits, please.' } },
  });
  await shop.type({ number: CARD.number });
  expect((await ofToken(shop)).fields).toMatchObject({ month: 'Missing.' });
  await shop.type({ ...CARD, number: '' });
  expect(await ofToken(shop)).toEqual({
    fields: {},
    text: 'Your bank declined the payment. Try another card, or call the number on the back of the declined one.',
  });
});

test('texts of the page by name are in the messages and the titles of the fields @chromium', async ({ shop }) => {
  await shop.open(FIELDS, { locale: 'de', texts: { number_checksum: 'Bitte noch einmal.', cvv: 'Kontrollziffern' } });
  await shop.type({ number: '4111111111111112', month: CARD.month, year: CARD.year });
  await expect(shop.page.locator('iframe[title="Kontrollziffern"]')).toBeVisible();
  expect(await ofToken(shop)).toEqual({ fields: { number: 'Bitte noch einmal.' }, text: 'Bitte noch einmal.' });
  const refused = await shop.page.evaluate(() => {
    const { service } = window as never as Page;
    service.configure({ texts: { numbr: 'x' } as never });
    return service.messages(new service.ServiceError('declined')).catch(({ code, message }) => `${code}: ${message}`);
  });
  expect(refused).toBe("invalid-option: The `texts` option must be texts by name, such as number, got 'numbr'.");
});

test("the error of the page's own request does not say that nothing was charged @chromium", async ({ shop }) => {
  await shop.open(FIELDS, { locale: 'sv' });
  const text = await shop.page.evaluate(async () => {
    const { service } = window as never as Page;
    return (await fetch('http://localhost:1').catch((error) => service.messages(error))) as unknown;
  });
  expect(text).toEqual({
    fields: {},
    text: 'Något gick fel, och vi vet inte om pengar har dragits. Kontrollera din beställning eller ditt kvitto innan du betalar igen.',
  });
});

test('a page whose browser cannot load the sentences says to load it again @chromium', async ({ shop }) => {
  await shop.page.route('**/messages.js*', (route) => route.abort());
  await shop.open();
  expect(await ofToken(shop)).toEqual({ fields: {}, text: 'The payment form did not load. Reload the page.' });
  const ofFetch = await shop.page.evaluate(() => {
    const { service } = window as never as Page;
    return fetch('http://localhost:1').catch((error) => service.messages(error));
  });
  expect(ofFetch).toEqual({ fields: {}, text: 'Check your order before paying again.' });
});
