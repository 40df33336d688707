import Router from '@koa/router';
import type { OrderDeps } from '@service/billing/engine/orders/with-order.ts';
import type { AccountSessionRecords } from '@service/billing/ports/account-sessions.ts';
import type { SiteRecords } from '@service/billing/ports/sites.ts';
import type { AccountPageOffer } from '@service/billing/resources/site-settings.ts';
import { closeSession } from '@service/billing/usecases/account-pages/close-session.ts';
import { continueSession } from '@service/billing/usecases/account-pages/continue-session.ts';
import { openCustomerView } from '@service/billing/usecases/account-pages/open-customer-view.ts';
import { openSession } from '@service/billing/usecases/account-pages/open-session.ts';
import { recognizeLink } from '@service/billing/usecases/account-pages/recognize-link.ts';
import { renewLink } from '@service/billing/usecases/account-pages/renew-link.ts';
import { renewSession } from '@service/billing/usecases/account-pages/renew-session.ts';
import type { Logger } from 'pino';
import type { InvoicePrinter } from '../../documents/invoice-pdf/invoice-printer.ts';
import { readMailLink } from '../../documents/mail/mail-link.ts';
import { clientAddress } from '../../http/client-address.ts';
import { failures } from '../../http/failures.ts';
import type { IdempotencyKeys } from '../../http/idempotency.ts';
import { requireEncryption } from '../../http/in-the-clear.ts';
import type { AnonymousKind, AnonymousLimits } from '../../http/limits/anonymous.ts';
import { withinAddressLimit } from '../../http/limits/within-address-limit.ts';
import { clientOrigin } from '../../http/origin.ts';
import { refuseWhenReadOnly } from '../../http/read-only.ts';
import { readablePath } from '../../http/readable-path.ts';
import { named, operation, type Step as RequestStep } from '../../http/request.ts';
import { routed } from '../../http/routed.ts';
import { headersForPages } from '../../http/security-headers.ts';
import { cancelPage } from './pages/cancel.ts';
import { changePage } from './pages/change.ts';
import type { LibrarySource } from './pages/confirm.ts';
import { detailsPage } from './pages/details.ts';
import { singleInvoicePage } from './pages/invoice.ts';
import { invoicesPage } from './pages/invoices.ts';
import { overviewPage } from './pages/overview.ts';
import { pausePage } from './pages/pause.ts';
import { paymentMethodPage } from './pages/payment-method.ts';
import { paymentMethodsPage } from './pages/payment-methods.ts';
import { reactivatePage } from './pages/reactivate.ts';
import { resumePage } from './pages/resume.ts';
import { taskPage } from './pages/task.ts';
import { assets } from './parts/assets.ts';
import { invoicePicture, logo } from './parts/pictures.ts';
import { readsOf } from './reads.ts';
import { PageRefused } from './refused.ts';
import { sendNewLink } from './sign-in/expired-link.ts';
import { signIn } from './sign-in/sign-in.ts';
import { signOut } from './sign-in/sign-out.ts';
import { signedIn } from './sign-in/signed-in.ts';
import { switchPage } from './sign-in/switch-account.ts';
import { pageFailures } from './steps/failures.ts';
import { oncePerForm } from './steps/once.ts';
import { ownForm, pageForm } from './steps/own-form.ts';
import { policyFor } from './steps/policy.ts';
import { refusedToViewers, viewSignIn } from './steps/view-as-customer.ts';
import {
  type AccountPage,
  type AccountState,
  isPaidByParent,
  offers,
  offersPlans,
  type PageStep,
  type PageWithForm,
  visitOf,
} from './visit.ts';

export interface AccountPagesDeps extends OrderDeps {
  readonly sites: Pick<SiteRecords, 'find' | 'logo'>;
  readonly sessions: AccountSessionRecords;
  readonly idempotency: IdempotencyKeys;
  /** Whether the process only reads. */
  readonly readOnly: boolean;
  /** SHA-256, hexadecimal. */
  readonly digest: (secret: string) => string;
  readonly anonymous: AnonymousLimits;
  readonly printer: Pick<InvoicePrinter, 'print'>;
  readonly source: LibrarySource;
  readonly log: Pick<Logger, 'error'>;
  readonly publicUrl: string | null;
}

