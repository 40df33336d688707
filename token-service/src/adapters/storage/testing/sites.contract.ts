import { describe, expect, test } from 'vitest';
import { digest } from '../../../runtime/digest.ts';
import type { Ground } from '../storage.contract.ts';
import { aKey, aSite, NOON } from './samples.ts';

export const sitesBehave = (ground: () => Ground): void => {
  const now = NOON * 1000;

  describe('sites and keys', () => {
    test('a site comes back as it was put in, and changed as it was changed', async () => {
      const { sites } = ground().open;
      const site = aSite(40, { customer_notes: 'Thank you.', manual_invoicing: true, requests_per_minute: 10 });
      await sites.add(site);
      expect(await sites.find('site-40')).toEqual(site);
      const moved = {
        ...site,
        mode: 'production',
        currencies: ['GBP'],
        custom_fields: [],
        tax_registrations: [],
        tax_charges: false,
        tax_account_address: true,
        manual_invoicing: false,
        wallet: true,
      } as const;
      await sites.save(moved);
      expect(await sites.find('site-40')).toEqual(moved);
      expect(await sites.find('site-41')).toBeUndefined();
      const listed = (await sites.all()).map(({ subdomain }) => subdomain);
      expect(listed).toEqual(expect.arrayContaining(['site-1', 'site-2', 'site-3', 'site-40']));
      expect(listed).toEqual(listed.toSorted());
    });

    test('the file of a logo is found with its site, and by no other', async () => {
      const { sites } = ground().open;
      const [one, other] = [aSite(44), aSite(45)];
      await sites.add(one);
      await sites.add(other);
      expect(await sites.logo(one)).toBeUndefined();
      await sites.keepLogo(one.id, { digest: 'logo-1', width: 1, height: 1, png: 'AQI=' });
      expect(Buffer.from((await sites.logo(one)) ?? [])).toEqual(Buffer.from([1, 2]));
      expect(await sites.logo(other)).toBeUndefined();
      expect(await sites.logo({ ...one, logo: null })).toBeUndefined();
      await sites.keepLogo(one.id, { digest: 'logo-2', width: 1, height: 1, png: 'Aw==' });
      expect(await sites.logo(one)).toBeUndefined();
      const replaced = { ...one, logo: { digest: 'logo-2', width: 1, height: 1 } };
      expect(Buffer.from((await sites.logo(replaced)) ?? [])).toEqual(Buffer.from([3]));
      await sites.keepLogo(one.id, null);
      expect(await sites.logo(replaced)).toBeUndefined();
    });

    test('a name is given once', async () => {
      await expect(ground().open.sites.add(aSite(41, { subdomain: 'site-1' }))).rejects.toThrow();
    });

    test('a private key opens its site while it is valid, and no other key does', async () => {
      const { sites } = ground().open;
      const key = aKey(50, aSite(1), { hash: digest('opens one'), read_only: true, valid_until_ms: now + 1000 });
      await sites.addKey(key);
      expect(await sites.byPrivateKey('opens one', now)).toEqual({ site: aSite(1), key });
      expect(await sites.byPrivateKey('opens one', now + 999)).toBeDefined();
      expect(await sites.byPrivateKey('opens one', now + 1000)).toBeUndefined();
      for (const wrong of ['', 'opens', 'opens one ', 'OPENS ONE', key.hash]) {
        expect(await sites.byPrivateKey(wrong, now)).toBeUndefined();
      }
      await sites.saveKey({ ...key, valid_until_ms: null });
      expect(await sites.byPrivateKey('opens one', now + 1e12)).toBeDefined();
      await sites.removeKey(key.site_id, key.id);
      expect(await sites.byPrivateKey('opens one', now)).toBeUndefined();
    });

    test('a public key opens its site to browsers, not to the API; a private key the other way round', async () => {
      const { sites } = ground().open;
      await sites.addKey(aKey(51, aSite(2), { kind: 'public', hash: digest('pub'), value: 'pub' }));
      await sites.addKey(aKey(52, aSite(2), { hash: digest('priv') }));
      expect(await sites.byPublicKey('pub')).toEqual(aSite(2));
      expect(await sites.byPublicKey('priv')).toBeUndefined();
      expect(await sites.byPrivateKey('pub', now)).toBeUndefined();
    });

    test('a site has one public key, and its keys are listed oldest first, without anybody else’s', async () => {
      const { sites } = ground().open;
      const site = aSite(43);
      await sites.add(site);
      const shown = aKey(56, site, { kind: 'public', hash: digest('first'), value: 'first' });
      const hidden = aKey(57, site, { created_at_ms: 1 });
      await sites.addKey(shown);
      await sites.addKey(hidden);
      await expect(sites.addKey({ ...shown, id: aKey(58, site).id, hash: digest('second') })).rejects.toThrow();
      expect(await sites.keys(site.id)).toEqual([hidden, shown]);
    });

    test('the last use of a key is kept in place of an earlier one, until the key is removed', async () => {
      const { sites } = ground().open;
      const site = aSite(4400);
      await sites.add(site);
      const [key, other] = [aKey(4401, site), aKey(4402, site)];
      for (const each of [key, other]) await sites.addKey(each);
      const use = { key_id: key.id, used_at_ms: now, address: '203.0.113.7' };
      await sites.keepKeyUse(site.id, use);
      await sites.keepKeyUse(site.id, { ...use, used_at_ms: now + 1, address: '2001:db8::7' });
      expect(await sites.keyUses(site.id)).toEqual([{ ...use, used_at_ms: now + 1, address: '2001:db8::7' }]);
      expect(await sites.keyUses(aSite(43).id)).toEqual([]);
      await sites.removeKey(other.site_id, other.id);
      expect(await sites.keyUses(site.id)).toHaveLength(1);
      await sites.removeKey(key.site_id, key.id);
      expect(await sites.keyUses(site.id)).toEqual([]);
    });

    test('a site, its keys and what is said about them are added together or not at all', async () => {
      const { administration, sites } = ground().open;
      const site = aSite(42);
      const adding = administration.transaction(site.id, async (inside, records) => {
        await inside.add(site);
        await inside.addKey(aKey(55, site, { hash: digest('never') }));
        await records.auditLog.append({
          id: site.id,
          at: NOON,
          actor: 'command line',
          correlation: 'c',
          action: 'site.created',
          subject: site.subdomain,
          address: null,
          changes: null,
        });
        throw new Error('changed my mind');
      });
      await expect(adding).rejects.toThrow('changed my mind');
      expect(await sites.find('site-42')).toBeUndefined();
      expect(await sites.byPrivateKey('never', now)).toBeUndefined();
    });
  });
};
