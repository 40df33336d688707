import type { Secret } from '../../values/secret.ts';

/** Credentials at a provider, by name. */
export type Credentials = Readonly<Record<string, Secret>>;

/** Names of the credentials that an adapter needs and accepts. */
export interface CredentialNames {
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

/** A provider's response to credentials. `message` never contains them. */
export type CredentialCheck =
  | { readonly outcome: 'accepted' }
  | { readonly outcome: 'refused' | 'no_answer'; readonly message: string };

/** The account that sealed credentials belong to. They cannot be opened for another one. */
export interface CredentialOwner {
  readonly site_id: string;
  readonly code: string;
}

/** Whether every required credential is named and no unknown one. */
export const fits = (credentials: Credentials, { required, optional }: CredentialNames): boolean =>
  required.every((name) => Object.hasOwn(credentials, name)) &&
  Object.keys(credentials).every((name) => required.includes(name) || optional.includes(name));
