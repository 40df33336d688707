import type { BrowserContext, Request, Route } from '@playwright/test';

/** A request of the page that carries a token: to its own server, or wherever the merchant sells. */
export interface CheckedRequest {
  readonly url: string;
  readonly method: string;
  /** The tokens of cards in it. */
  readonly tokens: readonly string[];
  /** Whether it loads a new page, as a form without script does. */
  readonly navigates: boolean;
}

/** The requests of a page that matter to a payment. */
export interface PageTraffic {
  /** Oldest first. */
  readonly orders: readonly CheckedRequest[];
  /** Requests without an answer yet. */
  readonly active: number;
  /** Handles each order instead of the network, until it is undefined again. */
  intercept: ((route: Route) => Promise<void>) | undefined;
}

/** The addresses of the browser API, with the card frames and the page of the bank. */
const BROWSER_API = /\/js\/v1\//;

const asks = (request: Request) => ['fetch', 'xhr'].includes(request.resourceType());

/** Sends a request and keeps the token of the answer, before the page can know it. */
const keepToken = async (route: Route, tokens: Set<string>): Promise<void> => {
  const response = await route.fetch();
  const body = await response.text();
  const found = /"id":"([^"]{10,})"/.exec(body)?.[1];
  if (response.ok() && found) tokens.add(found);
  await route.fulfill({ response, body });
};

/** Watches all requests of a browser context. */
export const watchTraffic = async (context: BrowserContext): Promise<PageTraffic> => {
  const tokens = new Set<string>();
  const orders: CheckedRequest[] = [];
  const active = new Set<Request>();
  const traffic = {
    orders,
    intercept: undefined as PageTraffic['intercept'],
    get active() {
      return active.size;
    },
  };

  const end = (request: Request) => active.delete(request);
  context.on('request', (request) => active.add(request));
  context.on('requestfinished', end);
  context.on('requestfailed', end);

  const handle = async (route: Route) => {
    const request = route.request();
    if (BROWSER_API.test(request.url())) {
      const makesToken = request.method() === 'POST' && asks(request) && /\/token\b/.test(request.url());
      return makesToken ? keepToken(route, tokens) : route.continue();
    }
    const sent = `${request.url()} ${request.postData() ?? ''}`;
    const carried = [...tokens].filter((token) => sent.includes(token));
    if (carried.length === 0) return route.continue();
    orders.push({
      url: request.url(),
      method: request.method(),
      tokens: carried,
      navigates: request.isNavigationRequest(),
    });
    return traffic.intercept ? traffic.intercept(route) : route.continue();
  };
  // A page that was left while its request was on the way needs no answer.
  await context.route('**/*', (route) => handle(route).catch(() => route.abort().catch(() => {})));
  return traffic;
};

/** Returns the different tokens of orders: as many payments are possible, since a token pays once. */
export const tokensOf = (orders: readonly CheckedRequest[]): ReadonlySet<string> =>
  new Set(orders.flatMap(({ tokens }) => tokens));
