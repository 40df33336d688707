import { loadPart } from '../load-part.ts';
import type { walletToken as exchange } from './wallet-token.ts';

/** Name of the file with its digest, which the build wrote beside this one. */
declare const WALLET: string;

/** Loads the wallet's agreement, and returns its token. Rejects like it, or with api-error. */
export const loadWalletToken: typeof exchange = async (...args) => {
  const [, { api }, , , Errors] = args;
  const file = await loadPart<typeof import('../wallet.ts')>(api, WALLET, Errors);
  return file.walletToken(...args);
};
