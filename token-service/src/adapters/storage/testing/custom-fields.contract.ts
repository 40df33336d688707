import type { CustomFieldDefinitionRecord } from '@service/billing/domain/custom-fields/definition.ts';
import { describe, expect, test } from 'vitest';
import type { Ground } from '../storage.contract.ts';
import { id, NOON } from './samples.ts';

const aDefinition = (n: number, changes: Partial<CustomFieldDefinitionRecord> = {}): CustomFieldDefinitionRecord => ({
  key: id(n),
  id: n,
  related_type: 'account',
  name: `field-${n}`,
  user_access: 'api_only',
  display_name: 'A field',
  tooltip: null,
  created_at: NOON,
  updated_at: NOON,
  deleted_at: null,
  ...changes,
});

/** Definitions of custom fields, on every engine. */
export const customFieldsBehave = (ground: () => Ground): void => {
  describe('definitions of custom fields', () => {
    test('are found by number and by record, until they are removed, at their own site only', async () => {
      const { customFields } = ground().of(1);
      const [size, weight] = [aDefinition(9601), aDefinition(9602, { related_type: 'item', created_at: NOON + 1 })];
      await customFields.add(size);
      await customFields.add(weight);
      expect(await customFields.find(9601)).toEqual(size);
      expect(await ground().of(2).customFields.find(9601)).toBeUndefined();
      expect(await customFields.ofType('account')).toEqual([size]);
      const query = { sort: 'created_at', order: 'asc', limit: 10 } as const;
      expect((await customFields.list({ ...query, filter: {} })).records).toEqual([size, weight]);
      expect(await customFields.count({ ...query, filter: { related_type: 'item' } })).toBe(1);
      const removed = { ...size, deleted_at: NOON + 2 };
      await customFields.save(removed);
      expect(await customFields.ofType('account')).toEqual([]);
      expect(await customFields.find(9601)).toEqual(removed);
      expect((await customFields.list({ ...query, filter: {} })).records).toEqual([weight]);
      await customFields.add(aDefinition(9603, { name: size.name }));
      await expect(
        ground().open.storage.transaction(ground().siteId(1), (records) =>
          records.customFields.add(aDefinition(9604, { name: size.name })),
        ),
      ).rejects.toThrow();
    });
  });
};
