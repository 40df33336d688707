import type { DueWork, Round } from '@service/billing/engine/due/run-due-work.ts';
import type { ComposeMail } from '@service/billing/ports/mail.ts';
import { watchConditions } from '@service/billing/usecases/alerts/watch-conditions.ts';
import { keepLedgerDays } from '@service/billing/usecases/reports/keep-ledger-days.ts';
import { removeExpired } from '@service/billing/usecases/retention/remove-expired.ts';
import type { Logger } from 'pino';
import type { SmtpTransport } from '../adapters/mail/smtp-transport.ts';
import type { OpenStorage } from '../adapters/storage/storage.ts';
import type { Config } from '../config.ts';
import type { HealthPart, Trouble } from '../http/health-check.ts';
import type { Sender } from '../worker/webhooks/sender.ts';
import { openWorker, type Worker, type WorkerLines } from '../worker/worker.ts';
import type { ProcessTroubles } from './health/process-troubles.ts';
import type { Measured } from './metrics/measured.ts';
import type { Engine } from './open-engine.ts';
import { MAIL_LINES, openMail } from './open-mail.ts';
import { openWebhooks } from './open-webhooks.ts';
import { serviceConditions } from './service-conditions.ts';
import type { Tracing } from './tracing/open-tracing.ts';

interface WorkerParts {
  readonly config: Config;
  readonly engine: Engine;
  readonly opened: OpenStorage;
  readonly due: DueWork;
  /** Work that may take minutes. */
  readonly longDue: DueWork;
  readonly compose: ComposeMail;
  readonly transport: SmtpTransport | undefined;
  readonly troubles: ProcessTroubles;
  /** Returns what is wrong with the workers, in words for operators. */
  readonly silentWorkers: () => Promise<readonly Trouble[]>;
  readonly measured: Pick<Measured, 'mail' | 'webhooks'>;
  readonly tracing: Pick<Tracing, 'poster' | 'mail'>;
  readonly log: Logger;
}

export interface Workers {
  /** Runs due work. */
  readonly worker: Worker;
  /** Sends mail; also looks for what needs a person, and removes what is kept no longer. */
  readonly mail: Worker;
  readonly webhooks: Sender;
  /** Waits for what they have begun. */
  close(): Promise<void>;
}

/** Returns the checks of `/health` that fail when work of this process cannot be read. */
export const workParts = (workers: () => Workers | undefined): HealthPart[] =>
  (
    [
      ['due_work', (opened) => opened.worker],
      ['mail', (opened) => opened.mail],
      ['webhooks', (opened) => opened.webhooks],
    ] as readonly (readonly [string, (opened: Workers) => Pick<Worker, 'isReadable'>])[]
  ).map(([name, of]) => ({
    names: [name],
    async look() {
      const opened = workers();
      const reason = 'It cannot be read at some site, or at all: the log has the site and the error.';
      return opened && !of(opened).isReadable() ? [{ part: name, reason }] : [];
    },
  }));

/** Returns the check of `/health` by which a process says that it only reads. */
export const readOnlyParts = ({ readOnly }: Pick<Config, 'readOnly'>): HealthPart[] =>
  readOnly ? [{ names: ['read_only'], look: async () => [READS_ONLY] }] : [];

const READS_ONLY = { part: 'read_only', reason: 'READ_ONLY=1: this process changes and sends nothing.' };

const WATCH_LINES: WorkerLines = {
  succeeded: '',
  failed: '',
  unreadable: 'the worker could not look for what needs a person',
  readable: 'the worker looks for what needs a person again',
};
const UPKEEP_LINES: WorkerLines = {
  succeeded: '',
  failed: '',
  unreadable: 'the worker could not remove what is kept no longer, or add up days of the ledger',
  readable: 'the worker removes what is kept no longer, and adds up days of the ledger again',
};
/** Sites whose gateway does not answer, that keep no other one waiting. */
const ROUNDS_BESIDE = 16;
/** Work without items to count. */
const UNCOUNTED: Round = { succeeded: 0, failed: 0 };

/**
 * Starts what works without requests: due work, mail, webhooks, the watch for what needs a person, and the removal of
 * what sites keep no longer. Each has a loop of its own, so that none waits for another: a mail server that does not
 * answer delays neither the log of an alert nor its page in the console, and a removal of a million rows no mail.
 */
export const openWorkers = async ({
  config,
  engine,
  opened,
  due,
  longDue,
  compose,
  transport,
  troubles,
  silentWorkers,
  measured,
  tracing,
  log,
}: WorkerParts): Promise<Workers> => {
  const { sites, world } = engine.deps;
  const { clock } = world;
  const sending = await openMail({
    config,
    storage: measured.mail(opened.storage),
    sites,
    world,
    compose,
    transport,
    tracing,
    log,
  });
  const usual = openWorker({ sites, due, clock, listen: opened.wakeSignal.listen, log, beside: ROUNDS_BESIDE });
  const long = openWorker({ sites, due: longDue, clock, listen: opened.wakeSignal.listen, log });
  const removes = removeExpired({ storage: opened.storage, world });
  const keeps = keepLedgerDays({ storage: opened.storage, world });
  const upkeep = openWorker({
    due: {
      async round(site) {
        await removes(site);
        await keeps(site);
        return UNCOUNTED;
      },
      nextAt: async () => undefined,
    },
    ...{ sites, clock, log, lines: UPKEEP_LINES },
    listen: () => () => {},
  });
  const watched = watchConditions({
    storage: opened.storage,
    world,
    sites,
    operators: opened.operators,
    ofService: serviceConditions({ config, world, opened }, troubles, silentWorkers),
    hasMailServer: transport !== undefined,
    log,
  });
  const watch = openWorker({ sites, due: watched, clock, listen: () => () => {}, log, lines: WATCH_LINES });
  const letters = openWorker({
    ...{ sites, due: sending, clock, log, lines: MAIL_LINES },
    listen: opened.mailSignal.listen,
  });
  const worker: Worker = {
    async idle(site) {
      await Promise.all([usual.idle(site), long.idle(site)]);
    },
    isReadable: () => usual.isReadable() && long.isReadable(),
    async close() {
      await Promise.all([usual.close(), long.close()]);
    },
  };
  const loops = [letters, watch, upkeep];
  const mail: Worker = {
    async idle(site) {
      await Promise.all([upkeep.idle(site), watch.idle(site)]);
      // What the watch found is told by mail.
      await letters.idle(site);
    },
    isReadable: () => loops.every((loop) => loop.isReadable()),
    async close() {
      await Promise.all(loops.map((loop) => loop.close()));
    },
  };
  const webhooks = openWebhooks({ config, opened, sites, world, measured, tracing, log });
  return {
    worker,
    mail,
    webhooks,
    async close() {
      engine.stopLongWork();
      await Promise.all([worker.close(), mail.close(), webhooks.close()]);
    },
  };
};
