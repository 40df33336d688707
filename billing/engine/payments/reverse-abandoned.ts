import type { Intent, Reservation } from '../../payments/intent.ts';
import type { Gateways } from '../../ports/gateway.ts';
import type { Records, Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { type Site, siteTime } from '../../site.ts';
import type { Seconds } from '../../time.ts';
import { carryOutRefund } from '../refunds/carry-out-refund.ts';

/**
 * Ends gateway calls whose process died between asking and recording the answer (DESIGN section 6), and authorizations that nobody captured: once the
 * lease is out, whatever was authorized or taken is reversed, what was kept for it is given back, and the intent closed. Nothing was acknowledged for
 * such a call, so nothing is kept. A refund cannot be taken back, so it is finished. Answers how many there were.
 */
export const reverseAbandoned =
  ({ storage, gateways, world }: { readonly storage: Storage; readonly gateways: Gateways; readonly world: World }) =>
  async (site: Site): Promise<number> => {
    const now = siteTime(site, world.clock);
    const abandoned = await storage.of(site.id).intents.expired(world.clock.now(), now * 1000);
    for (const intent of abandoned) {
      if (intent.kind === 'refund') {
        await carryOutRefund({ storage, gateways, world })(site, intent);
        continue;
      }
      const { id, kind, gateway_code, gateway_key: key, correlation, leased_until } = intent;
      // One that waited for its capture has run out at its own time, not when the site's clock arrived.
      const at = kind === 'authorization' ? Math.floor(leased_until / 1000) : now;
      await gateways.reverse({ site, gateway_code, key, correlation });
      await storage.transaction(site.id, (records) => abandon(records, id, at));
    }
    return abandoned.length;
  };

/** What an authorization waits under, apart from its account's turn: other movements go on meanwhile. */
export const keptUnder = (uuid: string): string => `authorization:${uuid}`;

/**
 * Closes an intent that came to nothing, and gives back what was kept for it; an authorization is void from then on. Does nothing when somebody else
 * closed it.
 */
export const abandon = async (records: Records, intentId: string, at: Seconds): Promise<void> => {
  const intent = await records.intents.find(intentId);
  if (!intent) return;
  if (intent.kind === 'authorization') await voidAuthorization(records, intent, at);
  if (intent.reserved) await giveBack(records, intent.reserved);
  await records.intents.close(intentId);
};

const voidAuthorization = async ({ transactions }: Records, { subject }: Intent, at: Seconds): Promise<void> => {
  const found = await transactions.find(subject.slice(keptUnder('').length));
  if (!found) return;
  const { invoice: _, ...transaction } = found;
  await transactions.save({ ...transaction, status: 'void', voidable: false, refundable: false, updated_at: at });
};

const giveBack = async (
  { coupons: held, giftCards }: Records,
  { coupons, codes, gift_cards }: Reservation,
): Promise<void> => {
  for (const key of coupons) await held.unredeem(key);
  for (const key of codes) await held.codes.unredeem(key);
  for (const key of gift_cards) await giftCards.unredeem(key);
};
