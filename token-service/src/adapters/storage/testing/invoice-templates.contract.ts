import type { InvoiceTemplateRecord } from '@service/billing/domain/invoice-templates/record.ts';
import type { InvoicePicture } from '@service/billing/domain/invoices/look.ts';
import { describe, expect, test } from 'vitest';
import type { Ground } from '../storage.contract.ts';
import { anAccount, id, NOON } from './samples.ts';

const picture: InvoicePicture = { digest: 'one', type: 'jpeg', width: 1200, height: 200 };

const aTemplate = (n: number, changes: Partial<InvoiceTemplateRecord> = {}): InvoiceTemplateRecord => ({
  key: id(n),
  uuid: `it${n}`,
  code: `template-${n}`,
  name: `Template ${n}`,
  description: null,
  is_default: false,
  header_image: null,
  footer_image: null,
  address: null,
  hide_line_dates: false,
  hide_zero_lines: false,
  text: null,
  line_text: null,
  created_at: NOON + n,
  updated_at: NOON + n,
  ...changes,
});

/** Looks of invoices, the accounts that name them, and their pictures. */
export const invoiceTemplatesBehave = (ground: () => Ground): void => {
  describe('invoice templates', () => {
    const [ada, ben] = [anAccount(9901), anAccount(9902)];
    const plain = aTemplate(9911, { is_default: true });
    const full = aTemplate(9912, {
      description: 'For Germany',
      header_image: picture,
      address: {
        address1: 'Kai 1',
        address2: null,
        city: 'Hamburg',
        state: null,
        zip: '20457',
        country: 'DE',
        phone: null,
      },
      hide_line_dates: true,
      hide_zero_lines: true,
      text: 'Cost centre {account.cost-centre}',
      line_text: '{charge.batch}',
    });

    test('are found by uuid and by the account that names one, else the default one applies', async () => {
      const { accounts, invoiceTemplates } = ground().of(3);
      for (const account of [ada, ben]) await accounts.add(account);
      expect(await invoiceTemplates.ofAccount(ada.id)).toBeUndefined();
      for (const template of [plain, full]) await invoiceTemplates.add(template);
      expect(await invoiceTemplates.all()).toEqual([plain, full]);
      expect(await invoiceTemplates.find(full.uuid)).toEqual(full);
      await accounts.save({ ...ada, invoice_template_uuid: full.uuid });
      expect(await invoiceTemplates.ofAccount(ada.id)).toEqual(full);
      expect(await invoiceTemplates.ofAccount(ben.id)).toEqual(plain);
      const named = {
        sort: 'created_at',
        order: 'asc',
        limit: 9,
        filter: { invoice_template_uuid: full.uuid },
      } as const;
      expect((await accounts.list(named)).records.map(({ id: found }) => found)).toEqual([ada.id]);

      const stranger = ground().of(1).invoiceTemplates;
      expect(await stranger.all()).toEqual([]);
      expect(await stranger.find(full.uuid)).toBeUndefined();
      expect(await stranger.ofAccount(ada.id)).toBeUndefined();
      await expect(invoiceTemplates.add(aTemplate(9913, { code: full.code }))).rejects.toThrow();
    });

    test('change, and are taken away from their accounts when they are removed', async () => {
      const { accounts, invoiceTemplates } = ground().of(3);
      const changed = { ...full, header_image: null, hide_line_dates: false, text: null };
      await invoiceTemplates.save(changed);
      expect(await invoiceTemplates.find(full.uuid)).toEqual(changed);
      await invoiceTemplates.remove(full);
      expect(await invoiceTemplates.find(full.uuid)).toBeUndefined();
      expect((await accounts.byId(ada.id))?.invoice_template_uuid).toBeNull();
      expect(await invoiceTemplates.ofAccount(ada.id)).toEqual(plain);
    });

    test('keep the files of their pictures', async () => {
      const { invoiceTemplates } = ground().of(3);
      for (let twice = 0; twice < 2; twice += 1) await invoiceTemplates.keepPicture(picture, Buffer.from('pixels'));
      expect(await invoiceTemplates.picture('one')).toEqual({ type: 'jpeg', bytes: Buffer.from('pixels') });
      expect(await invoiceTemplates.picture('two')).toBeUndefined();
      expect(await ground().of(1).invoiceTemplates.picture('one')).toBeUndefined();
    });
  });
};
