/** The file that is loaded when a customer opens the wallet. */
export { walletToken } from './wallet/wallet-token.ts';
