import type { Key } from '@service/billing/domain/sites/key.ts';
import { isLasting, isOver } from '@service/billing/domain/sites/key-rules.ts';
import { needSite } from '@service/billing/engine/sites/on-site.ts';
import { createKey } from '@service/billing/usecases/sites/create-key.ts';
import { regenerateKey } from '@service/billing/usecases/sites/regenerate-key.ts';
import { revokeKey } from '@service/billing/usecases/sites/revoke-key.ts';
import { inColumns, shortTime } from './layout.ts';
import { main, type Tool, UsageError } from './tool.ts';

const HELP = `Keys of a site: private ones for the XML API, one public one for browsers.

  npm run key -- list <subdomain>
  npm run key -- create <subdomain> --name <name> [--read-only]
  npm run key -- regenerate <subdomain> <key> --old block|keep
  npm run key -- revoke <subdomain> <key>

<key> is a name or an id from the list. A private key is shown once, when it is made.

  --name       what tells it from the others, for example "Back end"
  --read-only  may make GET and HEAD requests only
  --old        block: the old key ends at once. keep: it stays valid for 12 hours,
               so that servers can change over. A public key cannot be kept.

A site may have 5 valid private keys, 10 in the higher tier of production. A replaced key counts while it is
valid, except that a full site can still replace one key at a time. One that may write is always left. The
technical contact gets mail about every change of a private key.

Examples:

  npm run key -- create acme --name "Reports" --read-only
  npm run key -- regenerate acme "Back end" --old keep

DATA_DIR and DATABASE_URL say where the data is, as for npm start. The exit status is 0 when it is done,
1 when it was refused (nothing has changed), 2 when the command could not be understood.`;

const NOT_AGAIN = 'Keep it now: it is stored hashed and cannot be shown again.';

export const keyTool: Tool = {
  name: 'npm run key --',
  help: HELP,
  commands: {
    list: {
      takes: ['subdomain'],
      async run({ sites, world }, [subdomain = '']) {
        const { id } = await needSite(sites, subdomain);
        const keys = (await sites.keys(id)).filter((key) => !isOver(key, world.clock.now()));
        return inColumns([['NAME', 'KIND', 'MADE', 'VALID', 'ID', 'KEY'], ...keys.map(row)]);
      },
    },
    create: {
      takes: ['subdomain'],
      options: { name: { type: 'string' }, 'read-only': { type: 'boolean' } },
      async run(toolbox, [subdomain = ''], { name, 'read-only': readOnly }) {
        if (typeof name !== 'string') throw new UsageError('Give the key a name: --name "Back end".');
        const requested = { name, read_only: readOnly === true };
        const { secret } = await createKey(toolbox)(toolbox.operator, subdomain, requested);
        return `The private key “${name}” of ${subdomain}:\n\n  ${secret}\n\n${NOT_AGAIN}`;
      },
    },
    regenerate: {
      takes: ['subdomain', 'key'],
      options: { old: { type: 'string' } },
      async run(toolbox, [subdomain = '', meant = ''], { old }) {
        if (old !== 'block' && old !== 'keep')
          throw new UsageError('Say what becomes of the old key: --old block or --old keep.');
        const { key, secret, old_valid_until_ms } = await regenerateKey(toolbox)(
          toolbox.operator,
          subdomain,
          meant,
          old,
        );
        const until = old_valid_until_ms === null ? 'is blocked' : `is valid until ${shortTime(old_valid_until_ms)}`;
        const again = key.kind === 'private' ? `\n\n${NOT_AGAIN}` : '';
        return `The new ${key.kind} key “${key.name}” of ${subdomain}:\n\n  ${secret}\n\nThe old one ${until}.${again}`;
      },
    },
    revoke: {
      takes: ['subdomain', 'key'],
      async run(toolbox, [subdomain = '', meant = '']) {
        const { name } = await revokeKey(toolbox)(toolbox.operator, subdomain, meant);
        return `The key “${name}” of ${subdomain} is revoked: requests with it are rejected.`;
      },
    },
  },
};

const row = (key: Key): string[] => [
  key.name,
  key.read_only ? 'read-only' : key.kind,
  shortTime(key.created_at_ms),
  isLasting(key) ? 'yes' : `replaced, until ${shortTime(key.valid_until_ms ?? 0)}`,
  key.id,
  key.value ?? '(hashed)',
];

if (import.meta.main) await main(keyTool);
