import { hasLiveWorker } from '@service/billing/domain/processes/process-sign.ts';
import { listEndpoints, unreadableEndpoints } from '@service/billing/queries/messages/webhooks.ts';
import { unreadableGatewayAccounts } from '@service/billing/queries/payments/gateway-accounts.ts';
import { isUnattended, LATE_AFTER, lateWork, TOO_LATE_AFTER } from '@service/billing/queries/work/due.ts';
import type { Site } from '@service/billing/resources/site.ts';
import { checkGatewayAccount } from '@service/billing/usecases/gateway-accounts/check-gateway-account.ts';
import { HOUR_MS } from '@service/billing/values/time.ts';
import { ADAPTERS } from '../../adapters/gateway/adapters.ts';
import { smtpTransport } from '../../adapters/mail/smtp-transport.ts';
import { credentialCipher } from '../../adapters/vault/credential-cipher.ts';
import { endpointCipher } from '../../adapters/vault/endpoint-cipher.ts';
import { pooledRandomness } from '../../adapters/vault/random.ts';
import { examined, type Finding, failure, ok, warning } from './finding.ts';
import type { Examined } from './stores.ts';

/** Examines the mail server: it is greeted, and nothing is sent. */
export const examineMail = async (
  { config: { smtpUrl } }: Examined,
  sites: readonly Site[],
): Promise<readonly Finding[]> => {
  if (smtpUrl === null) {
    const production = sites.filter(({ mode }) => mode === 'production').map(({ subdomain }) => subdomain);
    if (production.length === 0) return [ok('mail', 'Sandbox sites keep their mail.')];
    return [failure('mail', `The mail of ${production.join(', ')} is not sent.`, 'Set SMTP_URL.')];
  }
  return examined('mail', 'Start the mail server, or correct SMTP_URL.', async () => {
    const transport = smtpTransport(smtpUrl);
    try {
      await transport.verify();
      return ok('mail', 'The mail server answers and accepts the sign-in.');
    } finally {
      transport.close();
    }
  });
};

/** Asks the provider of each active gateway account to check its credentials. */
export const examineGateways = async (
  { opened, world, config }: Examined,
  sites: readonly Site[],
): Promise<readonly Finding[]> => {
  const deps = { ...opened, world, adapters: ADAPTERS, cipher: credentialCipher(config, pooledRandomness()) };
  const findings: Finding[] = [];
  for (const { id, subdomain } of sites) {
    for (const { code, active } of await opened.storage.of(id).gatewayAccounts.all()) {
      if (!active) continue;
      const part = `gateway ${subdomain}/${code}`;
      const advice = `Enter its credentials again: npm run gateway -- change ${subdomain} ${code} --credentials-file <file>`;
      const found = await examined(part, advice, async () => {
        const check = await checkGatewayAccount(deps)(subdomain, code);
        if (check.outcome === 'accepted') return ok(part, 'The provider accepts the credentials.');
        if (check.outcome === 'refused') return failure(part, `The provider refuses them: ${check.message}`, advice);
        return failure(
          part,
          `The provider did not answer: ${check.message}`,
          'Look at the status page of the provider.',
        );
      });
      findings.push(...found);
    }
  }
  return findings.length === 0 ? [ok('gateway', 'No site has an active gateway account.')] : findings;
};

/** Examines webhook endpoints: those that are paused or fail. */
export const examineWebhooks = async ({ opened }: Examined): Promise<readonly Finding[]> => {
  const findings: Finding[] = [];
  for (const site of await opened.sites.withWebhooks()) {
    for (const { id, url, pause_reason, failing_since_ms } of await listEndpoints(opened)(site)) {
      const part = `webhook ${site.subdomain}/${id}`;
      const resume = `Once the receiver works: npm run webhook -- change ${id} --state active`;
      if (pause_reason === 'operator') findings.push(ok(part, `${url} is paused by an operator.`));
      else if (pause_reason !== null) findings.push(failure(part, `${url} failed too long and is paused.`, resume));
      else if (failing_since_ms === null) findings.push(ok(part, `${url} accepts deliveries, or had none.`));
      else {
        const since = new Date(failing_since_ms).toISOString();
        const advice = `See its answers: npm run webhook -- deliveries ${site.subdomain} --status retrying`;
        findings.push(warning(part, `${url} has failed since ${since}.`, advice));
      }
    }
  }
  return findings.length === 0 ? [ok('webhook', 'No site has a webhook endpoint.')] : findings;
};

