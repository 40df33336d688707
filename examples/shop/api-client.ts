import { child, children, childText, readXml, writeXml, type XmlContent, type XmlElement } from './xml.ts';

/** One error of a 422: `field` is a path such as `account.billing_info.number`. */
export interface FieldError {
  readonly field: string;
  readonly symbol: string;
  readonly message: string;
}

/** A decline, and its text for the customer. */
export interface Decline {
  readonly error_code: string;
  readonly error_category: string;
  readonly customer_message: string;
  /** The bank wants the customer to confirm: what the page shows its challenge with. */
  readonly action_token?: string | undefined;
}

/** An answer of the XML API that is not a success. `status` is 0 if there was no answer. */
export class BillingApiError extends Error {
  override readonly name = 'BillingApiError';
  readonly status: number;
  readonly symbol: string | undefined;
  readonly findings: readonly FieldError[];
  readonly decline: Decline | undefined;
  /** Seconds to wait before a retry, from `Retry-After`. */
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

export interface ApiOptions {
  /** The address of the XML API, without `/v2`. */
  readonly url: string;
  readonly privateKey: string;
  /** A payment waits for a bank. */
  readonly timeoutMs?: number;
}

export type ApiClient = ReturnType<typeof apiClient>;

/** The client of the XML API v2. Each call throws {@link BillingApiError}. */
export const apiClient = ({ url, privateKey, timeoutMs = 30_000 }: ApiOptions) => {
  const headers = {
    Authorization: `Basic ${Buffer.from(`${privateKey}:`).toString('base64')}`,
    Accept: 'application/xml',
    'X-Api-Version': '2.21',
  };

  const ask = async (path: string, request: RequestInit): Promise<{ response: Response; bytes: Buffer }> => {
    const signal = AbortSignal.timeout(timeoutMs);
    const { response, bytes } = await send(new URL(`/v2${path}`, url), { ...request, signal });
    if (!response.ok) throw await refusal(response, bytes.toString());
    return { response, bytes };
  };

  /** Returns the root element of the answer; undefined if it has no body. `extra` are further headers. */
  const call = async (
    method: string,
    path: string,
    root?: string,
    content?: XmlContent,
    extra: Readonly<Record<string, string>> = {},
  ): Promise<XmlElement | undefined> => {
    const request: RequestInit = { method, headers: { ...headers, ...extra } };
    if (root !== undefined) {
      request.headers = { ...headers, ...extra, 'Content-Type': 'application/xml; charset=utf-8' };
      request.body = writeXml(root, content);
    }
    const { bytes } = await ask(path, request);
    return bytes.length === 0 ? undefined : readAnswer(bytes.toString());
  };

  return {
    call,

    /** Returns `undefined` if there is no such record. */
    find: (path: string): Promise<XmlElement | undefined> =>
      call('GET', path).catch((error: unknown) => {
        if (error instanceof BillingApiError && error.status === 404) return undefined;
        throw error;
      }),

    /** Returns a document of another type than XML unchanged. */
    download: async (path: string, type: string): Promise<Buffer> =>
      (await ask(path, { method: 'GET', headers: { ...headers, Accept: type } })).bytes,
  };
};

const send = async (url: URL, request: RequestInit): Promise<{ response: Response; bytes: Buffer }> => {
  try {
    const response = await fetch(url, request);
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
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

/** Reads the three shapes of an error body; a proxy may have sent none of them. */
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

const readFinding = (error: XmlElement): FieldError => ({
  field: error.attributes.field ?? '',
  symbol: error.attributes.symbol ?? '',
  message: error.text,
});

const readDecline = (error: XmlElement | undefined): Decline | undefined =>
  error && {
    error_code: childText(error, 'error_code') ?? 'unknown',
    error_category: childText(error, 'error_category') ?? 'unknown',
    customer_message: childText(error, 'customer_message') ?? '',
    action_token: childText(error, 'three_d_secure_action_token_id'),
  };

const retryAfter = (response: Response): number | undefined => {
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : undefined;
};
