import type { GiftCardRecord } from '@service/billing/domain/gift-cards/record.ts';
import { giftCardState } from '@service/billing/queries/catalogue/catalogue-list.ts';
import { findGiftCard } from '@service/billing/queries/catalogue/gift-cards.ts';
import { readRedemptionCode } from '@service/billing/usecases/gift-cards/read-redemption-code.ts';
import type { Seconds } from '@service/billing/values/time.ts';
import { html } from '../../../../documents/html.ts';
import { exactMomentOf, factList, moneyOf, personalText } from '../../parts/figures.ts';
import { actionLink, formButtons, formTrouble, secretForm } from '../../parts/form.ts';
import { customerPath, giftCardPath, invoicePath } from '../../parts/paths.ts';
import { secretPanel } from '../../parts/secret-panel.ts';
import { showPage } from '../../parts/shell.ts';
import { shownOnce, showOnce } from '../../parts/shown-once.ts';
import { stateBadge } from '../../parts/state-words.ts';
import { type ConsoleRoute, formPage, readingPage } from '../../route.ts';
import { type ConsoleVisit, consoleVisitOf, may, withPermission } from '../../visit.ts';
import type { CatalogueDeps } from './catalogue-deps.ts';

/** A gift card, and the form that shows its redemption code. */
export const giftCardPages = (deps: CatalogueDeps): readonly ConsoleRoute[] => {
  const find = findGiftCard(deps);
  const read = withPermission('codes.read', readRedemptionCode(deps));
  return [
    readingPage('/catalogue/gift-cards/:id', 'gift card', 'catalogue.read', async (ctx) => {
      const visit = consoleVisitOf(ctx);
      const card = await find(visit.caller, ctx.params.id ?? '');
      const code = shownOnce(ctx, visit);
      showPage(
        ctx,
        {
          title: `Gift card ${card.id}`,
          badge: stateBadge('gift_card', giftCardState(card)),
          subtitle: html`${moneyOf(card.unit_amount_in_cents, card.currency)} · bought by <a href="${visit.prefix}${customerPath(card.gifter_account_code)}">${card.gifter_account_code}</a>`,
          back: { href: '/catalogue/gift-cards', label: 'Gift cards' },
          actions: may(visit, 'codes.read')
            ? [actionLink(visit, giftCardPath(String(card.id), 'code'), 'Show redemption code')]
            : [],
        },
        [
          code
            ? secretPanel(
                'Redemption code',
                code,
                'Each person who has it can redeem the card. The audit log has that you saw it.',
              )
            : '',
          html`<div class="sections"><div><section class="panel"><h2>Card</h2>${factList(factsOf(visit, card))}</section></div>
<div><section class="panel"><h2>Delivery</h2>${factList(deliveryOf(visit, card))}</section></div></div>`,
        ],
      );
    }),
    ...formPage({
      path: '/catalogue/gift-cards/:id/code',
      name: 'gift card code',
      permission: 'codes.read',
      fresh: true,
      async ask(ctx, visit, filled) {
        const card = await find(visit.caller, ctx.params.id ?? '');
        const here = giftCardPath(String(card.id));
        return {
          title: 'Show the redemption code',
          back: { href: here, label: `Gift card ${card.id}` },
          content: [
            html`${formTrouble(filled)}<p>Each person who has the code can redeem ${moneyOf(card.unit_amount_in_cents, card.currency)}. It is shown once, and the audit log has that you saw it. No customer is told.</p>`,
            secretForm(
              visit,
              { action: `${visit.prefix}${here}/code` },
              formButtons('Show the code', { back: `${visit.prefix}${here}` }),
            ),
          ],
        };
      },
      async carryOut(ctx, visit) {
        const { id } = await find(visit.caller, ctx.params.id ?? '');
        const here = giftCardPath(String(id));
        showOnce(ctx, visit, here, await read(visit, String(id)));
        return { to: here, notice: 'The redemption code is shown once, on this page.' };
      },
    }),
  ];
};

const factsOf = (visit: ConsoleVisit, card: GiftCardRecord) => {
  const moment = (at: Seconds | null) => (at === null ? null : exactMomentOf(visit, at));
  const invoice = (number: string | null) =>
    number === null ? null : html`<a href="${visit.prefix}${invoicePath(number)}">${number}</a>`;
  const { recipient_account_code: recipient } = card;
  return [
    { label: 'Value', value: moneyOf(card.unit_amount_in_cents, card.currency) },
    {
      label: 'Balance',
      value: card.balance_in_cents === null ? null : moneyOf(card.balance_in_cents, card.currency),
    },
    { label: 'Product', value: card.product_code },
    { label: 'Invoice of the purchase', value: invoice(card.purchase_invoice) },
    {
      label: 'Redeemed by',
      value: recipient === null ? null : html`<a href="${visit.prefix}${customerPath(recipient)}">${recipient}</a>`,
    },
    { label: 'Invoice of the redemption', value: invoice(card.redemption_invoice) },
    { label: 'Bought', value: moment(card.created_at) },
    { label: 'Redeemed', value: moment(card.redeemed_at) },
    { label: 'Canceled', value: moment(card.canceled_at) },
    { label: 'Earned as breakage', value: moment(card.breakage_at) },
  ];
};

/** To whom the card goes: personal data of the recipient. */
const deliveryOf = (visit: ConsoleVisit, { delivery, delivered_at, delivery_due_at }: GiftCardRecord) => [
  { label: 'By', value: delivery.method === 'post' ? 'post' : 'email' },
  { label: 'Email', value: personalText(visit, delivery.email_address) },
  {
    label: 'Recipient',
    value: personalText(visit, [delivery.first_name, delivery.last_name].filter(Boolean).join(' ')),
  },
  { label: 'From', value: personalText(visit, delivery.gifter_name) },
  { label: 'Message', value: personalText(visit, delivery.personal_message) },
  { label: 'Delivered', value: delivered_at === null ? null : exactMomentOf(visit, delivered_at) },
  { label: 'Due', value: delivery_due_at === null ? null : exactMomentOf(visit, delivery_due_at) },
];