/** Examines whether the operator's keys open every secret. */
export const examineKeys = async ({ opened, config }: Examined): Promise<readonly Finding[]> => {
  const random = pooledRandomness();
  const accounts = await unreadableGatewayAccounts({ ...opened, cipher: credentialCipher(config, random) })();
  const endpoints = await unreadableEndpoints({ ...opened, cipher: endpointCipher(config, random) })();
  const unreadable = [
    ...accounts.map(({ subdomain, code }) => `gateway account ${subdomain}/${code}`),
    ...endpoints.map(({ subdomain, id }) => `webhook endpoint ${subdomain}/${id}`),
  ];
  const advice = 'Set SECRETS_KEY or SECRETS_KEY_PREVIOUS to the key they were encrypted with, or enter them again.';
  if (unreadable.length > 0) return [failure('keys', `No key opens the secrets of ${unreadable.join(', ')}.`, advice)];
  if (config.previousSecretsKey) {
    const rotate = 'Run npm run gateway -- reencrypt and npm run webhook -- reencrypt, then leave it out.';
    return [warning('keys', 'SECRETS_KEY_PREVIOUS is still set.', rotate)];
  }
  return [ok('keys', 'SECRETS_KEY opens every secret, or there are none.')];
};

/** Examines due work of every site: what is parked, and what is late without a worker, or for long with one. */
export const examineDueWork = async (
  { opened, world }: Examined,
  sites: readonly Site[],
): Promise<readonly Finding[]> => {
  const findings: Finding[] = [];
  const hasWorker = hasLiveWorker(await opened.processSigns.all(), world.clock.now());
  for (const site of sites) {
    const part = `due work ${site.subdomain}`;
    const parked = await opened.storage.of(site.id).due.failed(1, ['parked']);
    const advice = `See npm run due -- list ${site.subdomain}`;
    if (parked.length > 0) findings.push(failure(part, 'Some is parked and waits for a person.', advice));
    const isAttended = hasWorker || !(await isUnattended({ storage: opened.storage, world })(site, LATE_AFTER));
    if (!isAttended) {
      findings.push(
        failure(part, 'Some is late, and no worker is at it.', 'Start a process with SERVE=worker or all.'),
      );
    } else if ((await lateWork({ storage: opened.storage, world })(site, undefined, TOO_LATE_AFTER)).length > 0) {
      const finding = `Some has been due for ${TOO_LATE_AFTER / 60} minutes, although a worker runs.`;
      findings.push(warning(part, finding, `Start another worker, or find out what keeps it. ${advice}`));
    }
  }
  if (findings.length > 0) return findings;
  if (hasWorker || sites.length === 0) return [ok('due work', 'Nothing is parked or late.')];
  const finding = 'No worker runs: renewals, mail and webhooks wait. Nothing is late yet.';
  return [warning('due work', finding, 'Start a process with SERVE=worker or all.')];
};

/** Hours after which a backup is old. */
export const BACKUP_OLD_HOURS = 26;

/** Examines when the database was last backed up; only production needs backups. */
export const examineBackup = async ({ opened, world }: Examined, sites: readonly Site[]): Promise<Finding> => {
  const takenAt = await opened.backups.last();
  const needsBackup = sites.some(({ mode }) => mode === 'production');
  const advice = 'Run npm run backup -- <file> every day.';
  if (takenAt === undefined) {
    return needsBackup
      ? warning('backup', 'No backup was ever taken.', advice)
      : ok('backup', 'No production site needs one.');
  }
  const hours = Math.floor((world.clock.now() - takenAt) / HOUR_MS);
  const finding = `The last one was taken ${hours} hours ago.`;
  return hours > BACKUP_OLD_HOURS && needsBackup ? warning('backup', finding, advice) : ok('backup', finding);
};
