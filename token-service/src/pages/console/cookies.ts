import { DAY } from '@service/billing/values/time.ts';
import { cookieOf } from '../../http/cookies.ts';

const YEAR = 365 * DAY;

/** The secret of the operator's session, until the browser is closed; the service ends it earlier. */
export const operatorSessionCookie = cookieOf({ name: 'console_session', path: '/' });

/** The subdomain of the site that was looked at last. */
export const lastSiteCookie = cookieOf({ name: 'console_site', path: '/', seconds: YEAR });

/** The state of a sign-in at the provider. It is sent to the pages that sign in only. */
export const providerCookie = cookieOf({ name: 'console_provider', path: '/sign-in', seconds: 600 });

/** A secret that the next page shows, encrypted. */
export const shownOnceCookie = cookieOf({ name: 'console_shown_once', path: '/', seconds: 120 });
