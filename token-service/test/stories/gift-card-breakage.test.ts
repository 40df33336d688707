import type { Records } from '@service/billing/ports/storage.ts';
import { ledgerSums } from '@service/billing/queries/reports/ledger-sums.ts';
import { differencesOfReport, openReport } from '@service/billing/queries/reports/open-report.ts';
import { siteTime } from '@service/billing/resources/site.ts';
import { expect, it } from 'vitest';
import { openWorld } from '../../src/runtime/world.ts';
import { fresh, textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';
import { cardInfo, openShop } from './subscription-shop.ts';

onBothEngines('the breakage of gift cards', (service) => {
  const open = async () => {
    const shop = await openShop(service(), { gift_card_breakage_days: 30 });
    const { api, records } = shop;
    const days = async (n: number) => {
      const now = textOf((await api('GET', '/v2/sandbox/clock')).xml, 'now') ?? '';
      await shop.travel(new Date(Date.parse(now) + n * 86_400_000).toISOString().replace('.000', ''));
    };
    const buy = async () => {
      const bought = await api(
        'POST',
        '/v2/gift_cards',
        `<gift_card><gifter_account><account_code>${fresh('gifter')}</account_code>${cardInfo()}</gifter_account><product_code>tideline</product_code>` +
          '<unit_amount_in_cents>5000</unit_amount_in_cents><currency>USD</currency>' +
          '<delivery><method>email</method><email_address>friend@example.com</email_address></delivery></gift_card>',
      );
      expect(bought.status, bought.text).toBe(201);
      return {
        code: textOf(bought.xml, 'redemption_code') ?? '',
        invoice: new URL(within(bought.xml, 'purchase_invoice')?.attributes.get('href') ?? '').pathname,
      };
    };
    const redeem = async (code: string) => {
      const account = await shop.account();
      const to = `<recipient_account><account_code>${account}</account_code></recipient_account>`;
      return (await api('POST', `/v2/gift_cards/${code}/redeem`, to)).status;
    };
    /** Returns what the ledger owes for gift cards and has earned of them, in cents; the trial balance agrees. */
    const owed = async () => {
      const site = (await service().service.opened.sites.find(shop.site.subdomain)) ?? shop.site;
      const at = siteTime(site, openWorld(service().clock).clock);
      const report = await openReport(service().service.opened)({ site, at }, 'ledger', {});
      expect(await differencesOfReport(report)).toEqual([]);
      const sums = await ledgerSums((records() as Pick<Records, 'reports'>).reports, { from: 0, to: at + 1 });
      return ['gift_cards', 'breakage'].map((account) =>
        sums
          .filter((sum) => sum.account === account)
          .reduce((sum, { credits_in_cents, debits_in_cents }) => sum + credits_in_cents - debits_in_cents, 0),
      );
    };
    return { ...shop, days, buy, redeem, owed };
  };

  it('earns the value after the days of the site, and returns it when the card is redeemed after all', async () => {
    const shop = await open();
    const [late, soon] = [await shop.buy(), await shop.buy()];
    expect(await shop.owed()).toEqual([10_000, 0]);
    expect(await shop.redeem(soon.code)).toBe(201);
    await shop.days(29);
    expect(await shop.owed()).toEqual([5000, 0]);
    await shop.days(1);
    expect(await shop.owed()).toEqual([0, 5000]);
    expect(await shop.redeem(late.code)).toBe(201);
    expect(await shop.owed()).toEqual([0, 0]);
    await shop.days(60);
    expect(await shop.owed()).toEqual([0, 0]);
  });

  it('is returned when the price of the card is refunded', async () => {
    const shop = await open();
    const { invoice, code } = await shop.buy();
    await shop.days(31);
    expect(await shop.owed()).toEqual([0, 5000]);
    const refunded = await shop.api(
      'POST',
      `${invoice}/refund`,
      '<invoice><amount_in_cents>5000</amount_in_cents></invoice>',
    );
    expect(refunded.status, refunded.text).toBe(201);
    expect(await shop.owed()).toEqual([0, 0]);
    expect(await shop.redeem(code)).not.toBe(201);
  });
});
