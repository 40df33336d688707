import type { DunningCampaign } from '@service/billing/domain/dunning/campaign.ts';
import { DEFAULT_SCHEDULE } from '@service/billing/domain/dunning/schedule.ts';
import { describe, expect, test } from 'vitest';
import type { Ground } from '../storage.contract.ts';
import { id, NOON } from './samples.ts';

const aCampaign = (n: number, changes: Partial<DunningCampaign> = {}): DunningCampaign => ({
  id: id(n),
  public_id: `c${n}`,
  code: `campaign-${n}`,
  name: null,
  description: null,
  version: 1,
  schedule: DEFAULT_SCHEDULE,
  trial_schedule: null,
  created_at: NOON,
  updated_at: NOON,
  ...changes,
});

/** Dunning campaigns and their assignments, on every engine. */
export const dunningBehaves = (ground: () => Ground): void => {
  describe('dunning campaigns', () => {
    test('are found by code and changed, at their own site only', async () => {
      const { dunning } = ground().of(1);
      const patient = aCampaign(9501, {
        name: 'Patient',
        description: 'Reminds seldom',
        trial_schedule: { ...DEFAULT_SCHEDULE, days: [], final_day: 2 },
      });
      await dunning.add(patient);
      expect(await dunning.find(patient.code)).toEqual(patient);
      expect(await dunning.byPublicId('c9501')).toEqual(patient);
      expect(await ground().of(2).dunning.byPublicId('c9501')).toBeUndefined();
      expect(await ground().of(2).dunning.find(patient.code)).toBeUndefined();
      const changed = { ...patient, version: 2, trial_schedule: null, updated_at: NOON + 1 };
      await dunning.save(changed);
      expect(await dunning.all()).toEqual([changed]);
      await expect(
        ground().open.storage.transaction(ground().siteId(1), (records) =>
          records.dunning.add(aCampaign(9502, { code: patient.code })),
        ),
      ).rejects.toThrow();
      await dunning.remove(patient.id);
      expect(await dunning.all()).toEqual([]);
    });

    test('are assigned to an account, a plan and the site, one each, until they are removed', async () => {
      const { dunning } = ground().of(1);
      const [strict, lenient] = [aCampaign(9511), aCampaign(9512)];
      await dunning.add(strict);
      await dunning.add(lenient);
      const to = (assignee: 'account' | 'plan' | 'site', assignee_id: string, { id: campaign_id }: DunningCampaign) =>
        dunning.assign({ assignee, assignee_id, campaign_id });
      await to('account', 'ada', strict);
      await to('account', 'bob', lenient);
      await to('plan', 'ada', lenient);
      await to('site', '', strict);
      expect((await dunning.assigned('account', 'ada'))?.code).toBe(strict.code);
      expect((await dunning.assigned('plan', 'ada'))?.code).toBe(lenient.code);
      expect((await dunning.assigned('site', ''))?.code).toBe(strict.code);
      expect(await dunning.assigned('plan', 'eve')).toBeUndefined();
      expect(await ground().of(2).dunning.assigned('account', 'ada')).toBeUndefined();
      expect(await dunning.assignments(strict.id)).toEqual({ account: 1, plan: 0, site: 1 });

      await to('account', 'ada', lenient);
      expect((await dunning.assigned('account', 'ada'))?.code).toBe(lenient.code);
      expect(await dunning.unassign('account', 'ada')).toBe(true);
      expect(await dunning.unassign('account', 'ada')).toBe(false);
      await dunning.remove(lenient.id);
      expect(await dunning.assigned('account', 'bob')).toBeUndefined();
      await dunning.remove(strict.id);
      expect(await dunning.assigned('site', '')).toBeUndefined();
    });
  });
};
