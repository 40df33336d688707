import { exportDate, exportFile } from '@service/billing/resources/export.ts';
import { notFound } from '@service/billing/values/failure.ts';
import type { ApiRequest, Endpoint, ListEndpoint } from '../endpoint.ts';

const DATES = '/v2/export_dates';
const FILES = `${DATES}/:date/export_files`;
const SINCE = '2.4';

const noFilesOf = ({ params }: ApiRequest) => notFound('ExportDate', 'date', params.date ?? '');

/** This service writes no export files, so a file is always unknown. Clients read the lists of the API instead. */
export const exportRoutes = (): Endpoint[] => [
  {
    name: 'export_file',
    method: 'GET',
    path: `${FILES}/:name`,
    since: SINCE,
    async handle(request) {
      throw noFilesOf(request);
    },
  },
];

export const exportLists = (): ListEndpoint<Readonly<Record<never, never>>>[] => [
  {
    name: 'export_dates',
    path: DATES,
    since: SINCE,
    resource: exportDate,
    filter: async () => ({}),
    list: async () => ({ records: [], more: false }),
    count: async () => 0,
    idOf: () => '',
  },
  {
    name: 'export_files',
    path: FILES,
    since: SINCE,
    resource: exportFile,
    async filter(request) {
      throw noFilesOf(request);
    },
    list: async () => ({ records: [], more: false }),
    count: async () => 0,
    idOf: () => '',
  },
];
