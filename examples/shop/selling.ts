import Router from '@koa/router';
import type { Context } from 'koa';
import { decimalAmount } from './amounts.ts';
import { BillingApiError } from './api-client.ts';
import type { BillingApi } from './billing-api.ts';
import { readCart, readShopOrder, type ShopCart } from './cart.ts';
import { answerRefusals, FormRefused, readJson } from './forms.ts';
import { GOODS } from './goods.ts';
import { guesses } from './guesses.ts';
import type { Invoice } from './invoice.ts';
import { quoteView } from './quote.ts';
import { receiptView } from './receipt.ts';
import { saleInWords } from './sale-words.ts';
import type { SellingApi } from './selling-api.ts';
import type { UnderWay } from './under-way.ts';
import { newAccountCode, type Visitor } from './visitor.ts';

type ShopContext = Context & { state: { visitor: Visitor } };

/** One attempt to buy, with an id of the page. */
const ATTEMPT = /^[\w-]{16,64}$/;
const INVOICE = /^\d{1,12}$/;
const RECEIPT = /^(\d{1,12})(\.pdf)?$/;

/**
 * The requests of a page about orders: the goods, the price of a cart, buying, and the receipt. They concern the
 * customer's own account only.
 */
export const selling = (api: SellingApi, accounts: BillingApi, purchases: UnderWay, apiUrl: string) => {
  const unlessGuessing = guesses();

  const goods = (ctx: Context) => {
    ctx.body = {
      goods: GOODS.map(({ prices, ...good }) => ({
        ...good,
        prices: Object.fromEntries(Object.entries(prices).map(([code, minor]) => [code, decimalAmount(minor, code)])),
      })),
    };
  };

  const quote = async (ctx: ShopContext) => {
    const { accountCode, returning } = ctx.state.visitor;
    const cart = readCart(await readJson(ctx));
    await purchases.settled(accountCode);
    const [method, already] = returning
      ? await Promise.all([accounts.billingInfo(accountCode), api.receiptOf(accountCode, cart.plan.code)])
      : [];
    const buyer = { account_code: accountCode, hasMethod: method !== undefined };
    const sold = await unlessGuessing(ctx.ip, cart, () => api.quote(cart, buyer).catch(forNewCustomer(cart)));
    ctx.body = { ...quoteView(sold), already: already ?? null };
  };

  /** A plan that was bought a moment ago has no price for the same customer: returns that for another one. */
  const forNewCustomer = (cart: ShopCart) => (error: unknown) => {
    if (!(error instanceof BillingApiError && error.symbol === 'duplicate_subscription')) throw error;
    return api.quote(cart, { account_code: newAccountCode(), hasMethod: false });
  };

  /** No customer pays another total than the one on the button. */
  const purchase = async (ctx: ShopContext) => {
    const { accountCode } = ctx.state.visitor;
    const attempt = ctx.get('Idempotency-Key');
    if (!ATTEMPT.test(attempt))
      ctx.throw(400, 'Name the attempt in Idempotency-Key: 16 to 64 letters, digits, _ or -.');
    const order = readShopOrder(await readJson(ctx));
    if (order.token === '' && !(await savedMethod(ctx.state.visitor))) throw new FormRefused(NO_METHOD);
    const buy = async () => {
      if (order.agreed !== undefined) {
        const { total } = quoteView(await api.quoteOrder(order, accountCode)).now;
        if (total !== order.agreed) throw new FormRefused(PRICE_CHANGED);
      }
      return api.purchase(order, accountCode, `${accountCode} ${attempt}`);
    };
    const { invoice } = await unlessGuessing(ctx.ip, order.cart, () => purchases.run(accountCode, buy));
    ctx.body = { receipt: invoice.number };
  };

  const savedMethod = async ({ accountCode, returning }: Visitor) =>
    returning ? accounts.billingInfo(accountCode) : undefined;

  const receipt = async (ctx: ShopContext) => {
    const [, number, isPdf] = RECEIPT.exec(ctx.params.name ?? '') ?? [];
    const invoice = number && (await ownInvoice(ctx.state.visitor, number));
    if (!invoice) throw new FormRefused(NO_RECEIPT);
    if (isPdf) {
      ctx.body = await api.invoicePdf(number);
      ctx.type = 'application/pdf';
      ctx.set('Content-Disposition', `inline; filename="tideline-${number}.pdf"`);
    } else {
      const [next, coupons] = await Promise.all([
        api.nextPayments(number, invoice.account_code),
        invoice.discount > 0 ? api.couponsOf(number) : [],
      ]);
      ctx.body = { ...receiptView(invoice, next), coupons };
    }
  };

  /**
   * Leads to the account pages, where the customer changes, cancels and pays; with `invoice`, to that invoice, and with
   * `why` to how its amounts are computed. They lead back to the receipt or the shop. The page never sees the token.
   */
  const manage = async (ctx: ShopContext) => {
    const { accountCode, returning } = ctx.state.visitor;
    const token = returning ? await accounts.loginToken(accountCode) : undefined;
    if (!token) throw new FormRefused(NO_ACCOUNT);
    ctx.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
    ctx.status = 303;
    const target = new URL(`/account/${token}`, apiUrl);
    const { invoice } = ctx.query;
    const back = new URL('/checkout.html', `${ctx.protocol}://${ctx.host}`);
    if (typeof invoice === 'string' && INVOICE.test(invoice)) {
      target.searchParams.set('task', `invoice/${invoice}`);
      back.pathname = '/receipt.html';
      back.searchParams.set('number', invoice);
      if (ctx.query.why !== undefined) target.hash = 'why';
    }
    target.searchParams.set('return_url', back.href);
    ctx.redirect(target.href);
  };

  const ownInvoice = async ({ accountCode, returning }: Visitor, number: string): Promise<Invoice | undefined> => {
    const found = returning ? await api.invoice(number) : undefined;
    return found?.account_code === accountCode ? found : undefined;
  };

  return new Router<{ visitor: Visitor }>({ prefix: '/api' })
    .use(answerRefusals(saleInWords))
    .get('/goods', goods)
    .post('/quote', quote)
    .post('/purchase', purchase)
    .get('/receipts/:name', receipt)
    .get('/account', manage)
    .routes();
};

const PRICE_CHANGED = {
  status: 422,
  message:
    'The price has changed since this page worked it out, so nothing was bought. Look at the new total, then pay.',
  fields: {},
} as const;

const NO_METHOD = {
  status: 422,
  message: 'We have no payment method of yours on file any more. Choose another way to pay.',
  fields: {},
} as const;

const NO_ACCOUNT = {
  status: 404,
  message: 'You have not bought anything yet.',
  fields: {},
} as const;

const NO_RECEIPT = {
  status: 404,
  message: 'There is no such receipt of yours. Open it in the browser you bought with.',
  fields: {},
} as const;
