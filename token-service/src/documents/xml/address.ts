/** The name of an endpoint and the parameters of its path: an address before it is a URL. */
export interface EndpointAddress {
  readonly endpoint: string;
  readonly params: Readonly<Record<string, string | number>>;
  /** The query of a page of a list. */
  readonly query?: Readonly<Record<string, string | number>>;
}
