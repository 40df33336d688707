import { translatedReferences } from '@service/billing/queries/catalogue/translated-references.ts';
import { expect, it } from 'vitest';
import { textOf } from '../service.ts';
import { onBothEngines } from './engines.ts';

onBothEngines('references that are copied to another site', (service) => {
  const open = async (accounts: readonly (readonly [code: string, type: string])[]) => {
    const { api, records } = await service().openSite();
    const ids: string[] = [];
    for (const [code, type] of accounts) {
      const body = `<general_ledger_account><code>${code}</code><account_type>${type}</account_type></general_ledger_account>`;
      const made = await api('POST', '/v2/general_ledger_accounts', body, { 'X-Api-Version': '2.29' });
      ids.push(textOf(made.xml, 'id') ?? '');
    }
    return { ids, records: records() };
  };

  it('are the accounts of the same code and type; what the site does not have stays', async () => {
    const from = await open([
      ['2000', 'liability'],
      ['4000', 'revenue'],
      ['4100', 'revenue'],
    ]);
    const to = await open([
      ['4000', 'liability'],
      ['2000', 'liability'],
      ['4100', 'revenue'],
    ]);
    const [liability, revenue, fees] = from.ids;
    const record = {
      liability_gl_account_id: liability ?? null,
      revenue_gl_account_id: revenue ?? null,
      setup_fee_revenue_gl_account_id: fees ?? null,
      setup_fee_liability_gl_account_id: null,
      performance_obligation_id: '1',
    };
    const translated = {
      liability_gl_account_id: to.ids[1],
      revenue_gl_account_id: null,
      setup_fee_revenue_gl_account_id: to.ids[2],
      setup_fee_liability_gl_account_id: null,
      performance_obligation_id: '1',
    };
    expect(await translatedReferences(from.records, to.records, record, undefined)).toEqual(translated);
    const held = { revenue_gl_account_id: to.ids[2] ?? null };
    expect(await translatedReferences(from.records, to.records, record, held)).toEqual({ ...translated, ...held });
  });
});
