import type { AlertCardTesting } from '@service/billing/ports/alerts.ts';
import type { Site } from '@service/billing/resources/site.ts';
import type { Ids } from '@service/billing/values/ids.ts';
import type { Clock } from '@service/billing/values/time.ts';
import type { Logger } from 'pino';
import type { Form, FormLimits } from '../../http/bodies/form.ts';
import { refuseWhenDraining } from '../../http/draining.ts';
import { failures } from '../../http/failures.ts';
import { inOrder } from '../../http/in-order.ts';
import type { AnonymousLimits } from '../../http/limits/anonymous.ts';
import type { RateLimiter } from '../../http/limits/rate-limiter.ts';
import { withinAddressLimit } from '../../http/limits/within-address-limit.ts';
import { refuseWhenReadOnly } from '../../http/read-only.ts';
import { operation } from '../../http/request.ts';
import type { BrowserStep } from './api.ts';
import type { BrowserRoute } from './dispatch.ts';
import { type KeyedSites, siteByPublicKey } from './public-key.ts';
import { identifyByPublicKey, ownPagesOnly } from './rules/admission.ts';
import { formFields, queryFields } from './rules/fields.ts';
import { HEAD, HEAD_FOR_EVERYBODY, type Head } from './rules/head.ts';
import { knownMethod, preflight } from './rules/known-method.ts';
import { countPost, withinLookUpLimit, withinSiteLimit } from './rules/limits.ts';
import { jsonRefusals } from './rules/refusals.ts';
import { sendCached, sending } from './rules/send.ts';
import { type Admit, tokenLimits } from './token-limits.ts';
import { LOOK_UP_LIMITS, type LookUpLimits, withinLimits } from './within-limits.ts';

/** Dependencies of the steps of every route. */
export interface RouteDeps {
  readonly sites: KeyedSites;
  /** Counts the requests of each address and each key. */
  readonly limiter: RateLimiter;
  /** Limits all requests of an address. */
  readonly anonymous: AnonymousLimits;
  readonly clock: Clock;
  readonly ids: Pick<Ids, 'uuid'>;
  readonly log: Pick<Logger, 'error'>;
  /** Raises the card-testing alert. */
  readonly alert: AlertCardTesting;
  /** Replaces the limits of look-ups. */
  readonly limits?: LookUpLimits;
  readonly form?: FormLimits;
  /** The public URL of the browser origin; without it, that of the request. */
  readonly publicUrl?: string | null;
  /** True while the process is going down: requests are refused, so that they go to another process. */
  readonly draining?: () => boolean;
  /** Whether the process only reads. */
  readonly readOnly?: boolean;
}

interface Rules {
  readonly name: string;
  readonly path: string;
}

interface LookUp extends Rules {
  /** Responds with JSON. */
  readonly find: (site: Site, fields: Form) => Promise<string>;
  /** The `Cache-Control` of a response; `no-store` without it, and for every error. */
  readonly cache?: string;
  /** Replaces the limits of look-ups. */
  readonly limits?: LookUpLimits;
}

interface OwnPost extends Rules {
  /** Responds with JSON. */
  readonly answer: (site: Site, fields: Form) => Promise<string>;
  readonly limits: LookUpLimits;
}

interface TokenPost extends Rules {
  /** Responds with JSON. */
  readonly make: (site: Site, fields: Form, admit: Admit, address: string) => Promise<string>;
  /** Pages of other origins may neither call it nor read its responses. */
  readonly ownPages?: boolean;
}

const NO_FIELDS: Form = {};
const FORM: FormLimits = { bytes: 8192, milliseconds: 10_000 };

/** Returns functions that create the routes of look-ups and token posts: their checks in order, and the handler. */
export const routesOf = (deps: RouteDeps) => {
  const identified = identifyByPublicKey(siteByPublicKey(deps.sites, deps.clock), deps.publicUrl);
  const sendOnce = sending();
  const tokens = tokenLimits(deps);

  return {
    lookUp({ name, path, find, cache, limits: own = LOOK_UP_LIMITS }: LookUp): BrowserRoute {
      const limits = withinLimits(deps.limiter, deps.limits ?? own);
      const answer = inOrder([
        ...commonSteps(deps, 'GET', HEAD_FOR_EVERYBODY),
        cache ? sendCached(cache, HEAD_FOR_EVERYBODY) : sendOnce(HEAD_FOR_EVERYBODY),
        withinLookUpLimit(limits),
        queryFields,
        identified,
        withinSiteLimit(limits),
        operation(async function lookUp({ state }) {
          state.answer = await find(state.identity!.site, state.fields);
        }),
      ]);
      return { name, path, answer };
    },

    /** A post that only pages of this origin may make, and that creates no token of a payment method. */
    ownPost({ name, path, answer: respond, limits: own }: OwnPost): BrowserRoute {
      const limits = withinLimits(deps.limiter, deps.limits ?? own);
      const answer = inOrder([
        ...commonSteps(deps, 'POST', HEAD),
        ownPagesOnly(deps.publicUrl),
        sendOnce(HEAD),
        withinLookUpLimit(limits),
        formFields(deps.form ?? FORM),
        identified,
        withinSiteLimit(limits),
        operation(async function ownPost({ state }) {
          state.answer = await respond(state.identity!.site, state.fields);
        }),
      ]);
      return { name, path, answer };
    },

    tokenPost({ name, path, make, ownPages = false }: TokenPost): BrowserRoute {
      const head = ownPages ? HEAD : HEAD_FOR_EVERYBODY;
      const answer = inOrder([
        ...commonSteps(deps, 'POST', head),
        ...(ownPages ? [ownPagesOnly(deps.publicUrl)] : []),
        sendOnce(head),
        countPost(tokens),
        formFields(deps.form ?? FORM),
        identified,
        operation(async function makeToken({ state }) {
          const { identity, fields, admit, post } = state;
          // A connection may keep its last request in memory for a long time; the card number must not stay there.
          state.fields = NO_FIELDS;
          state.answer = await make(identity!.site, fields, admit!, post!.address);
        }),
      ]);
      return { name, path, answer };
    },
  };
};

/** The steps that every route shares, in the order of the checks. */
const commonSteps = (deps: RouteDeps, method: string, head: Head): BrowserStep[] => [
  failures(deps.log, jsonRefusals(head)),
  withinAddressLimit(deps.anonymous, 'files'),
  preflight(method, head),
  knownMethod(method),
  refuseWhenDraining(deps.draining ?? (() => false)),
  refuseWhenReadOnly(deps.readOnly ?? false),
];
