import { type Content, child, children, childText, readXml, writeXml, type XmlElement } from './xml.ts';

/** Who the shopper is, as far as a form asks for it. */
export interface Person {
  readonly first_name?: string;
  readonly last_name?: string;
  readonly email?: string;
}

export interface Account {
  readonly account_code: string;
  readonly state: string;
  readonly first_name?: string | undefined;
  readonly last_name?: string | undefined;
  readonly email?: string | undefined;
}

/** What the service tells about how an account pays: enough to recognise it, never enough to use it. */
export type BillingInfo =
  | {
      readonly type: 'credit_card';
      readonly card_type: string;
      readonly last_four: string;
      readonly month: number;
      readonly year: number;
    }
  | {
      readonly type: 'bank_account';
      readonly name_on_account: string;
      readonly account_type: string;
      readonly routing_number: string;
      readonly last_four: string;
    }
  | {
      readonly type: 'paypal';
      readonly first_name: string;
      readonly last_name: string;
      readonly paypal_billing_agreement_id: string;
    };

/** One finding of a 422: `field` is a path such as `account.billing_info.number`. */
export interface Finding {
  readonly field: string;
  readonly symbol: string;
  readonly message: string;
}

/** What the bank said no to, and the words that a shopper may read. */
export interface Decline {
  readonly error_code: string;
  readonly error_category: string;
  readonly customer_message: string;
}

/** Any answer of the XML API that is not a success. `status` is 0 when there was no answer at all. */
export class BillingApiError extends Error {
  override readonly name = 'BillingApiError';
  readonly status: number;
  readonly symbol: string | undefined;
  readonly findings: readonly Finding[];
  readonly decline: Decline | undefined;
  /** Seconds to wait before the next try, from `Retry-After`. */
  readonly retryAfter: number | undefined;

  constructor(message: string, facts: Partial<BillingApiError> & { status: number }) {
    super(message, { cause: facts.cause });
    this.status = facts.status;
    this.symbol = facts.symbol;
    this.findings = facts.findings ?? [];
    this.decline = facts.decline;
    this.retryAfter = facts.retryAfter;
  }
}

export type BillingApi = ReturnType<typeof billingApi>;

interface Options {
  /** Where the XML API is, without `/v2`. */
  readonly url: string;
  readonly privateKey: string;
  /** Putting a card on file asks a bank, which may take its time. */
  readonly timeoutMs?: number;
}

/**
 * The few calls of the XML API v2 that this shop needs. Each throws {@link BillingApiError}.
 * `undefined` from a look-up means that there is no such record.
 */
export const billingApi = ({ url, privateKey, timeoutMs = 30_000 }: Options) => {
  const headers = {
    Authorization: `Basic ${Buffer.from(`${privateKey}:`).toString('base64')}`,
    Accept: 'application/xml',
    'X-Api-Version': '2.19',
  };

  const call = async (
    method: string,
    path: string,
    root?: string,
    content?: Content,
  ): Promise<XmlElement | undefined> => {
    const request: RequestInit = { method, headers, signal: AbortSignal.timeout(timeoutMs) };
    if (root !== undefined) {
      request.headers = { ...headers, 'Content-Type': 'application/xml; charset=utf-8' };
      request.body = writeXml(root, content);
    }
    const { response, text } = await send(new URL(`/v2${path}`, url), request);
    if (!response.ok) throw await refusal(response, text);
    return text === '' ? undefined : await readAnswer(text);
  };

  const find = (path: string) =>
    call('GET', path).catch((error: unknown) => {
      if (error instanceof BillingApiError && error.status === 404) return undefined;
      throw error;
    });

  const accountPath = (code: string) => `/accounts/${encodeURIComponent(code)}`;

  return {
    async account(code: string): Promise<Account | undefined> {
      const found = await find(accountPath(code));
      return found && readAccount(found);
    },

    /** Creates the account and its billing info in one step: one that is declined leaves no account behind. */
    async createAccount(code: string, person: Person, tokenId: string): Promise<void> {
      const billing_info = { token_id: tokenId };
      await call('POST', '/accounts', 'account', { account_code: code, ...person, billing_info });
    },

    async updateAccount(code: string, person: Person): Promise<void> {
      await call('PUT', accountPath(code), 'account', { ...person });
    },

    async billingInfo(code: string): Promise<BillingInfo | undefined> {
      const found = await find(`${accountPath(code)}/billing_info`);
      return found && readBillingInfo(found);
    },

    /** Whatever the token is for. Beside it nothing else may be sent: number, name and address are all in it. */
    async setBillingInfo(code: string, tokenId: string): Promise<void> {
      await call('PUT', `${accountPath(code)}/billing_info`, 'billing_info', { token_id: tokenId });
    },

    async removeBillingInfo(code: string): Promise<void> {
      await call('DELETE', `${accountPath(code)}/billing_info`);
    },
  };
};

