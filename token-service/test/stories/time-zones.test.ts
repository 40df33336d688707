import { expect, it } from 'vitest';
import { pagesOfText } from '../../src/documents/invoice-pdf/read-pdf.fixture.ts';
import { findings, textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';
import { openShop } from './subscription-shop.ts';

onBothEngines('the time zone of an account', (service) => {
  const open = () => openShop(service(), { time_zone: 'UTC' }, '2.29');
  const zone = (name: string) =>
    `<account><email>ada@example.com</email><preferred_time_zone>${name}</preferred_time_zone></account>`;

  it('is an IANA name, nil without one, and from 2.29 on', async () => {
    const { api, account } = await open();
    const code = await account();
    const path = `/v2/accounts/${code}`;
    const shown = async () => within((await api('GET', path)).xml, 'preferred_time_zone');
    expect((await shown())?.attributes.get('nil')).toBe('nil');
    expect((await api('PUT', path, zone('Pacific/Auckland'))).status).toBe(200);
    expect((await shown())?.text).toBe('Pacific/Auckland');
    for (const wrong of ['Pacific/Atlantis', '+01:00', 'x'.repeat(60)]) {
      const refused = await api('PUT', path, zone(wrong));
      expect([refused.status, findings(refused.xml)]).toEqual([422, ['account.preferred_time_zone invalid']]);
      expect(refused.text).toContain('send an IANA name such as Europe/Berlin');
    }
    expect((await shown())?.text).toBe('Pacific/Auckland');
    expect((await api('GET', path, undefined, { 'X-Api-Version': '2.28' })).text).not.toContain('time_zone');
    expect((await api('PUT', path, zone('UTC'), { 'X-Api-Version': '2.28' })).status).toBe(400);
    expect((await api('PUT', path, zone(''))).status).toBe(200);
    expect((await shown())?.attributes.get('nil')).toBe('nil');
  });

  it('is that of the dates in mail, on the account pages and on the PDF; without one, that of the site', async () => {
    const shop = await open();
    const { api, pdf, plan, account, subscribe, travel } = shop;
    // In Auckland it is 13 hours later, so the next day.
    await travel('2027-03-10T22:00:00Z');
    const gold = await plan();
    const [near, far] = [await account(), await account()];
    await api('PUT', `/v2/accounts/${near}`, '<account><email>ben@example.com</email></account>');
    await api('PUT', `/v2/accounts/${far}`, zone('Pacific/Auckland'));

    for (const [code, issued, paid] of [
      [near, 'March 10, 2027', 'Mar 10, 2027'],
      [far, 'March 11, 2027', 'Mar 11, 2027'],
    ] as const) {
      await subscribe(code, gold);
      const { xml } = await api('GET', `/v2/accounts/${code}/invoices`);
      const number = textOf(xml?.children[0], 'invoice_number') ?? '';
      const printed = pagesOfText(await pdf(number))
        .flat()
        .map(({ text }) => text);
      expect(printed).toEqual(expect.arrayContaining([issued, `Visa ending in 1111, ${paid}`]));
      const mails = (await api('GET', `/v2/sandbox/mailboxes/${code}`)).text;
      expect(mails).toContain(issued);

      const token = textOf((await api('GET', `/v2/accounts/${code}`)).xml, 'hosted_login_token') ?? '';
      const signed = await fetch(new URL(`/account/${token}`, service().apiUrl), { redirect: 'manual' });
      const cookie = signed.headers
        .getSetCookie()
        .map((set) => set.split(';')[0])
        .join('; ');
      const page = await fetch(new URL(`/account/invoices/${number}`, service().apiUrl), { headers: { cookie } });
      expect(await page.text()).toContain(issued);
    }
  });
});
