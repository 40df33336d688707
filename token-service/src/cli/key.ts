import { isLasting } from '@service/billing/domain/sites/key-rules.ts';
import { needSite } from '@service/billing/engine/sites/on-site.ts';
import { type ListedKey, listKeys } from '@service/billing/queries/access/keys.ts';
import { createKey } from '@service/billing/usecases/sites/create-key.ts';
import { regenerateKey } from '@service/billing/usecases/sites/regenerate-key.ts';
import { revokeKey } from '@service/billing/usecases/sites/revoke-key.ts';
import { command, type Tool, UsageError } from './command.ts';
import { inColumns, isoMillis, shortTime } from './layout.ts';
import { main } from './tool.ts';
import { topic } from './topics.ts';

const NOT_AGAIN = 'Keep it now: it is stored hashed and cannot be shown again.';

export const keyTool: Tool = {
  ...topic('key'),
  about: '<key> is a name or an id from the list. A private key is shown once, when it is made.',
  notes: `A site may have 5 valid private keys, 10 in the higher tier of production. A replaced key counts while it is
valid, except that a full site can still replace one key at a time. One that may write is always left. The
technical contact gets mail about every change of a private key.`,
  commands: {
    list: command({
      takes: ['subdomain'],
      does: 'Lists the valid keys of a site.',
      example: 'acme',
      prints: 'array',
      members: [
        ...(['id', 'name', 'kind', 'read_only', 'created_at', 'valid_until', 'value'] as const),
        ...(['last_used_at', 'last_used_from'] as const),
      ],
      async run(toolbox, [subdomain = '']) {
        const keys = await listKeys(toolbox)(await needSite(toolbox.sites, subdomain));
        return {
          text: inColumns([['NAME', 'KIND', 'MADE', 'VALID', 'ID', 'KEY', 'LAST USE'], ...keys.map(row)]),
          json: keys.map((key) => ({
            ...{ id: key.id, name: key.name, kind: key.kind, read_only: key.read_only, value: key.value },
            created_at: isoMillis(key.created_at_ms),
            valid_until: isLasting(key) ? null : isoMillis(key.valid_until_ms ?? 0),
            last_used_at: key.last_use && isoMillis(key.last_use.used_at_ms),
            last_used_from: key.last_use?.address ?? null,
          })),
        };
      },
    }),
    create: command({
      takes: ['subdomain'],
      does: 'Creates a private key and prints it, once.',
      example: 'acme --name "Reports" --read-only',
      options: {
        name: { value: '<name>', required: true, help: 'Tells the key from the others, for example "Back end".' },
        'read-only': { help: 'The key may make GET and HEAD requests only.' },
      },
      members: ['id', 'name', 'kind', 'key'],
      async run(toolbox, [subdomain = ''], { name, 'read-only': readOnly }) {
        if (typeof name !== 'string') throw new UsageError('Give the key a name: --name "Back end".');
        const requested = { name, read_only: readOnly === true };
        const { key, secret } = await createKey(toolbox)(toolbox.operator, subdomain, requested);
        return {
          text: `The private key “${name}” of ${subdomain}:\n\n  ${secret}\n\n${NOT_AGAIN}`,
          json: { id: key.id, name: key.name, kind: key.kind, key: secret },
        };
      },
    }),
    regenerate: command({
      takes: ['subdomain', 'key'],
      does: 'Replaces a key by a new one and prints it; a private one is printed once.',
      example: 'acme "Back end" --old keep',
      options: {
        old: {
          value: 'block|keep',
          required: true,
          help: 'block: the old key ends at once. keep: it stays valid for 12 hours, so that servers can change over. A public key cannot be kept.',
        },
      },
      members: ['id', 'name', 'kind', 'key', 'old_valid_until'],
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
        return {
          text: `The new ${key.kind} key “${key.name}” of ${subdomain}:\n\n  ${secret}\n\nThe old one ${until}.${again}`,
          json: {
            ...{ id: key.id, name: key.name, kind: key.kind, key: secret },
            old_valid_until: old_valid_until_ms === null ? null : isoMillis(old_valid_until_ms),
          },
        };
      },
    }),
    revoke: command({
      takes: ['subdomain', 'key'],
      does: 'Ends a private key at once.',
      example: 'acme "Back end"',
      members: ['id', 'name'],
      async run(toolbox, [subdomain = '', meant = '']) {
        const { id, name } = await revokeKey(toolbox)(toolbox.operator, subdomain, meant);
        return {
          text: `The key “${name}” of ${subdomain} is revoked: requests with it are rejected.`,
          json: { id, name },
        };
      },
    }),
  },
};

const row = (key: ListedKey): string[] => [
  key.name,
  key.read_only ? 'read-only' : key.kind,
  shortTime(key.created_at_ms),
  isLasting(key) ? 'yes' : `replaced, until ${shortTime(key.valid_until_ms ?? 0)}`,
  key.id,
  key.value ?? '(hashed)',
  key.last_use ? `${shortTime(key.last_use.used_at_ms)} from ${key.last_use.address}` : '-',
];

if (import.meta.main) await main(keyTool);
