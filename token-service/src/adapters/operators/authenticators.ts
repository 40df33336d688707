import type { AuthenticatorCipher, Authenticators } from '@service/billing/ports/operator-proofs.ts';
import { Failure } from '@service/billing/values/failure.ts';
import { Secret, TOTP } from 'otpauth';

/** Bytes of a secret: as long as the hash (RFC 4226). */
const SECRET_BYTES = 20;
/** Seconds for which a code is shown. */
const PERIOD = 30;
const DIGITS = 6;
/** Codes before and after the present one that are accepted. */
const WINDOW = 1;

/**
 * Authenticator apps (RFC 6238). `issuer` is the name under which an app lists the code. SHA-1, six digits and thirty
 * seconds are what every app supports.
 */
export const totpAuthenticators = (cipher: AuthenticatorCipher, issuer: string): Authenticators => ({
  offer({ id, email }) {
    const secret = new Secret({ size: SECRET_BYTES });
    const sealed = cipher.seal(id, secret.base32);
    if (sealed === undefined) throw new Failure('authenticator_needs_key');
    const totp = new TOTP({ issuer, label: email, secret, algorithm: 'SHA1', digits: DIGITS, period: PERIOD });
    return { uri: totp.toString(), secret: secret.base32, sealed };
  },
  step(operatorId, sealed, code, now) {
    const opened = cipher.open(operatorId, sealed);
    if (!opened) throw new Failure('authenticator_unreadable', { value: 'this operator' });
    const token = code.replaceAll(/\s/g, '');
    if (!/^\d{6}$/.test(token)) return undefined;
    const totp = new TOTP({ secret: opened.secret, algorithm: 'SHA1', digits: DIGITS, period: PERIOD });
    const delta = totp.validate({ token, timestamp: now, window: WINDOW });
    return delta === null ? undefined : Math.floor(now / 1000 / PERIOD) + delta;
  },
  renewed(operatorId, sealed) {
    const opened = cipher.open(operatorId, sealed);
    return opened && !opened.isCurrent ? cipher.seal(operatorId, opened.secret) : undefined;
  },
});
