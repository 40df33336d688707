import type { OutboxMessage } from '../../domain/outbox/message.ts';
import type { MessageFilter } from '../../ports/outbox.ts';
import type { Records } from '../../ports/storage.ts';
import { notFound } from '../../values/failure.ts';
import { needAccount } from '../accounts/need-account.ts';
import { siteQuery } from '../site-query.ts';

/** The most messages that are listed at once. */
const MOST_SHOWN = 200;

/** The message, or `not_found`. */
export const needMessage = async ({ outbox }: Pick<Records, 'outbox'>, id: string): Promise<OutboxMessage> => {
  const found = await outbox.find(id);
  if (!found) throw notFound('Message', 'id', id);
  return found;
};

/** Returns a message of the outbox. Throws `not_found`. */
export const findMessage = siteQuery(needMessage);

/** Returns the latest messages of a site, newest first; those of one account by its code. Throws `not_found`. */
export const listMessages = siteQuery(
  async (
    records,
    { status, account_code }: Pick<MessageFilter, 'status'> & { readonly account_code?: string | undefined },
    limit: number = MOST_SHOWN,
  ): Promise<readonly OutboxMessage[]> => {
    const account = account_code === undefined ? undefined : await needAccount(records, account_code);
    return records.outbox.list(
      { ...(status ? { status } : {}), ...(account ? { account_id: account.id } : {}) },
      limit,
    );
  },
);
