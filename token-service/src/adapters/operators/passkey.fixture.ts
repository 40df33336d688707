import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** A value that authenticators write in CBOR (RFC 8949). */
type Cbor = number | string | Buffer | ReadonlyMap<number | string, Cbor>;

const head = (major: number, value: number): Buffer =>
  value < 24
    ? Buffer.of((major << 5) | value)
    : value < 256
      ? Buffer.of((major << 5) | 24, value)
      : Buffer.of((major << 5) | 25, value >> 8, value & 255);

const cbor = (value: Cbor): Buffer => {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one)])]);
};

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();
const FLAGS = { present: 1, verified: 4, withCredential: 64 };

interface SoftAuthenticatorOptions {
  readonly origin: string;
  /** Whether the device verifies its user. */
  readonly verifies?: boolean;
}

/** An authenticator with one ES256 passkey, as a browser would present it. It counts each use. */
export const softAuthenticator = ({ origin, verifies = true }: SoftAuthenticatorOptions) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let counter = 0;
  const base64url = (bytes: Buffer): string => bytes.toString('base64url');
  const clientData = (type: string, challenge: unknown): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = (more: Buffer, flag: number): Buffer => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const flags = FLAGS.present | (verifies ? FLAGS.verified : 0) | flag;
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.of(flags), count, more]);
  };
  const credential = { id: base64url(id), rawId: base64url(id), type: 'public-key', clientExtensionResults: {} };
  return {
    id: credential.id,
    /** Returns the response to the options of a registration. */
    register({ challenge }: Readonly<Record<string, unknown>>) {
      const own = Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id, cbor(cose(publicKey))]);
      const attestation = new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authenticatorData(own, FLAGS.withCredential)],
      ]);
      return {
        ...credential,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', challenge)),
          attestationObject: base64url(cbor(attestation)),
          transports: ['internal'],
        },
      };
    },
    /** Returns the response to the options of a sign-in. */
    authenticate({ challenge }: Readonly<Record<string, unknown>>) {
      counter += 1;
      const [client, data] = [clientData('webauthn.get', challenge), authenticatorData(Buffer.alloc(0), 0)];
      return {
        ...credential,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
        },
      };
    },
  };
};

/** The key in the form that authenticators send (RFC 9053): an elliptic curve key for ES256. */
const cose = (key: KeyObject): ReadonlyMap<number, Cbor> => {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return new Map<number, Cbor>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ]);
};
