import type { Caller } from '../../ports/caller.ts';

/** The queue of an account's orders in this process: each is priced after the previous one was recorded. */
export const ordersOf = ({ site }: Pick<Caller, 'site'>, account_code: string | null | undefined): string =>
  `${site.id} orders ${account_code}`;
