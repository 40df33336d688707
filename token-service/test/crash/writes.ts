import { type Picture, sorted } from './picture.ts';
import type { Visitor } from './visitor.ts';

/** A request that writes to one account, and the state of that account once it is answered. */
export interface Write {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: string;
  /** Its `Idempotency-Key`; every request that opens an account has one. */
  readonly key?: string;
  readonly status: number;
  readonly after: Picture | undefined;
}

type Shopper = Pick<Visitor, 'token'>;
type Opening = (shopper: Shopper, code: string) => Promise<Write>;
type Change = (shopper: Shopper, code: string, before: Picture) => Promise<Write>;

const GOOD = ['4111111111111111', '5555555555554444'] as const;
const DECLINED = '4000000000000002';
/** The gateway authorizes but never responds: the authorization is reversed when the lease of the call expires. */
const TIMED_OUT = '4000000000000309';

const oneOf = <T>(choices: readonly T[]): T => choices[Math.floor(Math.random() * choices.length)] as T;
const CITIES = ['Paris', 'Cork', 'Vienna', 'Lagos'] as const;

let named = 0;
/** Returns a unique name for a write. */
export const freshName = (what: string): string => `${what}-${process.pid}-${++named}`;

/** Builds the billing info of a card: by token, or as raw card data. */
const paying = async ({ token }: Shopper, number: string) => {
  const city = oneOf(CITIES);
  const card = { number, month: '12', year: '2040', first_name: 'Ada', last_name: 'Lovelace', city };
  const body =
    Math.random() < 0.5
      ? `<token_id>${await token(card)}</token_id>`
      : Object.entries(card)
          .map(([name, value]) => `<${name}>${value}</${name}>`)
          .join('');
  const last4 = number.slice(-4);
  return { body, card: `${last4} in ${city}`, last4 };
};

const shippingAddress = (nickname: string): string =>
  `<shipping_address><nickname>${nickname}</nickname><first_name>Ada</first_name><last_name>Lovelace</last_name>` +
  '<address1>1 Quay</address1><city>Cork</city><state>Munster</state><zip>T12</zip><country>IE</country></shipping_address>';

/** Builds an account with some shipping addresses and optional billing info. */
const opening = (code: string, addressCount: number, billingInfo = '') => {
  const [first_name, addresses] = [freshName('Ada'), Array.from({ length: addressCount }, () => freshName('home'))];
  const body =
    `<account><account_code>${code}</account_code><first_name>${first_name}</first_name>` +
    `<shipping_addresses>${addresses.map(shippingAddress).join('')}</shipping_addresses>` +
    `${billingInfo && `<billing_info>${billingInfo}</billing_info>`}</account>`;
  const request = { method: 'POST', path: '/v2/accounts', body, key: freshName('key') } as const;
  const opened: Picture = {
    state: 'active',
    first_name,
    card: null,
    addresses: sorted(addresses),
    checks: [],
    events: ['account.created'],
  };
  return { request, opened };
};

const open: Opening = async (_shopper, code) => {
  const { request, opened } = opening(code, 2);
  return { ...request, status: 201, after: opened };
};

const signUp: Opening = async (shopper, code) => {
  const { body, card, last4 } = await paying(shopper, oneOf(GOOD));
  const { request, opened } = opening(code, 3, body);
  return { ...request, status: 201, after: { ...opened, card, checks: [`success ${last4}`] } };
};

const declinedSignUp: Opening = async (shopper, code) => {
  const { body } = await paying(shopper, DECLINED);
  return { ...opening(code, 1, body).request, status: 422, after: undefined };
};

const signUpThatTimesOut: Opening = async (shopper, code) => {
  const { body } = await paying(shopper, TIMED_OUT);
  return { ...opening(code, 1, body).request, status: 422, after: undefined };
};

/** Stores a card on file. */
const storeCard: Change = async (shopper, code, before) => {
  const { body, card, last4 } = await paying(shopper, oneOf(GOOD));
  return {
    method: 'PUT',
    path: `/v2/accounts/${code}/billing_info`,
    body: `<billing_info>${body}</billing_info>`,
    status: before.card ? 200 : 201,
    after: {
      ...before,
      card,
      checks: sorted([...before.checks, `success ${last4}`]),
      events: sorted([...before.events, 'billing_info.stored']),
    },
  };
};

const rename: Change = async (_shopper, code, before) => {
  const first_name = freshName('Grace');
  return {
    method: 'PUT',
    path: `/v2/accounts/${code}`,
    body: `<account><first_name>${first_name}</first_name></account>`,
    status: 200,
    after: { ...before, first_name, events: sorted([...before.events, 'account.updated']) },
  };
};

const renameWithCard: Change = async (shopper, code, before) => {
  const first_name = freshName('Grace');
  const { body, card, last4 } = await paying(shopper, oneOf(GOOD));
  return {
    method: 'PUT',
    path: `/v2/accounts/${code}`,
    body: `<account><first_name>${first_name}</first_name><billing_info>${body}</billing_info></account>`,
    status: 200,
    after: {
      ...before,
      first_name,
      card,
      checks: sorted([...before.checks, `success ${last4}`]),
      events: sorted([...before.events, 'account.updated']),
    },
  };
};

const declinedCard: Change = async (shopper, code, before) => {
  const { body } = await paying(shopper, DECLINED);
  return {
    method: 'PUT',
    path: `/v2/accounts/${code}/billing_info`,
    body: `<billing_info>${body}</billing_info>`,
    status: 422,
    after: { ...before, checks: sorted([...before.checks, 'failed 0002']) },
  };
};

const addAddress: Change = async (_shopper, code, before) => {
  const nickname = freshName('office');
  return {
    method: 'POST',
    path: `/v2/accounts/${code}/shipping_addresses`,
    body: shippingAddress(nickname),
    status: 201,
    after: {
      ...before,
      addresses: sorted([...before.addresses, nickname]),
      events: sorted([...before.events, 'shipping_address.created']),
    },
  };
};

const removeCard: Change = async (shopper, code, before) => {
  if (!before.card) return rename(shopper, code, before);
  return {
    method: 'DELETE',
    path: `/v2/accounts/${code}/billing_info`,
    status: 204,
    after: { ...before, card: null, events: sorted([...before.events, 'billing_info.removed']) },
  };
};

const close: Change = async (_shopper, code, before) => ({
  method: 'DELETE',
  path: `/v2/accounts/${code}`,
  status: 204,
  after: { ...before, state: 'closed', card: null, events: sorted([...before.events, 'account.closed']) },
});

const OPENINGS = [open, signUp, signUp, declinedSignUp, signUpThatTimesOut] as const;
/** Mostly card writes: they take the most steps. */
const CHANGES = [
  storeCard,
  storeCard,
  renameWithCard,
  renameWithCard,
  declinedCard,
  rename,
  addAddress,
  removeCard,
  close,
] as const;

/** Returns the next write to an account, or the one that opens it. */
export const anyWrite = (shopper: Shopper, code: string, before: Picture | undefined): Promise<Write> =>
  before ? oneOf(CHANGES)(shopper, code, before) : oneOf(OPENINGS)(shopper, code);

/** Returns the write of an interrupted shopper: store a card, or sign up with one. */
export const cardAgain = (shopper: Shopper, code: string, before: Picture | undefined): Promise<Write> =>
  before ? storeCard(shopper, code, before) : signUp(shopper, code);
