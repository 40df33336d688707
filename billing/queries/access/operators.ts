import type { Operator, OperatorSession } from '../../domain/operators/operator.ts';
import { isOperatorSessionOpen } from '../../domain/operators/operator.ts';
import type { Role } from '../../domain/operators/permissions.ts';
import type { OperatorRecords } from '../../ports/operators.ts';
import type { World } from '../../ports/world.ts';
import type { Site } from '../../resources/site.ts';
import type { Millis } from '../../values/time.ts';

/** An operator in a list, without secrets. */
export interface ListedOperator extends Pick<Operator, 'id' | 'email' | 'read_only' | 'created_at_ms'> {
  /** `invited`: has a link that was not used. `expired`: the link has ended, and there is no way to sign in. */
  readonly state: 'active' | 'invited' | 'expired' | 'disabled';
  /** Roles at the sites of the list, by subdomain. */
  readonly roles: readonly { readonly subdomain: string; readonly role: Role }[];
  readonly has_password: boolean;
  readonly has_authenticator: boolean;
  readonly passkeys: number;
  /** The number of open sessions. */
  readonly sessions: number;
  /** The last use of a session; null where none is left. */
  readonly used_at_ms: Millis | null;
}

interface Deps {
  readonly operators: OperatorRecords;
  readonly world: Pick<World, 'clock'>;
}

/**
 * Returns the operators who have a role at one of these sites, with their roles there, by email; with `all`, those
 * without a role too.
 */
export const listOperators =
  ({ operators, world }: Deps) =>
  async (
    sites: readonly Pick<Site, 'id' | 'subdomain'>[],
    { all = false }: { readonly all?: boolean } = {},
  ): Promise<readonly ListedOperator[]> => {
    const now = world.clock.now();
    const subdomains = new Map(sites.map(({ id, subdomain }) => [id, subdomain]));
    const [everyone, assignments, invited] = await Promise.all([
      operators.all(),
      operators.assignments(),
      operators.invited(now),
    ]);
    const rolesOf = Map.groupBy(assignments, ({ operator_id }) => operator_id);
    const listed = everyone.map(async (operator): Promise<ListedOperator | undefined> => {
      const roles = (rolesOf.get(operator.id) ?? [])
        .flatMap(({ site_id, role }) => {
          const subdomain = subdomains.get(site_id);
          return subdomain === undefined ? [] : [{ subdomain, role }];
        })
        .sort((a, b) => (`${a.subdomain} ${a.role}` < `${b.subdomain} ${b.role}` ? -1 : 1));
      if (roles.length === 0 && !all) return undefined;
      const passkeys = (await operators.passkeys(operator.id)).length;
      const sessions = await openSessions({ operators, world })(operator.id);
      const { id, email, read_only, created_at_ms, password, authenticator } = operator;
      return {
        ...{ id, email, read_only, created_at_ms, roles, passkeys },
        state: stateOf(operator, passkeys, invited),
        has_password: password !== null,
        has_authenticator: authenticator !== null,
        sessions: sessions.length,
        used_at_ms: sessions.reduce<Millis | null>((latest, one) => Math.max(latest ?? 0, one.used_at_ms), null),
      };
    });
    return (await Promise.all(listed)).filter((one) => one !== undefined);
  };

const stateOf = (
  { id, password, disabled_at_ms }: Operator,
  passkeys: number,
  invited: readonly string[],
): ListedOperator['state'] => {
  if (disabled_at_ms !== null) return 'disabled';
  if (password !== null || passkeys > 0) return 'active';
  return invited.includes(id) ? 'invited' : 'expired';
};

/** Returns the open sessions of an operator, newest first. */
export const openSessions =
  ({ operators, world }: Deps) =>
  async (operatorId: string): Promise<readonly OperatorSession[]> => {
    const now = world.clock.now();
    return (await operators.sessions(operatorId)).filter((session) => isOperatorSessionOpen(session, now));
  };
