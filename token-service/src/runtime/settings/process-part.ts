/** The parts of the service that a process can run (`SERVE`), the default first. */
export const PROCESS_PARTS = ['all', 'api', 'browser', 'worker', 'console', 'migrate'] as const;

export type ProcessPart = (typeof PROCESS_PARTS)[number];

/** Whether a process does that part of the work. */
export const serves = ({ serve }: { readonly serve: ProcessPart }, part: ProcessPart): boolean =>
  serve === 'all' || serve === part;
