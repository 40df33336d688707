import { atLeast, type Version } from '@service/billing/resources/version.ts';
import { Failure } from '@service/billing/values/failure.ts';
import type { Api, ApiStep } from '../api.ts';

/** The version that is rendered, in every step after `servedVersion`. */
export const versionOf = ({ state }: Api): Version => {
  if (!state.version) throw new Failure('unauthorized');
  return state.version.rendered;
};

/** Responds 400 to an unsupported version, and to an endpoint that is newer than the version. */
export const servedVersion = (since: Version | undefined): ApiStep =>
  async function servedVersion(ctx, next) {
    if (ctx.state.version?.refusal) throw ctx.state.version.refusal;
    const version = versionOf(ctx);
    if (since && !atLeast(version, since)) throw new Failure('unavailable_in_api_version', { since, version });
    await next();
  };
