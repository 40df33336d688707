import type { Holder, MethodDescription } from '@service/billing/domain/billing-info/payment-method.ts';
import type { Judged, MethodReader, Presented, Vault } from '@service/billing/ports/vault.ts';
import { type Site, siteTime } from '@service/billing/resources/site.ts';
import { cardMonth } from '@service/billing/values/card/card-month.ts';
import { Failure } from '@service/billing/values/failure.ts';
import type { SystemClock } from '@service/billing/values/time.ts';
import type { Fingerprint } from '../../runtime/fingerprint.ts';
import type { Cipher } from './cipher.ts';
import { type Accepted, judgeCode, judgeMethod } from './judge.ts';
import { HeldCode, PresentedMethod } from './presented.ts';
import type { Randomness } from './random.ts';
import type { TokenStore } from './token-store.ts';

/** 144 bits as text. */
const ID_BYTES = 18;
const ID = /^[\w-]{24}$/;

const END_OF_OPEN_PART = 0x0a;

/** The only module outside the gateway adapters that handles card numbers. */
export interface TokenVault extends Vault, MethodReader {
  /**
   * Stores a presented method, with its holder's name and postal address, as a token. Returns the token's random id.
   * `address`: the customer's IP address.
   */
  keep(site: Site, presented: Presented, holder: Holder, address?: string): Promise<string>;
}

export interface VaultDeps {
  readonly store: TokenStore;
  readonly cipher: Cipher;
  readonly random: Randomness;
  readonly fingerprint: Fingerprint;
  readonly clock: SystemClock;
}

/** The data stored with the secret bytes. */
interface Open {
  readonly description: MethodDescription;
  readonly holder: Holder;
  readonly address: string | null;
}

/** One line of JSON, then the secret bytes, which are never converted to a string here. */
const pack = ({ description, holder, address }: Open, secret: Buffer): Buffer => {
  const open = JSON.stringify([description, holder, address]);
  const length = Buffer.byteLength(open);
  const packed = Buffer.allocUnsafe(length + 1 + secret.length);
  packed.write(open);
  packed[length] = END_OF_OPEN_PART;
  secret.copy(packed, length + 1);
  return packed;
};

const unpack = (packed: Buffer): Open & { secret: Buffer } => {
  const end = packed.indexOf(END_OF_OPEN_PART);
  // Tokens of an earlier release have no address.
  const [description, holder, address = null] = JSON.parse(packed.toString('utf8', 0, end));
  return { description, holder, address, secret: packed.subarray(end + 1) };
};

/** Computes fingerprints of one site; the same number has a different fingerprint at another site. */
const ofSite =
  (fingerprint: Fingerprint, { id }: Site): Fingerprint =>
  (...parts) =>
    fingerprint(id, ...parts);

const presentedFrom = (judged: Judged<Accepted<MethodDescription>>, hash: Fingerprint): Judged<Presented> =>
  'issues' in judged
    ? judged
    : { accepted: new PresentedMethod(judged.accepted.description, {}, judged.accepted.secret, hash) };

export const openVault = ({ store, cipher, random, fingerprint, clock }: VaultDeps): TokenVault => ({
  present(site, raw) {
    const judged = judgeMethod(raw, () => cardMonth(siteTime(site, clock)));
    return presentedFrom(judged, ofSite(fingerprint, site));
  },

  presentCode(code, card_type) {
    const judged = judgeCode(code, card_type);
    return 'issues' in judged ? judged : { accepted: new HeldCode(judged.accepted) };
  },

  async keep(site, presented, holder, address) {
    const id = random.text(ID_BYTES);
    const sealed = PresentedMethod.take(presented, (secret) => {
      const packed = pack({ description: presented.description, holder, address: address ?? null }, secret);
      const bytes = cipher.seal(packed, `${site.id}/${id}`);
      packed.fill(0);
      return bytes;
    });
    await store.keep(site.id, id, sealed);
    return id;
  },

  async hold(site, tokenId) {
    if (!ID.test(tokenId)) throw new Failure('token_invalid');
    const held = await store.hold(site.id, tokenId);
    if (held.is === 'gone') throw new Failure('token_invalid');
    if (held.is === 'busy') throw new Failure('simultaneous_request');

    const packed = cipher.open(held.payload, `${site.id}/${tokenId}`);
    if (!packed) {
      // Encrypted with a key that is no longer in use, so it can never be read.
      await held.consume();
      await held.release();
      throw new Failure('token_invalid');
    }
    const { description, holder, address, secret } = unpack(packed);
    return new PresentedMethod(description, holder, secret, ofSite(fingerprint, site), { address, held });
  },

  read: PresentedMethod.read,
  readCode: HeldCode.read,
});