const send = async (url: URL, request: RequestInit): Promise<{ response: Response; text: string }> => {
  try {
    const response = await fetch(url, request);
    return { response, text: await response.text() };
  } catch (cause) {
    throw new BillingApiError(`No answer from ${url.origin}.`, { status: 0, cause });
  }
};

const readAnswer = async (text: string): Promise<XmlElement> => {
  try {
    return await readXml(text);
  } catch (cause) {
    throw new BillingApiError('The answer is not XML.', { status: 502, cause });
  }
};

const readAccount = (account: XmlElement): Account => ({
  account_code: childText(account, 'account_code') ?? '',
  state: childText(account, 'state') ?? 'active',
  first_name: childText(account, 'first_name'),
  last_name: childText(account, 'last_name'),
  email: childText(account, 'email'),
});

const readBillingInfo = (billingInfo: XmlElement): BillingInfo => {
  const read = (name: string) => childText(billingInfo, name) ?? '';
  const { type } = billingInfo.attributes;
  if (type === 'paypal') {
    const paypal_billing_agreement_id = read('paypal_billing_agreement_id');
    return { type, first_name: read('first_name'), last_name: read('last_name'), paypal_billing_agreement_id };
  }
  const last_four = read('last_four');
  if (type === 'bank_account') {
    const account = { account_type: read('account_type'), routing_number: read('routing_number') };
    return { type, name_on_account: read('name_on_account'), ...account, last_four };
  }
  const expiry = { month: Number(read('month')), year: Number(read('year')) };
  return { type: 'credit_card', card_type: read('card_type') || 'Card', last_four, ...expiry };
};

/** Reads the three shapes of an error body; a proxy in between may also have sent none of them. */
const refusal = async (response: Response, text: string): Promise<BillingApiError> => {
  const facts = { status: response.status, retryAfter: retryAfter(response) };
  const root = await readXml(text).catch(() => undefined);
  if (root?.name === 'error') {
    const symbol = childText(root, 'symbol');
    const words = [childText(root, 'description'), childText(root, 'details')].filter(Boolean).join(' ');
    return new BillingApiError(`${response.status} ${symbol}: ${words}`, { ...facts, symbol });
  }
  if (root?.name === 'errors') {
    const findings = children(root, 'error').map(readFinding);
    const decline = readDecline(child(root, 'transaction_error'));
    const words = decline ? decline.error_code : findings.map((each) => `${each.field} ${each.message}`).join(', ');
    return new BillingApiError(`${response.status} ${words}`, { ...facts, findings, decline });
  }
  return new BillingApiError(`${response.status} without an XML body`, facts);
};

const readFinding = (error: XmlElement): Finding => ({
  field: error.attributes.field ?? '',
  symbol: error.attributes.symbol ?? '',
  message: error.text,
});

const readDecline = (error: XmlElement | undefined): Decline | undefined =>
  error && {
    error_code: childText(error, 'error_code') ?? 'unknown',
    error_category: childText(error, 'error_category') ?? 'unknown',
    customer_message: childText(error, 'customer_message') ?? '',
  };

const retryAfter = (response: Response): number | undefined => {
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : undefined;
};
