import { beforeAll, expect, it } from 'vitest';
import { type Random, seeded } from '../money/random.ts';
import { findings, fresh, textOf } from '../service.ts';
import { onBothEngines, onSqlite } from './engines.ts';
import { amount, CALIFORNIA, cents, hrefOf, listed, shopOf, units, type Xml } from './refund-shop.ts';

/** The parts of the charge lines of an invoice, and of all credits made against them. */
const PARTS = ['total_in_cents', 'discount_in_cents', 'tax_in_cents'] as const;

onSqlite('refunds in parts', (service) => {
  const { api, buy, refund, again, ledgerOf } = shopOf(service);

  beforeAll(() =>
    api(
      'POST',
      '/v2/coupons',
      '<coupon><coupon_code>THIRD</coupon_code><name>A third</name><discount_type>percent</discount_type><discount_percent>33</discount_percent><applies_to_non_plan_charges>true</applies_to_non_plan_charges></coupon>',
    ),
  );

  const left = async (invoice: Xml) => cents(await again(invoice), 'refundable_total');

  /** Checks that every line was credited in whole, and that nothing more is refunded. */
  const isSpent = async (invoice: Xml, code: string): Promise<void> => {
    const { sites, storage } = service().service.opened;
    const records = storage.of((await sites.find('demo'))?.id ?? '');
    const charge = await records.invoices.find(textOf(invoice, 'uuid') ?? '');
    expect(charge?.refundable_total_in_cents).toBe(0);
    for (const line of await records.adjustments.onInvoice(charge?.uuid ?? '')) {
      const credits = await records.adjustments.creditsOf(line.uuid);
      for (const part of PARTS)
        expect(
          credits.reduce((sum, credit) => sum + credit[part], 0),
          part,
        ).toBe(0 - line[part]);
    }
    const beyond = await refund(invoice, amount(1));
    expect([beyond.status, textOf(beyond.xml, 'symbol')]).toEqual([422, 'invoice_not_refundable']);
    const { receivable = 0, credit = 0, cash = 0 } = await ledgerOf(code);
    expect([receivable, credit, cash]).toEqual([0, 0, 0]);
  };

  /** One to three lines, some taxed, some with a discount. */
  const sell = async (random: Random, most: number) => {
    const code = fresh('parts');
    const lines = Array.from({ length: random.below(3) + 1 }, () => {
      const exempt = random.below(3) === 0 ? '<tax_exempt>true</tax_exempt>' : '';
      return `<adjustment><unit_amount_in_cents>${random.below(most) + 1}</unit_amount_in_cents><quantity>${random.below(4) + 1}</quantity>${exempt}</adjustment>`;
    });
    const coupon = random.below(2) === 0 ? '<coupon_codes><coupon_code>THIRD</coupon_code></coupon_codes>' : '';
    const where = random.below(2) === 0 ? CALIFORNIA : { country: 'HU' };
    const invoice = await buy(code, `<adjustments>${lines.join('')}</adjustments>${coupon}`, where);
    return { code, invoice };
  };

  it('end at exactly zero, cent by cent', async () => {
    const random = seeded(4);
    for (let n = 0; n < 2; n++) {
      const { code, invoice } = await sell(random, 5);
      for (let rest = await left(invoice); rest > 0; rest--) {
        const answer = await refund(invoice, amount(1));
        expect(answer.status, answer.text).toBe(201);
        expect(await left(invoice)).toBe(rest - 1);
      }
      await isSpent(invoice, code);
    }
  });

  it('end at exactly zero, in parts by payment and by invoice', async () => {
    const random = seeded(5);
    for (let n = 0; n < 4; n++) {
      const { code, invoice } = await sell(random, 900);
      const payment = listed(await again(invoice), 'transactions')[0];
      const all = await left(invoice);
      for (let rest = all; rest > 0; rest = await left(invoice)) {
        const part = Math.min(rest, random.below(3) === 0 ? 1 : random.below(Math.ceil(all / 4)) + 1);
        const answer =
          random.below(2) === 0
            ? await refund(invoice, amount(part))
            : await api('DELETE', `${hrefOf(payment)}?amount_in_cents=${part}`);
        expect(answer.status, answer.text).toBeLessThan(300);
        expect(await left(invoice)).toBe(rest - part);
      }
      await isSpent(invoice, code);
    }
  });

  it('end at exactly zero, unit by unit', async () => {
    const random = seeded(6);
    for (let n = 0; n < 3; n++) {
      const { code, invoice } = await sell(random, 5);
      if ((await left(invoice)) > 4) await refund(invoice, amount(2));
      for (const line of listed(invoice, 'line_items')) {
        for (let unit = Number(textOf(line, 'quantity')); unit > 0; unit--) {
          const before = await left(invoice);
          if (before === 0) break;
          const answer = await refund(invoice, units(line, 1));
          // After the refund of an amount, the last units of a line may have nothing left.
          if (answer.status !== 201) expect(findings(answer.xml)).not.toEqual([]);
          else expect(await left(invoice)).toBe(before + cents(answer.xml, 'total'));
        }
      }
      await isSpent(invoice, code);
    }
  });
});

onBothEngines('refunds of a cent', (service) => {
  const { api, buy, refund, again, booksClose } = shopOf(service);

  it('refund a cent that falls on the tax alone', async () => {
    const code = fresh('cent');
    const tax = { country: 'FR' };
    const invoice = await buy(
      code,
      '<adjustments><adjustment><unit_amount_in_cents>1000</unit_amount_in_cents></adjustment></adjustments>',
      tax,
    );
    expect(cents(invoice, 'tax')).toBe(200);
    expect((await refund(invoice, amount(500))).status).toBe(201);
    const cent = await refund(invoice, amount(1));
    expect(cent.status, cent.text).toBe(201);
    expect([cents(cent.xml, 'total'), cents(cent.xml, 'tax'), cents(cent.xml, 'subtotal')]).toEqual([-1, -1, 0]);
    const payment = listed(await again(invoice), 'transactions')[0];
    // Of 5.05, 84.17 cents are tax, so the next four cents have none and 5.10 has 85: the sixth cent has one.
    for (let n = 0; n < 6; n++) expect((await api('DELETE', `${hrefOf(payment)}?amount_in_cents=1`)).status).toBe(202);
    expect(cents(await again(invoice), 'refundable_total')).toBe(693);
    await booksClose(code);
  });
});
