import { expect, it } from 'vitest';
import { DEMO_KEYS } from '../../seed/demo.ts';
import { fresh } from '../service.ts';
import { onBothEngines } from './engines.ts';

onBothEngines('the public catalogue', (service) => {
  const look = (code: string, headers: Record<string, string> = {}, key: string = DEMO_KEYS.public) =>
    fetch(`${service().browserUrl}/js/v1/plans/${encodeURIComponent(code)}?key=${key}`, { headers });
  const sell = async (code: string, cents: number) => {
    const { status, text } = await service().api(
      'POST',
      '/v2/plans',
      `<plan><plan_code>${code}</plan_code><name>Tides &amp; more</name><accounting_code>secret-ledger</accounting_code>` +
        `<success_url>https://tideline.example/secret</success_url><unit_amount_in_cents><USD>${cents}</USD></unit_amount_in_cents></plan>`,
    );
    expect(status, text).toBe(201);
  };

  it('shows an active plan without the merchant’s private fields', async () => {
    const code = fresh('p@ge.');
    await sell(code, 1999);
    await service().api(
      'POST',
      `/v2/plans/${encodeURIComponent(code)}/add_ons`,
      '<add_on><add_on_code>Storm</add_on_code><name>Storm alerts</name><unit_amount_in_cents><USD>250</USD></unit_amount_in_cents></add_on>',
    );
    const response = await look(code);
    expect(response.status).toBe(200);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({
      code,
      name: 'Tides & more',
      price: { USD: { unit_amount: 19.99, unit_amount_in_cents: 1999, setup_fee: 0, symbol: '$' } },
      addons: [{ code: 'Storm', price: { USD: { unit_amount: 2.5 } } }],
    });
    expect(text).not.toMatch(/secret|accounting|state|created_at|_id/);
  });

  it('may be cached for a minute and is sent again only when it has changed', async () => {
    const code = fresh('kept');
    await sell(code, 1000);
    const first = await look(code);
    expect(first.headers.get('Cache-Control')).toBe('public, max-age=60');
    const tag = first.headers.get('ETag') ?? '';
    // The conditional request of a browser with a cached copy; Node’s `fetch` would add `no-cache`.
    const known = { 'If-None-Match': tag, 'Cache-Control': 'max-age=0' };
    const again = await look(code, known);
    expect([again.status, await again.text(), again.headers.get('ETag')]).toEqual([304, '', tag]);
    expect(again.headers.get('Access-Control-Allow-Origin')).toBe('*');

    const price = '<plan><unit_amount_in_cents><USD>1200</USD></unit_amount_in_cents></plan>';
    await service().api('PUT', `/v2/plans/${code}`, price);
    expect((await (await look(code, known)).json()).price.USD.unit_amount_in_cents).toBe(1200);
  });

  it('returns the same 404 for a plan that is inactive, unknown or from another site', async () => {
    const code = fresh('gone');
    await sell(code, 1000);
    const other = await service().openSite();
    const strange = await (await look(code, {}, other.publicKey)).text();
    await service().api('DELETE', `/v2/plans/${code}`);
    const gone = await look(code);
    expect([gone.status, gone.headers.get('Cache-Control')]).toEqual([404, 'no-store']);
    const words = await gone.text();
    expect(JSON.parse(words).error.code).toBe('not-found');
    expect(await (await look(fresh('unknown'))).text()).toBe(words);
    expect(strange).toBe(words);
  });
});
