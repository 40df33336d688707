import { isProofFresh } from '@service/billing/domain/operators/operator.ts';
import { containsCardNumber } from '@service/billing/values/card/find.ts';
import { downloadPath } from '../parts/download-path.ts';
import { continueTo } from '../route.ts';

import type { ConsolePage, ConsoleVisit } from '../visit.ts';

/**
 * Sends an operator to prove who they are, unless they have done so within the last five minutes, and back to this page
 * afterwards. Returns whether it did. `values`: what the form at the address is filled with afterwards.
 */
export const needFreshProof = (
  ctx: ConsolePage,
  { session, now, prefix }: ConsoleVisit,
  values: Readonly<Record<string, string | undefined>> = {},
): boolean => {
  if (isProofFresh(session, now)) return false;
  const kept = Object.entries(values).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !containsCardNumber(entry[1]),
  );
  const query = ctx.querystring || new URLSearchParams(kept).toString();
  const here = `${prefix}${ctx.path}${query ? `?${query}` : ''}`;
  continueTo(ctx, `/prove?${new URLSearchParams({ to: here })}`);
  return true;
};

/**
 * Does the same for a file, and leads to the page that downloads it afterwards: a browser that gets a file stays on the
 * page that asked for the proof. `back`: the page that offers the file, without the prefix of the site, where it is not
 * at the same address.
 */
export const needFreshProofForFile = (
  ctx: ConsolePage,
  { session, now, prefix }: ConsoleVisit,
  back?: string,
): boolean => {
  if (isProofFresh(session, now)) return false;
  const file = `${ctx.path}${ctx.querystring ? `?${ctx.querystring}` : ''}`;
  continueTo(ctx, `/prove?${new URLSearchParams({ to: `${prefix}${downloadPath(file, back)}` })}`);
  return true;
};
