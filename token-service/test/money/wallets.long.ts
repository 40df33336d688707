import { onBothEngines } from '../stories/engines.ts';
import { chargesTheMethods } from './wallet-lives.ts';

/** `SEED` and `OPERATIONS`, the number of lives, repeat a failed run or choose another one. */
const [lives, seed] = [Number(process.env.OPERATIONS ?? 1_000), Number(process.env.SEED ?? 5)];

onBothEngines('accounts with several payment methods', (service) => {
  chargesTheMethods(service, lives, seed);
});
