import type { Operator, OperatorSession } from '@service/billing/domain/operators/operator.ts';
import { isPermitted, type Permission, type Role } from '@service/billing/domain/operators/permissions.ts';
import type { Caller } from '@service/billing/ports/caller.ts';
import type { Site } from '@service/billing/resources/site.ts';
import type { Millis } from '@service/billing/values/time.ts';
import type Koa from 'koa';
import type { Form } from '../../http/bodies/form.ts';
import type { UploadedFile } from '../../http/bodies/upload-form.ts';
import type { RequestState } from '../../http/request.ts';
import { ConsoleRefused } from './refused.ts';

/** An operator who looks at a page of one site. */
export interface ConsoleVisit {
  readonly operator: Operator;
  readonly session: OperatorSession;
  /** The secret of the session. Never rendered, never logged. */
  readonly secret: string;
  readonly site: Site;
  /** The sites at which the operator has a role, by subdomain. */
  readonly sites: readonly Site[];
  /** The operator's roles at each of them, by the id of the site. */
  readonly rolesAt: ReadonlyMap<string, readonly Role[]>;
  /** The operator's roles at this site. */
  readonly roles: readonly Role[];
  /** Neither the operator nor the process is restricted to reading. */
  readonly canChange: boolean;
  readonly caller: Caller;
  /** The beginning of all addresses of the site: empty, or `/s/acme` where the operator has several sites. */
  readonly prefix: string;
  /** System clock. */
  readonly now: Millis;
  /** Returns a key that proves that a form comes from a page of this session: another one for each form. */
  readonly formKey: () => string;
  /** Returns an id that a form is carried out once with. */
  readonly newFormId: () => string;
}

export interface ConsoleState extends RequestState {
  visit?: ConsoleVisit;
  form?: Form;
  files?: ReadonlyMap<string, UploadedFile>;
  /** The subdomain that the address names. */
  subdomain?: string;
}

export type ConsolePage = Koa.ParameterizedContext<ConsoleState & Koa.DefaultState, Koa.DefaultContext & Params>;
interface Params {
  /** Path parameters, decoded. */
  params: Readonly<Record<string, string>>;
}
export type ConsoleStep = (ctx: ConsolePage, next: Koa.Next) => Promise<unknown> | unknown;

/** The visit that an earlier step has found. */
export const consoleVisitOf = ({ state }: ConsolePage): ConsoleVisit => {
  if (!state.visit) throw new Error('This page needs the step `operatorSignedIn`.');
  return state.visit;
};

/** The form that an earlier step has read. */
export const sentForm = ({ state }: ConsolePage): Form => state.form ?? {};

const NO_FILES: ReadonlyMap<string, UploadedFile> = new Map();

/** The files that came with the form, by the names of their fields. */
export const sentFiles = ({ state }: ConsolePage): ReadonlyMap<string, UploadedFile> => state.files ?? NO_FILES;

/** Whether the operator may do something at this site. */
export const may = (
  { roles, site, canChange }: Pick<ConsoleVisit, 'roles' | 'site' | 'canChange'>,
  permission: Permission,
) => isPermitted({ roles, sandbox: site.mode === 'sandbox', readOnly: !canChange }, permission);

/** Whether the operator may do something at another site. */
export const mayAt = ({ rolesAt, canChange }: ConsoleVisit, site: Site, permission: Permission): boolean =>
  may({ site, canChange, roles: rolesAt.get(site.id) ?? [] }, permission);

/** The beginning of the addresses of a site, which may be another one than that of the visit. */
export const prefixOf = ({ site, prefix }: ConsoleVisit, subdomain: string): string =>
  subdomain === site.subdomain ? prefix : `/s/${subdomain}`;

/** Refuses the request unless the operator may do something at this site. */
export const needPermission = (visit: ConsoleVisit, permission: Permission): void => {
  if (!may(visit, permission)) throw new ConsoleRefused('forbidden', { permission });
};

/** Whether names, email addresses and addresses of customers are shown. */
export const seesPersonalData = (visit: ConsoleVisit): boolean => may(visit, 'customers.personal');

/**
 * Returns a use case for pages: it asks for the permission once more, so that no page carries out what its route does
 * not allow.
 */
export const withPermission =
  <Rest extends readonly unknown[], Result>(
    permission: Permission,
    useCase: (caller: Caller, ...rest: Rest) => Promise<Result>,
  ) =>
  async (visit: ConsoleVisit, ...rest: Rest): Promise<Result> => {
    needPermission(visit, permission);
    return useCase(visit.caller, ...rest);
  };