const SUBSCRIPTION = '/account/subscriptions/:uuid';
const METHOD = '/account/payment-methods/:uuid';
const INVOICE = '/account/invoices/:number';

/** `name`: for the log; `before`: the steps before the page. */
type Route = readonly [
  method: 'get' | 'post' | 'all',
  path: string,
  name: string,
  before: readonly PageStep[],
  page: PageStep,
];

/** The pages on which customers manage their subscriptions, under `/account` of the API origin. */
export const accountPages = (deps: AccountPagesDeps): RequestStep => {
  const { world, log, anonymous, publicUrl } = deps;
  const { clock, ids } = world;
  const linking = { ...deps, readMailLink };
  const sessions = { continueSession: continueSession(deps), closeSession: closeSession(deps) };
  const recognize = recognizeLink(linking);
  const siteOfLink = async (token: string) => (await recognize(token))?.site;
  const origin = clientOrigin(publicUrl);
  const isSecure = (ctx: Pick<AccountPage, 'secure'>): boolean => publicUrl?.startsWith('https:') ?? ctx.secure;
  const encrypted = requireEncryption(publicUrl);

  /** The steps of everything under `/account`: no answer is without a limit, and no error without a page. */
  const arrivalOf = (kind: AnonymousKind): readonly PageStep[] => [
    headersForPages(policyFor(), isSecure),
    failures(log, pageFailures),
    refuseWhenReadOnly(deps.readOnly),
    withinAddressLimit(anonymous, kind),
    readablePath,
  ];
  const files = arrivalOf('files');
  const anyone = arrivalOf('account_pages');
  const findCustomer = signedIn({ ...sessions, recognizeLink: recognize, clock, ids, isSecure, encrypted });
  const anyoneButViewers = [...anyone, refusedToViewers({ ...sessions, isSecure }, findCustomer)];
  const customer = [...anyone, findCustomer];
  const customerForm = [...customer, pageForm(origin), ownForm];
  const customerFormOnce = [...customerForm, oncePerForm({ keys: deps.idempotency, clock })];

  const reads = readsOf(deps);
  const confirming = { ...deps, origin };
  const methods = paymentMethodsPage(reads, confirming);
  const invoice = singleInvoicePage(reads, confirming);
  const details = detailsPage({ ...deps, renewSession: renewSession(deps), isSecure });
  const switching = switchPage({ ...sessions, isSecure });
  const newLink = sendNewLink({ renewLink: renewLink(linking), siteOfLink, anonymous, addressOf: clientAddress });
  const signingIn = { ...sessions, anonymous, isSecure, encrypted };
  const signInByLink = signIn({ ...signingIn, openSession: openSession(linking), siteOfLink });
  const signInAsViewer = viewSignIn({ ...signingIn, openView: openCustomerView(deps) });

  /** The routes of a page whose form is carried out once. */
  const withForm = (path: string, name: string, offer: PageStep, { get, post }: PageWithForm): readonly Route[] => [
    ['get', path, name, [...customer, offer], get],
    ['post', path, name, [...customerFormOnce, offer], post],
  ];
  const routes: readonly Route[] = [
    ['get', '/account', 'overview', customer, overviewPage(reads, isSecure)],
    ['get', '/account/tasks/:task', 'task', customer, taskPage(reads)],
    ...withForm(`${SUBSCRIPTION}/cancel`, 'cancel', offered('cancel'), cancelPage(reads, deps)),
    ...withForm(`${SUBSCRIPTION}/reactivate`, 'reactivate', offered('reactivate'), reactivatePage(reads, deps)),
    ...withForm(`${SUBSCRIPTION}/pause`, 'pause', offered('pause'), pausePage(reads, deps)),
    ...withForm(`${SUBSCRIPTION}/resume`, 'resume', resumesOffered, resumePage(reads, confirming)),
    ...withForm(`${SUBSCRIPTION}/change`, 'change', changesOffered, changePage(reads, confirming)),
    ...withForm('/account/payment-method', 'payment method', paymentOffered, paymentMethodPage(reads, confirming)),
    ['get', '/account/payment-methods', 'payment methods', [...customer, paymentOffered], methods.get],
    ['post', `${METHOD}/use`, 'payment method use', [...customerFormOnce, paymentOffered], methods.use],
    ['post', `${METHOD}/remove`, 'payment method remove', [...customerFormOnce, paymentOffered], methods.remove],
    ['get', '/account/invoices', 'invoices', [...customer, offered('invoices')], invoicesPage(reads)],
    ['get', INVOICE, 'invoice', [...customer, seesInvoices], invoice.get],
    ['get', `${INVOICE}/pdf`, 'invoice PDF', [...customer, seesInvoices], invoice.pdf],
    ['get', `${INVOICE}/e-invoice`, 'e-invoice', [...customer, seesInvoices], invoice.eInvoice],
    ['post', `${INVOICE}/pay`, 'pay', [...customerFormOnce, paymentOffered], invoice.pay],
    ...withForm('/account/details', 'details', offered('details'), details),
    ['post', '/account/sign-out', 'sign-out', customerForm, signOut(sessions.closeSession, isSecure)],
    ['get', '/account/switch', 'switch', customer, switching.get],
    ['post', '/account/switch', 'switch', customerForm, switching.post],
    ['post', '/account/new-link', 'new link', [...anyoneButViewers, pageForm(origin)], newLink],
    ['get', '/account/assets/:file', 'assets', files, assets()],
    ['get', '/account/logos/:file', 'logo', files, logo(deps)],
    ['get', '/account/pictures/:file', 'picture', files, invoicePicture(deps)],
    ['get', '/account/:token', 'sign-in', anyone, signInByLink],
    ['get', '/account/view/:token', 'view', anyone, signInAsViewer],
    ['all', '/account', 'none', anyone, nothingHere],
    ['all', '/account/{*rest}', 'none', anyone, nothingHere],
  ];
  const router = new Router<AccountState>({ sensitive: true, exclusive: 'specificity' });
  for (const [method, path, name, before, page] of routes) {
    router[method](path, ...([named(`account ${name}`), ...before, operation(page)] as never[]));
  }
  const answer = router.routes() as unknown as RequestStep;
  return routed(
    async function accountPages(ctx, next) {
      // The address as it was sent: the router throws at one that has no path.
      if (!/^\/account(?:[/?]|$)/.test(ctx.req.url ?? '')) return next();
      return answer(ctx, next);
    },
    router.stack.map(({ path }) => String(path)),
  );
};

/** Responds as if a page does not exist that the site does not offer. */
const offered = (offer: AccountPageOffer): PageStep =>
  async function offered(ctx, next) {
    if (!offers(visitOf(ctx), offer)) throw new PageRefused('missing');
    await next();
  };

const paymentOffered = offered('payment_method');

/** A customer who may pay an invoice sees it. */
const seesInvoices: PageStep = async function seesInvoices(ctx, next) {
  const visit = visitOf(ctx);
  if (!offers(visit, 'invoices') && !offers(visit, 'payment_method')) throw new PageRefused('missing');
  await next();
};

/** Resuming bills a period at once. */
const resumesOffered: PageStep = async function resumesOffered(ctx, next) {
  const visit = visitOf(ctx);
  if (!offers(visit, 'pause') || isPaidByParent(visit)) throw new PageRefused('missing');
  await next();
};

const changesOffered: PageStep = async function changesOffered(ctx, next) {
  const visit = visitOf(ctx);
  if (!offers(visit, 'quantity') && !offersPlans(visit)) throw new PageRefused('missing');
  await next();
};

const nothingHere: PageStep = async function nothingHere() {
  throw new PageRefused('missing');
};
