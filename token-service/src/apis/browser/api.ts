import type { Form } from '../../http/bodies/form.ts';
import type { RequestState, Step as RequestStep } from '../../http/request.ts';
import type { Admit, TokenPost } from './token-limits.ts';

/** State that the steps of a request pass on to the following ones. */
export interface BrowserState extends RequestState {
  route: string;
  /** The query string, without its question mark. */
  query: string;
  /** The code at the end of the path, for routes that have one. */
  code?: string;
  /** Fields of the query or the body, with the code. */
  fields: Form;
  /** Whether the body was read completely, or its rest will not be parsed as the next request. */
  isRead?: boolean;
  /** The counter of a token post. */
  post?: TokenPost;
  admit?: Admit;
  /** The JSON to answer with. */
  answer: string;
}

/** One step of the processing of a request. */
export type BrowserStep = RequestStep<BrowserState>;
