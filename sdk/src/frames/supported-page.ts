import { ServiceError } from '../errors.ts';

/** The origin of a page and the address of the service: the service refuses frames in any other page. */
const SUPPORTED = /^https|^http:..(localhost|127.0.0.1)(:.+)? http:/;

/**
 * Throws unsupported-page for a page in which the frames of the service at `api` could only time out: one of a file, in
 * a sandbox without an origin, or over plain http. On this machine, http is enough if the service has http too.
 */
export const requireSupportedPage = (api: string): void => {
  if (SUPPORTED.test(`${origin} ${api}`)) return;
  throw new ServiceError('unsupported-page', `Serve this page over https, not ${origin}.`);
};
