import { onSqlite } from '../stories/engines.ts';
import { chargesTheMethods } from './wallet-lives.ts';

/** `wallets.long.ts` takes 1,000, on both engines. */
onSqlite('accounts with several payment methods', (service) => {
  chargesTheMethods(service, 12, 5);
});
