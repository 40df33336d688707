import type { Entitlement } from '../../resources/entitlement.ts';
import type { Seconds } from '../../values/time.ts';
import type { CustomerPermission, GrantingKind } from './customer-permission.ts';

/** The states of a subscription by which a client filters the permissions that it grants. */
export const ENTITLEMENT_STATES = ['active', 'canceled', 'expired', 'future'] as const;
export type EntitlementState = (typeof ENTITLEMENT_STATES)[number];

/** The states whose subscriptions let the customer use what they grant: a canceled one runs to its end. */
export const GRANTING_STATES: readonly EntitlementState[] = ['active', 'canceled'];

/** The subscriptions, oldest first, that a permission names as those which grant it. */
const MOST_SHOWN_GRANTORS = 100;

/** A subscription of an account, here or at an app store, and the records that it sells. */
export interface Grantor {
  readonly relation: 'subscription' | 'external_subscription';
  readonly uuid: string;
  readonly sells: readonly { readonly kind: GrantingKind; readonly granting_id: string }[];
  /** The start of the subscription, which may lie ahead. */
  readonly started_at: Seconds;
}

/** A permission of an account, with its position in lists. */
export interface EntitlementRecord extends Entitlement {
  /** That of the permission. */
  readonly key: string;
}

/**
 * Returns the permissions that subscriptions of an account grant, oldest first: each once, however many subscriptions
 * grant it. A grant begins when there is both the subscription and the rule that its plan, or an item that it
 * sells, grants the permission.
 */
export const entitlementsOf = (
  permissions: readonly CustomerPermission[],
  grantors: readonly Grantor[],
): readonly EntitlementRecord[] => {
  const selling = new Map<string, Grantor[]>();
  for (const grantor of grantors) {
    for (const sold of grantor.sells) selling.set(nameOf(sold), [...(selling.get(nameOf(sold)) ?? []), grantor]);
  }
  return permissions
    .flatMap((permission) => entitlement(permission, selling))
    .toSorted((one, other) => one.created_at - other.created_at || (one.key < other.key ? -1 : 1));
};

const nameOf = ({ kind, granting_id }: { readonly kind: GrantingKind; readonly granting_id: string }): string =>
  `${kind} ${granting_id}`;

const entitlement = (
  { key, grants, updated_at, id, code, name, description }: CustomerPermission,
  selling: ReadonlyMap<string, readonly Grantor[]>,
): EntitlementRecord[] => {
  const begun = new Map<string, { readonly grantor: Grantor; readonly at: Seconds }>();
  for (const grant of grants) {
    for (const grantor of selling.get(nameOf(grant)) ?? []) {
      const at = Math.max(grant.created_at, grantor.started_at);
      const earlier = begun.get(grantor.uuid);
      if (!earlier || at < earlier.at) begun.set(grantor.uuid, { grantor, at });
    }
  }
  const granted = [...begun.values()].toSorted((one, other) => one.at - other.at);
  const [first] = granted;
  if (!first) return [];
  const latest = granted.at(-1)?.at ?? first.at;
  return [
    {
      key,
      customer_permission: { id, code, name, description },
      granted_by: granted.slice(0, MOST_SHOWN_GRANTORS).map(({ grantor: { relation, uuid } }) => ({ relation, uuid })),
      created_at: first.at,
      updated_at: Math.max(latest, first.at, updated_at),
    },
  ];
};
