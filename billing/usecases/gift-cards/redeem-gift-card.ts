import { payerIdOf } from '../../domain/accounts/account.ts';
import { giftCardLine } from '../../domain/adjustments/charge-lines.ts';
import { cardObstacle } from '../../domain/gift-cards/gift-card.ts';
import type { GiftCardRecord } from '../../domain/gift-cards/record.ts';
import { billedTo, draftInvoice } from '../../domain/invoices/draft-invoice.ts';
import { resolveTerms } from '../../domain/invoices/terms.ts';
import { evidenceOf } from '../../domain/taxes/location-evidence.ts';
import { type PaymentDeps, recordInQueue } from '../../engine/intents/open-intent.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import { keepPrice } from '../../engine/recording/gift-cards/gift-card-price.ts';
import { addInvoice } from '../../engine/recording/invoices/add-invoice.ts';
import type { Caller } from '../../ports/caller.ts';
import { needGiftCard } from '../../queries/catalogue/gift-cards.ts';
import { sellerFor } from '../../queries/settings/business-entities.ts';
import type { RecipientAccountInput } from '../../resources/recipient-account.ts';
import type { Submitted } from '../../resources/submitted.ts';
import { Failure, refuse } from '../../values/failure.ts';

/**
 * Redeems a gift card: adds its full value to an account, as a credit invoice of the account that pays for it. Throws
 * `bad_request` for a card that is unknown or was redeemed and for an unknown account, `gift_card_canceled`,
 * `gift_card_not_paid`, `account_closed`, `Invalid`.
 */
export const redeemGiftCard =
  (deps: Omit<PaymentDeps, 'vault'>) =>
  async (
    caller: Caller,
    code: string,
    { value, issues }: Submitted<RecipientAccountInput>,
  ): Promise<GiftCardRecord> => {
    const { storage, world } = deps;
    const { site } = caller;
    const { accounts, giftCards, paymentMethods } = storage.of(site.id);
    const card = await giftCards.byCode(code);
    if (!card) throw new Failure('bad_request', { reason: 'gift_card_unknown' });
    refuseSpent(card);
    const account = value.account_code ? await accounts.find(value.account_code) : undefined;
    refuse(issues);
    if (!account) throw new Failure('bad_request', { reason: 'recipient_unknown' });
    const payer = (await accounts.byId(payerIdOf(account))) ?? account;
    const closed = [account, payer].find(({ state }) => state === 'closed');
    if (closed) throw new Failure('account_closed', { value: closed.account_code });

    const billing = await paymentMethods.primary(payer.id);
    return recordInQueue(deps, caller, payer.id, async (records) => {
      if ((await records.accounts.payerId(account.id)) !== payer.id) throw new Failure('simultaneous_request');
      const at = caller.at;
      if (!(await records.giftCards.redeem(card.key, at))) refuseSpent(await needGiftCard(records, String(card.id)));
      const { currency, id: gift_card_id } = card;
      const address = billedTo(payer, billing);
      const seller = await sellerFor(records, site, payer.override_business_entity_id, address.country);
      const setting = { uuid: world.ids.uuid, at, account_id: account.id, currency };
      const { invoice, lines } = draftInvoice(
        {
          uuid: world.ids.uuid(),
          at,
          account_id: payer.id,
          currency,
          origin: 'gift_card',
          terms: resolveTerms(seller.site, {}),
          address,
          vat_number: payer.vat_number,
          reverseCharge: false,
          usedTaxService: null,
          shipping_address: null,
          seller: seller.header,
          evidence: evidenceOf(billing),
        },
        [giftCardLine(setting, card)],
      );
      await addInvoice(records, world, { invoice: { ...invoice, gift_card_id }, lines });
      const redeemed = {
        ...card,
        recipient_account_id: account.id,
        redemption_invoice_id: invoice.uuid,
        redeemed_at: at,
        balance_in_cents: card.unit_amount_in_cents,
        updated_at: at,
      };
      await records.giftCards.save(redeemed);
      records.events.say({ type: 'redeemed_gift_card', gift_card: redeemed });
      await keepPrice(records, card, at);
      await records.auditLog.append(
        auditEntry(world, caller, 'gift_card.redeemed', `${gift_card_id}/${account.account_code}`),
      );
      return needGiftCard(records, String(gift_card_id));
    });
  };

const refuseSpent = (card: GiftCardRecord): void => {
  const obstacle = cardObstacle(card);
  if (obstacle === 'gift_card_already_redeemed') throw new Failure('bad_request', { reason: obstacle });
  if (obstacle) throw new Failure(obstacle);
};
