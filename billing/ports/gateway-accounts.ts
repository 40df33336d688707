import type { AccountSettings, AccountUses, GatewayAccount } from '../domain/gateway-accounts/account.ts';
import type {
  CredentialCheck,
  CredentialNames,
  CredentialOwner,
  Credentials,
} from '../domain/gateway-accounts/credentials.ts';
import type { Site } from '../resources/site.ts';

/** Gateway accounts of a site. */
export interface GatewayAccountRecords {
  /** Returns all accounts in their order of choice. */
  all(): Promise<readonly GatewayAccount[]>;
  find(code: string): Promise<GatewayAccount | undefined>;
  add(account: GatewayAccount): Promise<void>;
  save(account: GatewayAccount): Promise<void>;
  remove(code: string): Promise<void>;
  uses(code: string): Promise<AccountUses>;
}

/** The properties of a provider that are known without an account there. */
export interface AdapterTerms {
  readonly credentials: CredentialNames;
  /** Modes of the sites it serves. */
  readonly modes: readonly Site['mode'][];
  /** Whether an account can name another address than the provider's own, for example that of a simulator. */
  readonly takesEndpoint: boolean;
  /** Whether its API exposes the payouts of an account. */
  readonly tellsPayouts: boolean;
  /**
   * Returns why a site of a mode cannot have an account with these settings, as the rest of a sentence without the
   * credentials; undefined if it can.
   */
  objection(mode: Site['mode'], account: AccountSettings): string | undefined;
  /** Asks the provider whether it accepts the credentials. Moves no money; never rejects. */
  check(account: AccountSettings): Promise<CredentialCheck>;
}

/** Adapters by name. */
export type AdapterDirectory = Readonly<Record<string, AdapterTerms>>;

/** Encrypts credentials with the operator's key. */
export interface CredentialCipher {
  /** Returns ciphertext in base64, never the same twice. Throws when the operator has set no key. */
  seal(owner: CredentialOwner, credentials: Credentials): string;
  /**
   * Undefined when no key of the operator opens it for this owner. `isCurrent`: sealed with the key that seals now, not
   * with the one before.
   */
  open(
    owner: CredentialOwner,
    sealed: string,
  ): { readonly credentials: Credentials; readonly isCurrent: boolean } | undefined;
}
