import type { Millis } from '../../values/time.ts';
import type { Passkey } from './operator.ts';

const LONGEST_NAME = 60;

/** Returns the record of a passkey that was just made. Without a name it is called `Passkey`. */
export const newPasskey = (
  operatorId: string,
  made: Pick<Passkey, 'id' | 'public_key' | 'counter' | 'transports'>,
  name: string,
  now: Millis,
): Passkey => ({
  ...made,
  operator_id: operatorId,
  name: name.trim().slice(0, LONGEST_NAME) || 'Passkey',
  created_at_ms: now,
  used_at_ms: null,
});
