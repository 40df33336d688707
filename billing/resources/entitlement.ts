import { code, embedded, link, links, maybe, noted, text, time, words } from './field.ts';
import { resource } from './resource.ts';
import type { Infer } from './schema.ts';

/** A permission as the operator defined it. */
export const customerPermission = resource('customer_permission', {
  id: code(13),
  code: code(50),
  name: text(),
  description: maybe(text()),
});

/** A permission that an account has, and what grants it. */
export const entitlement = resource('entitlement', {
  customer_permission: embedded(() => customerPermission),
  granted_by: links(),
  created_at: time(),
  updated_at: time(),
});

/** The permissions that an account has at the moment, for applications that ask what a customer may use. */
export const heldPermissions = resource('permissions', {
  account: link(),
  codes: noted('In alphabetical order; empty if the customer may use nothing.', words('code', 50)),
});

export type ShownPermission = Infer<typeof customerPermission>;
export type Entitlement = Infer<typeof entitlement>;
