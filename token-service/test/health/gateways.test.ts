import { expect, it } from 'vitest';
import { fresh, textOf } from '../service.ts';
import { onSqlite } from '../stories/engines.ts';
import { cardInfo } from '../stories/subscription-shop.ts';
import { untilHealth } from './ask.ts';
import { samples } from './scrape.ts';

const GOOD = '4111111111111111';
const SILENT = '4000000000000309';

onSqlite('a gateway', (service) => {
  const open = async () => {
    const site = await service().openSite({ technical_contact: 'ops@shop.example' });
    const buy = async (number: string) => {
      const account = `<account><account_code>${fresh('buyer')}</account_code>${cardInfo(number)}</account>`;
      const line =
        '<adjustments><adjustment><unit_amount_in_cents>900</unit_amount_in_cents></adjustment></adjustments>';
      const answer = await site.api(
        'POST',
        '/v2/purchases',
        `<purchase>${account}<currency>USD</currency>${line}</purchase>`,
      );
      return answer.status === 200 ? 'paid' : textOf(answer.xml, 'transaction_error', 'error_code');
    };
    const mails = async () => {
      await service().service.mail?.idle();
      return (await site.records().outbox.list({}, 9)).map(({ kind, recipient }) => `${kind} ${recipient}`);
    };
    const account = `site="${site.site.subdomain}",account="test"`;
    const part = `gateway:${site.site.subdomain}/test`;
    const value = async (name: string) => (await samples(service().apiUrl, name))[account];
    const logged = (message: string) =>
      service().logged.filter((line) => line.includes(site.site.subdomain) && line.includes(message));
    return { ...site, buy, mails, part, value, logged };
  };
  /** Each call of the gateway takes so long. */
  const takes = (seconds: number) => service().whileAsked(async () => service().clock.advance({ seconds }));

  it('that leaves calls unanswered is spared, asked every half minute, and told of at once', async () => {
    const { buy, mails, part, value, logged } = await open();
    takes(20);
    for (let count = 1; count <= 3; count += 1) expect(await buy(SILENT)).toBe('gateway_timeout');
    expect(await value('billing_gateway_circuit_open')).toBe(1);
    expect(logged('a gateway does not answer')).toHaveLength(1);
    expect(await mails()).toEqual(['gateway_unavailable ops@shop.example']);
    service().clock.advance({ seconds: 11 });
    expect((await untilHealth(service().apiUrl, 'degraded')).body).toMatchObject({ degraded: [part] });
    expect(await samples(service().apiUrl, 'billing_health')).toMatchObject({ [`part="${part}"`]: 0 });

    // Customers are told at once that the gateway was not reached, and nothing is taken.
    const calls = service().gatewayCalls.length;
    const before = service().clock.elapsed();
    for (let count = 1; count <= 3; count += 1) expect(await buy(GOOD)).toBe('gateway_unavailable');
    expect([service().gatewayCalls.length, service().clock.elapsed()]).toEqual([calls, before]);

    service().clock.advance({ seconds: 20 });
    takes(1);
    expect(await buy(GOOD)).toBe('paid');
    expect(await buy(GOOD)).toBe('paid');
    expect(await value('billing_gateway_circuit_open')).toBe(0);
    expect(logged('a gateway answers again')).toHaveLength(1);
    takes(0);
  });

  it('that answers slowly is named until it is quick again', async () => {
    const { buy, part, logged } = await open();
    takes(6);
    for (let count = 1; count <= 3; count += 1) expect(await buy(GOOD)).toBe('paid');
    service().clock.advance({ seconds: 11 });
    // The outage of the other site may still be there.
    await expect
      .poll(async () => (await untilHealth(service().apiUrl, 'degraded')).body, { timeout: 10_000 })
      .toMatchObject({ reasons: { [part]: expect.stringContaining('more than five seconds') } });
    expect(logged('a gateway answers slowly')).toHaveLength(1);
    takes(0);
    expect(await buy(GOOD)).toBe('paid');
    expect(logged('answers in time again')).toHaveLength(1);
  });
});
