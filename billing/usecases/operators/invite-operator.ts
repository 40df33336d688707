import type { AuditAction } from '../../domain/audit-log/areas.ts';
import { operatorEmail, operatorEmailIssues } from '../../domain/operators/email-rules.ts';
import { newOperator } from '../../domain/operators/new-operator.ts';
import { INVITATION_MS, type Operator } from '../../domain/operators/operator.ts';
import type { Role } from '../../domain/operators/permissions.ts';
import { noteOperator } from '../../engine/operators/note-operator.ts';
import type { OperatorDeps } from '../../engine/operators/operator-deps.ts';
import { type OperatorEditor, reachesOperator, refuseRoleBeyondReach } from '../../engine/operators/reach.ts';
import type { OperatorRecords } from '../../ports/operators.ts';
import type { Site } from '../../resources/site.ts';
import { Failure, refuse } from '../../values/failure.ts';
import type { Millis } from '../../values/time.ts';

export interface InviteOperator {
  readonly email: string;
  readonly site: Site;
  readonly role: Role;
}

export interface InvitedOperator {
  readonly operator: Operator;
  /** The secret of the link; null: the operator signs in already, and has got the role. */
  readonly secret: string | null;
  readonly valid_until_ms: Millis | null;
}

const SECRET_LENGTH = 43;

/**
 * Gives an operator a role at a site, and makes a link for 72 hours, usable once, by which a new operator chooses a
 * password or a passkey. An older link ends.
 *
 * The command line makes a link for a known operator, too: the only recovery of a lost password or authenticator, and
 * of a disabled operator. The console does not, because the link would be a way into the operator's roles at other
 * sites. Throws `Invalid`, `operator_out_of_reach`, and `precondition_failed` for a disabled operator in the console.
 */
export const inviteOperator =
  ({ operators, world, digest }: OperatorDeps) =>
  (editor: OperatorEditor, { email: typed, site, role }: InviteOperator): Promise<InvitedOperator> => {
    const email = operatorEmail(typed);
    refuse(operatorEmailIssues(email));
    refuseRoleBeyondReach(editor, { email }, site, role);
    const now = world.clock.now();
    const fresh = newOperator(world.ids.uuid(), email, now);
    const secret = world.ids.secret(SECRET_LENGTH);
    const valid_until_ms = now + INVITATION_MS;
    return operators.changeOperators(async (inside, of) => {
      const known = await inside.byEmail(email);
      const invites = known ? await mayInvite(inside, editor, known) : true;
      if (!known) await inside.add(fresh);
      else if (known.disabled_at_ms !== null) await enable(inside, editor, known);
      const operator = (await inside.byEmail(email)) ?? fresh;
      const had = (await inside.sites(operator.id)).find((one) => one.site.id === site.id)?.roles ?? [];
      await inside.assign({ site_id: site.id, operator_id: operator.id, role });
      const note = (action: AuditAction, changes = {}) =>
        noteOperator(world, of, [site], { by: editor, operator, action, changes });
      if (!had.includes(role)) await note('operator.role_added', { role: { from: null, to: role } });
      if (!invites) return { operator, secret: null, valid_until_ms: null };
      await inside.invite({ hash: digest(secret), operator_id: operator.id, valid_until_ms });
      await note('operator.invited');
      return { operator, secret, valid_until_ms };
    });
  };

/** A link that replaces another is for an operator who has not signed in, and whose every role the editor may give. */
const mayInvite = async (inside: OperatorRecords, editor: OperatorEditor, known: Operator): Promise<boolean> => {
  if (editor.standing === 'command line') return true;
  if (known.password !== null || (await inside.passkeys(known.id)).length > 0) return false;
  const sites = await inside.sites(known.id);
  return sites.length === 0 || reachesOperator(editor, sites);
};

/** A disabled operator comes back without the password, which may be why they were disabled. */
const enable = async (inside: OperatorRecords, editor: OperatorEditor, known: Operator): Promise<void> => {
  if (editor.standing !== 'command line') {
    const what = `${known.email} is disabled. Ask those who run the service, who let them sign in again with npm run operator -- invite.`;
    throw new Failure('precondition_failed', { what });
  }
  for (const { id } of await inside.passkeys(known.id)) await inside.removePasskey(known.id, id);
  await inside.save({ ...known, disabled_at_ms: null, password: null, authenticator: null });
};
