import Router from '@koa/router';
import type { OrderDeps } from '@service/billing/engine/orders/with-order.ts';
import type { AccountSessionRecords } from '@service/billing/ports/account-sessions.ts';
import type { SiteRecords } from '@service/billing/ports/sites.ts';
import type { AccountPageOffer } from '@service/billing/resources/site-settings.ts';
import { closeSession } from '@service/billing/usecases/account-pages/close-session.ts';
import { continueSession } from '@service/billing/usecases/account-pages/continue-session.ts';
import { openSession } from '@service/billing/usecases/account-pages/open-session.ts';
import { recognizeLink } from '@service/billing/usecases/account-pages/recognize-link.ts';
import { renewLink } from '@service/billing/usecases/account-pages/renew-link.ts';
import { renewSession } from '@service/billing/usecases/account-pages/renew-session.ts';
import { openCustomerView } from '@service/billing/usecases/account-pages/view-as-customer.ts';
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
import { named, type Step as RequestStep } from '../../http/request.ts';
import { routed } from '../../http/routed.ts';
import { headersForPages } from '../../http/security-headers.ts';
import { askToCancel, cancelAsAsked } from './pages/cancel.ts';
import { changePages } from './pages/change.ts';
import type { LibrarySource } from './pages/confirm.ts';
import { detailsPages } from './pages/details.ts';
import { sendNewLink } from './pages/expired-link.ts';
import { invoicePages } from './pages/invoice.ts';
import { invoiceList } from './pages/invoices.ts';
import { overview } from './pages/overview.ts';
import { askToPause, pauseAsAsked } from './pages/pause.ts';
import { paymentMethodPages } from './pages/payment-method.ts';
import { paymentMethodActions, paymentMethodList } from './pages/payment-methods.ts';
import { askToReactivate, reactivateAsAsked } from './pages/reactivate.ts';
import { resumePages } from './pages/resume.ts';
import { signOut } from './pages/sign-out.ts';
import { switchAccount } from './pages/switch-account.ts';
import { taskPage } from './pages/task.ts';
import { assets } from './parts/assets.ts';
import { invoicePicture, logo } from './parts/pictures.ts';
import { readsOf } from './reads.ts';
import { PageRefused } from './refused.ts';
import { pageFailures } from './steps/failures.ts';
import { oncePerForm } from './steps/once.ts';
import { ownForm, pageForm } from './steps/own-form.ts';
import { policyFor } from './steps/policy.ts';
import { signIn } from './steps/sign-in.ts';
import { signedIn } from './steps/signed-in.ts';
import { refusedToViewers, viewSignIn } from './steps/view-as-customer.ts';
import {
  type AccountPage,
  type AccountState,
  isPaidByParent,
  offers,
  offersPlans,
  type PageStep,
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
  const arrivalOf = (kind: AnonymousKind): PageStep[] => [
    headersForPages(policyFor(), isSecure),
    failures(log, pageFailures),
    refuseWhenReadOnly(deps.readOnly),
    withinAddressLimit(anonymous, kind),
    readablePath,
  ];
  const arrival = arrivalOf('account_pages');
  const findCustomer = signedIn({ ...sessions, recognizeLink: recognize, clock, ids, isSecure, encrypted });
  const visiting = [findCustomer];
  const sending = [...visiting, pageForm(origin), ownForm];
  const changing = [...sending, oncePerForm({ keys: deps.idempotency, clock })];
  const reads = readsOf(deps);

  const router = new Router<AccountState>({ sensitive: true, exclusive: 'specificity' });
  const get = (name: string, path: string, ...steps: readonly PageStep[]): void => {
    router.get(path, ...([named(name), ...arrival, ...visiting, ...steps] as never[]));
  };
  const post = (name: string, path: string, ...steps: readonly PageStep[]): void => {
    router.post(path, ...([named(name), ...arrival, ...steps] as never[]));
  };

  get('account overview', '/account', overview(reads, isSecure));
  get('account task', '/account/tasks/:task', taskPage(reads));
  const ONE = '/account/subscriptions/:uuid';
  const subscriptionPages = [
    ['cancel', askToCancel(reads), cancelAsAsked(reads, deps), offered('cancel')],
    ['reactivate', askToReactivate(reads), reactivateAsAsked(reads, deps), offered('reactivate')],
    ['pause', askToPause(reads), pauseAsAsked(reads, deps), offered('pause')],
    ['resume', ...bothOf(resumePages(reads, { ...deps, origin })), resumesOffered],
    ['change', ...bothOf(changePages(reads, { ...deps, origin })), changesOffered],
  ] as const;
  for (const [name, ask, carryOut, isOffered] of subscriptionPages) {
    get(`account ${name}`, `${ONE}/${name}`, isOffered, ask);
    post(`account ${name}`, `${ONE}/${name}`, ...changing, isOffered, carryOut);
  }
  const payment = paymentMethodPages(reads, { ...deps, origin });
  get('account payment method', '/account/payment-method', offered('payment_method'), payment.ask);
  post('account payment method', '/account/payment-method', ...changing, offered('payment_method'), payment.carryOut);
  const methods = paymentMethodActions({ ...deps, origin });
  get('account payment methods', '/account/payment-methods', offered('payment_method'), paymentMethodList(reads));
  for (const action of ['use', 'remove'] as const) {
    const path = `/account/payment-methods/:uuid/${action}`;
    post(`account payment method ${action}`, path, ...changing, offered('payment_method'), methods[action]);
  }
  const invoice = invoicePages(reads, { ...deps, origin });
  get('account invoices', '/account/invoices', offered('invoices'), invoiceList(reads));
  get('account invoice', '/account/invoices/:number', seesInvoices, invoice.ask);
  get('account invoice PDF', '/account/invoices/:number/pdf', seesInvoices, invoice.pdf);
  get('account e-invoice', '/account/invoices/:number/e-invoice', seesInvoices, invoice.xml);
  post('account pay', '/account/invoices/:number/pay', ...changing, offered('payment_method'), invoice.carryOut);
  const details = detailsPages({ ...deps, renewSession: renewSession(deps), isSecure });
  get('account details', '/account/details', offered('details'), details.ask);
  post('account details', '/account/details', ...changing, offered('details'), details.carryOut);
  post('account sign-out', '/account/sign-out', ...sending, signOut(sessions.closeSession, isSecure));
  const switching = switchAccount({ ...sessions, isSecure });
  get('account switch', '/account/switch', switching.ask);
  post('account switch', '/account/switch', ...sending, switching.carryOut);
  post(
    'account new link',
    '/account/new-link',
    refusedToViewers({ ...sessions, isSecure }, findCustomer),
    pageForm(origin),
    sendNewLink({ renewLink: renewLink(linking), siteOfLink, anonymous, addressOf: clientAddress }),
  );
  router.get('/account/assets/:file', ...([named('account assets'), ...arrivalOf('files'), assets()] as never[]));
  router.get('/account/logos/:file', ...([named('account logo'), ...arrivalOf('files'), logo(deps)] as never[]));
  router.get(
    '/account/pictures/:file',
    ...([named('account picture'), ...arrivalOf('files'), invoicePicture(deps)] as never[]),
  );
  router.get(
    '/account/:token',
    ...([
      named('account sign-in'),
      ...arrival,
      signIn({ ...sessions, openSession: openSession(linking), siteOfLink, anonymous, isSecure, encrypted }),
    ] as never[]),
  );
  router.get(
    '/account/view/:token',
    ...([
      named('account view'),
      ...arrival,
      viewSignIn({ ...sessions, openView: openCustomerView(deps), anonymous, isSecure, encrypted }),
    ] as never[]),
  );
  for (const rest of ['/account', '/account/{*rest}']) {
    router.all(rest, ...([named('account none'), ...arrival, nothingHere] as never[]));
  }
  const routes = router.routes() as unknown as RequestStep;
  return routed(
    async function accountPages(ctx, next) {
      // The address as it was sent: the router throws at one that has no path.
      if (!/^\/account(?:[/?]|$)/.test(ctx.req.url ?? '')) return next();
      return routes(ctx, next);
    },
    router.stack.map(({ path }) => String(path)),
  );
};

/** The page that asks, and the step that carries out what it asks. */
const bothOf = ({
  ask,
  carryOut,
}: {
  readonly ask: PageStep;
  readonly carryOut: PageStep;
}): readonly [PageStep, PageStep] => [ask, carryOut];

/** Responds as if a page does not exist that the site does not offer. */
const offered = (offer: AccountPageOffer): PageStep =>
  async function offered(ctx, next) {
    if (!offers(visitOf(ctx), offer)) throw new PageRefused('missing');
    await next();
  };

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
