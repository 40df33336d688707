import type { Approval } from '@service/billing/domain/approvals/approval.ts';
import { describe, expect, test } from 'vitest';
import type { Ground } from '../storage.contract.ts';
import { anAccount, id, NOON } from './samples.ts';

const anApproval = (n: number, account_id: string, changes: Partial<Approval> = {}): Approval => ({
  uuid: id(n),
  kind: 'invoice_refund',
  account_id,
  subject: '1002',
  form: { way: 'amount', amount: '900.00' },
  amount_in_cents: 90_000,
  currency: 'USD',
  requested_by: 'operator:jo@example.com',
  requested_at: NOON,
  state: 'waiting',
  decided_by: null,
  decided_at: null,
  outcome: null,
  ...changes,
});

/** Actions that wait for a second operator, on every engine. */
export const approvalsBehave = (ground: () => Ground): void => {
  describe('approvals', () => {
    test('are listed from the latest, by state and by account, at their own site only', async () => {
      const { accounts, approvals } = ground().of(1);
      const [owner, other] = [anAccount(9900), anAccount(9901)];
      for (const account of [owner, other]) await accounts.add(account);
      const [first, second] = [anApproval(9902, owner.id), anApproval(9903, other.id, { state: 'declined' })];
      for (const one of [first, second]) await approvals.add(one);
      const listed = (one: Approval, { account_code }: { readonly account_code: string }) => ({ ...one, account_code });
      expect(await approvals.find(first.uuid)).toEqual(listed(first, owner));
      expect(await approvals.list({}, 10)).toEqual([listed(second, other), listed(first, owner)]);
      expect(await approvals.list({ before: second.uuid }, 10)).toEqual([listed(first, owner)]);
      expect(await approvals.list({ state: 'waiting' }, 10)).toEqual([listed(first, owner)]);
      expect(await approvals.list({ account_id: other.id }, 10)).toEqual([listed(second, other)]);
      expect([await approvals.count({}), await approvals.count({ state: 'waiting' })]).toEqual([2, 1]);
      expect(await approvals.count({ account_id: other.id })).toBe(1);
      expect(await ground().of(2).approvals.find(first.uuid)).toBeUndefined();
      expect(await ground().of(2).approvals.list({}, 10)).toEqual([]);
    });

    test('are decided once, and may be opened again', async () => {
      const { accounts, approvals } = ground().of(1);
      const owner = anAccount(9910);
      await accounts.add(owner);
      const waiting = anApproval(9911, owner.id);
      await approvals.add(waiting);
      const decided = {
        uuid: waiting.uuid,
        state: 'approved',
        decided_by: 'operator:mo@example.com',
        decided_at: NOON,
        outcome: null,
      } as const;
      expect(await Promise.all([approvals.decide(decided), approvals.decide(decided)])).toEqual(
        expect.arrayContaining([true, false]),
      );
      expect(await approvals.find(waiting.uuid)).toMatchObject(decided);
      await approvals.conclude({ ...decided, outcome: 'Refunded.' });
      expect(await approvals.find(waiting.uuid)).toMatchObject({ outcome: 'Refunded.' });
      await approvals.conclude({
        uuid: waiting.uuid,
        state: 'waiting',
        decided_by: null,
        decided_at: null,
        outcome: null,
      });
      expect(await approvals.find(waiting.uuid)).toMatchObject(waiting);
    });
  });
};
