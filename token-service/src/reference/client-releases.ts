import type { Version } from '@service/billing/resources/version.ts';

/** A public client library, and the first release that speaks each version, by its own change log. */
interface ClientLibrary {
  readonly language: string;
  /** The last release whose change log is in the table. */
  readonly upTo: string;
  readonly releases: Readonly<Partial<Record<Version, string>>>;
}

/** Only releases whose change log names the version. */
export const CLIENT_LIBRARIES: readonly ClientLibrary[] = [
  {
    language: 'Ruby',
    upTo: '2.18.26',
    releases: {
      '2.3': '2.7.0',
      '2.4': '2.7.1',
      '2.5': '2.8.0',
      '2.6': '2.10.0',
      '2.7': '2.10.1',
      '2.8': '2.11.0',
      '2.9': '2.12.0',
      '2.10': '2.13.0',
      '2.11': '2.15.1',
      '2.12': '2.15.4',
      '2.13': '2.16.0',
      '2.14': '2.16.2',
      '2.15': '2.17.1',
      '2.16': '2.17.2',
      '2.17': '2.17.4',
      '2.18': '2.17.6',
      '2.19': '2.17.8',
      '2.20': '2.17.10',
      '2.21': '2.17.11',
      '2.22': '2.18.0',
      '2.24': '2.18.4',
      '2.25': '2.18.7',
      '2.26': '2.18.8',
      '2.27': '2.18.10',
      '2.28': '2.18.12',
      '2.29': '2.18.14',
    },
  },
  {
    language: 'PHP',
    upTo: '2.10.6',
    releases: {
      '2.3': '2.6.0',
      '2.4': '2.7.0',
      '2.5': '2.7.2',
      '2.7': '2.8.1',
      '2.8': '2.9.0',
      '2.10': '2.10.0',
      '2.11': '2.10.1',
      '2.12': '2.10.2',
      '2.13': '2.10.3',
      '2.14': '2.10.4',
      '2.15': '2.10.5',
      '2.16': '2.10.6',
    },
  },
  {
    language: '.NET',
    upTo: '1.17.3',
    releases: {
      '2.7': '1.6.0',
      '2.8': '1.7.0',
      '2.9': '1.9.0',
      '2.10': '1.11.0',
      '2.11': '1.11.1',
      '2.12': '1.11.4',
      '2.13': '1.12.2',
      '2.14': '1.13.0',
      '2.16': '1.14.0',
      '2.17': '1.14.1',
      '2.18': '1.15.2',
      '2.19': '1.15.3',
      '2.20': '1.15.6',
      '2.22': '1.16.1',
      '2.24': '1.17.0',
      '2.25': '1.17.2',
      '2.26': '1.17.3',
    },
  },
];
