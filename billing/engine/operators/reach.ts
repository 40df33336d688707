import { actorOf, type Operator } from '../../domain/operators/operator.ts';
import { isPermitted, type Role } from '../../domain/operators/permissions.ts';
import { roleRaisesRefundLimit } from '../../domain/operators/refund-limit.ts';
import type { OperatorRecords, OperatorSite } from '../../ports/operators.ts';
import type { Site } from '../../resources/site.ts';
import { Failure, notFound } from '../../values/failure.ts';
import type { Administrator } from '../sites/on-site.ts';

/** An operator, or the user of the command line, who changes operators. */
export interface OperatorEditor extends Administrator {
  /** The command line may do everything, because it could write into the database as well. */
  readonly standing: 'command line' | { readonly sites: readonly OperatorSite[]; readonly read_only: boolean };
}

const reaches = ({ standing }: OperatorEditor, site: Site, roles: readonly Role[]): boolean => {
  if (standing === 'command line') return true;
  const own = standing.sites.find((one) => one.site.id === site.id)?.roles ?? [];
  const may = { roles: own, sandbox: site.mode === 'sandbox', readOnly: standing.read_only };
  return isPermitted(may, 'operators.edit') && (own.includes('owner') || !roles.includes('owner'));
};

const outOfReach = ({ email }: Pick<Operator, 'email'>): Failure =>
  new Failure('operator_out_of_reach', { value: email });

/** Whether the editor would refund more in a day with a role: only another operator may give it. */
const wouldRefundMore = (
  { standing, actor }: OperatorEditor,
  operator: Pick<Operator, 'email'>,
  site: Site,
  role: Role,
): boolean => {
  if (standing === 'command line' || actor !== actorOf(operator)) return false;
  const own = standing.sites.find((one) => one.site.id === site.id)?.roles ?? [];
  return roleRaisesRefundLimit(site, own, role);
};

/**
 * Throws `operator_out_of_reach` unless the editor may give and remove a role: that of owner is up to owners, and one
 * that raises the limit of the editor's own refunds is up to others.
 */
export const refuseRoleBeyondReach = (
  editor: OperatorEditor,
  operator: Pick<Operator, 'email'>,
  site: Site,
  role: Role,
): void => {
  if (!reaches(editor, site, [role]) || wouldRefundMore(editor, operator, site, role)) throw outOfReach(operator);
};

/** Whether the editor may change the operator at each site at which that has a role. */
export const reachesOperator = (editor: OperatorEditor, sites: readonly OperatorSite[]): boolean =>
  editor.standing === 'command line' ||
  (sites.length > 0 && sites.every(({ site, roles }) => reaches(editor, site, roles)));

/** Returns an operator with its sites. Throws `not_found`, also for one of whom the editor sees no site. */
export const needOperator = async (
  operators: Pick<OperatorRecords, 'byEmail' | 'sites'>,
  editor: OperatorEditor,
  email: string,
): Promise<{ readonly operator: Operator; readonly sites: readonly OperatorSite[] }> => {
  const operator = await operators.byEmail(email.trim().toLowerCase());
  const sites = operator ? await operators.sites(operator.id) : [];
  const { standing } = editor;
  const isSeen =
    standing === 'command line' ||
    sites.some(({ site }) => standing.sites.some((own) => own.site.id === site.id && reaches(editor, site, [])));
  if (!operator || !isSeen) throw notFound('Operator', 'email', email);
  return { operator, sites };
};

/** Like `needOperator`. Throws `operator_out_of_reach` unless the editor may change the operator at all sites. */
export const needOperatorInReach = async (
  operators: Pick<OperatorRecords, 'byEmail' | 'sites'>,
  editor: OperatorEditor,
  email: string,
): Promise<{ readonly operator: Operator; readonly sites: readonly OperatorSite[] }> => {
  const found = await needOperator(operators, editor, email);
  if (!reachesOperator(editor, found.sites)) throw outOfReach(found.operator);
  return found;
};
