import type { ShownPermission } from '../../resources/entitlement.ts';
import type { Issue } from '../../values/failure.ts';
import type { Seconds } from '../../values/time.ts';

/** The kinds of catalogue records that grant a permission to the customers who subscribe to them. */
export const GRANTING_KINDS = ['plan', 'item'] as const;
export type GrantingKind = (typeof GRANTING_KINDS)[number];

/** A record that grants a permission. */
export interface PermissionGrant {
  readonly kind: GrantingKind;
  readonly granting_id: string;
  readonly created_at: Seconds;
}

/** A right that an application lets a customer use, such as `hd-video`. */
export interface CustomerPermission extends ShownPermission {
  /** UUIDv7. */
  readonly key: string;
  readonly grants: readonly PermissionGrant[];
  readonly created_at: Seconds;
  readonly updated_at: Seconds;
}

/** Permissions of one site, so that an answer with all those of a customer stays small. */
export const MOST_PERMISSIONS = 500;
/** Records that grant one permission. */
export const MOST_GRANTS = 500;

const CODE = /^[a-z0-9][a-z0-9_.:-]{0,49}$/;

/** Returns the problems of what an operator says about a permission. */
export const permissionIssues = ({
  code,
  name,
  description,
}: Pick<CustomerPermission, 'code' | 'name' | 'description'>): Issue[] => [
  ...(CODE.test(code) ? [] : [{ field: 'permission.code', symbol: 'invalid' } satisfies Issue]),
  ...(name.trim() === '' ? [{ field: 'permission.name', symbol: 'blank' } satisfies Issue] : []),
  ...tooLong('name', name),
  ...tooLong('description', description ?? ''),
];

const LONGEST_TEXT = 255;

const tooLong = (field: string, text: string): Issue[] =>
  [...text].length > LONGEST_TEXT ? [{ field: `permission.${field}`, symbol: 'too_long', count: LONGEST_TEXT }] : [];
