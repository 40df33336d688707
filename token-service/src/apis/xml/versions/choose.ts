import type { Site } from '@service/billing/resources/site.ts';
import {
  BEFORE_SKIPPED,
  LATEST,
  minor,
  OFFERED_VERSIONS,
  OLDEST,
  SKIPPED,
  type Version,
} from '@service/billing/resources/version.ts';
import { Failure } from '@service/billing/values/failure.ts';
import type { Millis } from '@service/billing/values/time.ts';
import type { Calendar } from './calendar.ts';

/** The version of a response, or why it is rejected. */
export interface VersionChoice {
  /** The value of `X-Api-Version` in the response; missing when the header of the request was invalid. */
  readonly named?: Version;
  /** The version that is rendered. */
  readonly rendered: Version;
  /** For deprecated versions: when it stops being accessible, milliseconds. */
  readonly sunset?: Millis;
  readonly refusal?: Failure;
}

/** The version of a request without the header. */
const DEFAULT: Version = '2.0';

const OFFERED = OFFERED_VERSIONS.join(', ');

type VersionSettings = Pick<Site, 'mode' | 'ended_versions' | 'unknown_versions'>;

/** Chooses the version by header, site and system clock. An empty header counts as absent. */
export const chooseVersion = (
  header: string,
  site: VersionSettings,
  now: Millis,
  calendar: Calendar,
): VersionChoice => {
  const number = /^2\.(0|[1-9]\d*)$/.exec(header || DEFAULT)?.[1];
  if (number === undefined) return unusable(header);

  const requested: Version = `2.${Number(number)}`;
  if (minor(requested) > minor(LATEST)) {
    if (site.unknown_versions === 'refuse') return unusable(header);
    return known(LATEST, site, now, calendar);
  }
  return known(requested === SKIPPED ? BEFORE_SKIPPED : requested, site, now, calendar);
};

const known = (version: Version, site: VersionSettings, now: Millis, calendar: Calendar): VersionChoice => {
  const { deprecated, sunset, ended } = calendar(version);
  return {
    named: version,
    rendered: minor(version) < minor(OLDEST) ? OLDEST : version,
    ...(now >= deprecated && { sunset }),
    ...(ended !== undefined && now >= ended && !servesEnded(site) && { refusal: hasEnded(version, ended) }),
  };
};

const servesEnded = ({ mode, ended_versions }: VersionSettings): boolean =>
  ended_versions === 'by_mode' ? mode === 'sandbox' : ended_versions === 'serve';

const hasEnded = (version: Version, at: Millis): Failure =>
  new Failure('invalid_api_version', { version, ended: new Date(at).toISOString().slice(0, 10), latest: LATEST });

const unusable = (header: string): VersionChoice => ({
  rendered: LATEST,
  refusal: new Failure(
    'invalid_api_version',
    { version: header.slice(0, 20), latest: LATEST },
    `Versions offered: ${OFFERED}`,
  ),
});
