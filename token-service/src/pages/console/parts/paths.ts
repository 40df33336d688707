/** Addresses of the pages of records, without the prefix of the site. */

const pathOf =
  (collection: string) =>
  (id: string, action = ''): string =>
    `/${collection}/${encodeURIComponent(id)}${action && `/${action}`}`;

export const customerPath = pathOf('customers');
export const subscriptionPath = pathOf('subscriptions');
export const invoicePath = pathOf('invoices');
export const paymentPath = pathOf('payments');
export const approvalPath = pathOf('approvals');
export const disputePath = pathOf('disputes');
export const planPath = pathOf('catalogue/plans');
export const itemPath = pathOf('catalogue/items');
export const entityPath = pathOf('settings/business-entities');
export const templatePath = pathOf('settings/invoice-templates');
export const couponPath = pathOf('catalogue/coupons');
export const giftCardPath = pathOf('catalogue/gift-cards');

const payoutItemPath =
  (action: string) =>
  (gateway: string, item: string): string =>
    `/payouts/${action}?${new URLSearchParams({ gateway, item })}`;

export const acceptPath = payoutItemPath('accept');
export const withdrawPath = payoutItemPath('withdraw');
