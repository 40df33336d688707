import type { KeyDeps } from '@service/billing/engine/sites/issue-key.ts';
import { findKey, type ListedKey, listKeys } from '@service/billing/queries/access/keys.ts';
import { createKey } from '@service/billing/usecases/sites/create-key.ts';
import { regenerateKey } from '@service/billing/usecases/sites/regenerate-key.ts';
import { revokeKey } from '@service/billing/usecases/sites/revoke-key.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { factList, shortId, systemMomentOf, systemTime } from '../../parts/figures.ts';
import {
  actionLink,
  checkField,
  formButtons,
  formTrouble,
  inputField,
  radioField,
  secretForm,
} from '../../parts/form.ts';
import { secretPanel } from '../../parts/secret-panel.ts';
import { showPage } from '../../parts/shell.ts';
import { shownOnce, showOnce } from '../../parts/shown-once.ts';
import { stateBadge, stateChoices } from '../../parts/state-words.ts';
import type { TableColumn } from '../../parts/table.ts';
import { type ConsoleRoute, FormProblem, formPage, readingPage } from '../../route.ts';
import { DATE_FILTERS, ORDER_FILTER } from '../../row-query.ts';
import { hasPart, shortList } from '../../short-list.ts';
import { type ConsolePage, type ConsoleVisit, consoleVisitOf, may, withPermission } from '../../visit.ts';

export interface KeysDeps extends KeyDeps {}

const NOT_AGAIN = 'Keep it now: it is stored hashed and cannot be shown again.';

const keyPath = (id: string, action = ''): string => `/keys/${id}${action && `/${action}`}`;

/** The keys of the site: for its own programs, and the public one for browsers. */
export const keyPages = (deps: KeysDeps): readonly ConsoleRoute[] => {
  const [list, find] = [listKeys(deps), findKey(deps)];
  const create = withPermission('keys.edit', createKey(deps));
  const rotate = withPermission('keys.edit', regenerateKey(deps));
  const revoke = withPermission('keys.edit', revokeKey(deps));
  const keyOf = (ctx: ConsolePage, { site }: ConsoleVisit): Promise<ListedKey> => find(site, ctx.params.id ?? '');

  const keys = shortList<ListedKey>({
    path: '/keys',
    name: 'keys',
    title: 'API keys',
    subtitle: () => 'Private keys are for programs of your own, the public key for pages with the payment form.',
    permission: 'keys.read',
    filters: [
      { name: 'name', label: 'Part of the name' },
      {
        name: 'kind',
        label: 'Kind',
        choices: [
          ['private', 'private'],
          ['read_only', 'private, read only'],
          ['public', 'public'],
        ],
      },
      { name: 'state', label: 'State', choices: stateChoices('key', KEY_STATES) },
      ...DATE_FILTERS,
      ORDER_FILTER,
    ],
    columns: keyColumns,
    href: (visit, { id }) => `${visit.prefix}${keyPath(id)}`,
    empty: 'The site has no keys.',
    one: 'key',
    place: ({ id, created_at_ms }) => ({ id, at: Math.floor(created_at_ms / 1000) }),
    all: async ({ site }, { name, kind, state }) =>
      (await list(site)).filter(
        (each) =>
          hasPart(each.name, name) &&
          (kind === undefined || kindName(each) === kind) &&
          (state === undefined || keyState(each) === state),
      ),
    actions: (visit) =>
      may(visit, 'keys.edit') ? [actionLink(visit, '/keys/create', 'Create key', { main: true })] : [],
  });

  const key = readingPage('/keys/:id', 'key', 'keys.read', async (ctx) => {
    const visit = consoleVisitOf(ctx);
    const found = await keyOf(ctx, visit);
    const secret = shownOnce(ctx, visit);
    const { id, name, kind, value, created_at_ms } = found;
    showPage(
      ctx,
      {
        title: name,
        badge: stateOf(found),
        back: { href: '/keys', label: 'API keys' },
        actions: may(visit, 'keys.edit') && found.valid_until_ms === null ? keyActions(visit, found) : [],
      },
      [
        secret && kind === 'private' ? secretPanel('Private key', secret, NOT_AGAIN) : '',
        value ? secretPanel('Public key', value, 'It is in the pages of your shop: it is no secret.') : '',
        factList([
          { label: 'Kind', value: kindOf(found) },
          { label: 'Last use', value: lastUse(visit, found) },
          { label: 'Created', value: systemMomentOf(visit, created_at_ms) },
          { label: 'Valid', value: validity(visit, found) },
          { label: 'Id', value: shortId(id) },
        ]),
      ],
    );
  });

  return [
    keys,
    key,
    ...formPage({
      path: '/keys/create',
      name: 'key create',
      permission: 'keys.edit',
      fresh: true,
      keeps: ['name', 'read_only'],
      ask: async (_, visit, filled) => ({
        title: 'Create a private key',
        back: { href: '/keys', label: 'API keys' },
        content: [
          html`${formTrouble(filled)}`,
          secretForm(visit, { action: `${visit.prefix}/keys/create` }, [
            inputField(filled, {
              name: 'name',
              label: 'Name',
              hint: 'It tells the key from the others, for example “Back end”.',
              attributes: { required: '', maxlength: '100', autofocus: '' },
            }),
            checkField(filled, {
              name: 'read_only',
              label: 'Read only',
              hint: 'It may make GET and HEAD requests only.',
            }),
            formButtons('Create key', { back: `${visit.prefix}/keys` }),
          ]),
        ],
      }),
      async carryOut(ctx, visit, form) {
        const { subdomain } = visit.site;
        const made = await create(visit, subdomain, { name: form.name ?? '', read_only: form.read_only === 'yes' });
        showOnce(ctx, visit, keyPath(made.key.id), made.secret);
        return { to: keyPath(made.key.id), notice: `The key “${made.key.name}” was created.${contactNotice(visit)}` };
      },
    }),
    ...formPage({
      path: '/keys/:id/rotate',
      name: 'key rotate',
      permission: 'keys.edit',
      fresh: true,
      keeps: ['old'],
      async ask(ctx, visit, filled) {
        const { id, name, kind } = await keyOf(ctx, visit);
        return {
          title: `Rotate “${name}”`,
          back: { href: keyPath(id), label: name },
          content: [
            html`${formTrouble(filled)}`,
            secretForm(visit, { action: `${visit.prefix}${keyPath(id, 'rotate')}` }, [
              kind === 'private'
                ? radioField(filled, { name: 'old', label: 'The old key' }, [
                    {
                      value: 'keep',
                      label: 'Keep it for 12 hours',
                      hint: 'Your programs can change over meanwhile.',
                    },
                    { value: 'block', label: 'Block it at once', hint: 'Requests with it are rejected.' },
                  ])
                : html`<input type="hidden" name="old" value="block"><p>A site has one public key: the old one ends at once, and open pages with it cannot take cards until they are reloaded. Change your pages at once.</p>`,
              formButtons('Rotate key', { back: `${visit.prefix}${keyPath(id)}`, danger: kind === 'public' }),
            ]),
          ],
        };
      },
      async carryOut(ctx, visit, form) {
        const { id } = await keyOf(ctx, visit);
        if (form.old !== 'keep' && form.old !== 'block') {
          throw new FormProblem('Choose what becomes of the old key.', { old: 'Choose one.' });
        }
        const made = await rotate(visit, visit.site.subdomain, id, form.old);
        showOnce(ctx, visit, keyPath(made.key.id), made.secret);
        const old = form.old === 'keep' ? 'The old one is valid for 12 hours.' : 'The old one is blocked.';
        return {
          to: keyPath(made.key.id),
          notice: `This is the new key “${made.key.name}”. ${old}${contactNotice(visit)}`,
        };
      },
    }),
    ...formPage({
      path: '/keys/:id/revoke',
      name: 'key revoke',
      permission: 'keys.edit',
      fresh: true,
      async ask(ctx, visit, filled) {
        const found = await keyOf(ctx, visit);
        const { id, name } = found;
        return {
          title: `Revoke “${name}”`,
          back: { href: keyPath(id), label: name },
          content: [
            html`${formTrouble(filled)}`,
            html`<p>Requests with this key are rejected at once. Its last use: ${lastUse(visit, found)}.</p>`,
            secretForm(
              visit,
              { action: `${visit.prefix}${keyPath(id, 'revoke')}` },
              formButtons('Revoke key', { back: `${visit.prefix}${keyPath(id)}`, danger: true }),
            ),
          ],
        };
      },
      async carryOut(ctx, visit) {
        const { name } = await revoke(visit, visit.site.subdomain, ctx.params.id ?? '');
        return {
          to: '/keys',
          notice: `The key “${name}” was revoked: requests with it are rejected.${contactNotice(visit)}`,
        };
      },
    }),
  ];
};

const contactNotice = ({ site }: ConsoleVisit): string =>
  site.technical_contact === null
    ? ' The site has no technical contact to tell.'
    : ' The technical contact gets mail about it.';

const keyActions = (visit: ConsoleVisit, { id, kind }: ListedKey): readonly Markup[] => [
  actionLink(visit, keyPath(id, 'rotate'), 'Rotate', { main: true }),
  ...(kind === 'private' ? [actionLink(visit, keyPath(id, 'revoke'), 'Revoke')] : []),
];

const KEY_STATES = ['active', 'replaced'] as const;

const kindName = ({ kind, read_only }: ListedKey): string => (read_only ? 'read_only' : kind);

const kindOf = ({ kind, read_only }: ListedKey): string => (read_only ? `${kind}, read only` : kind);

const keyState = ({ valid_until_ms }: ListedKey): (typeof KEY_STATES)[number] =>
  valid_until_ms === null ? 'active' : 'replaced';

const stateOf = (key: ListedKey): Markup => stateBadge('key', keyState(key));

const validity = (visit: ConsoleVisit, { valid_until_ms }: ListedKey): Markup | string =>
  valid_until_ms === null ? 'Until it is rotated or revoked' : html`Ends ${systemMomentOf(visit, valid_until_ms)}`;

const lastUse = (visit: ConsoleVisit, { kind, last_use }: ListedKey): Markup | string => {
  if (last_use) return html`${systemMomentOf(visit, last_use.used_at_ms)} from ${last_use.address}`;
  return kind === 'public' ? 'not recorded' : 'never';
};

const keyColumns = (visit: ConsoleVisit): readonly TableColumn<ListedKey>[] => [
  { name: 'name', label: 'Name', cell: ({ name }) => name, csv: ({ name }) => name },
  { name: 'kind', label: 'Kind', cell: kindOf, csv: kindName },
  { name: 'state', label: 'State', cell: stateOf, csv: keyState },
  {
    name: 'last_use',
    label: 'Last use',
    cell: (key) => lastUse(visit, key),
    csvColumns: [
      { name: 'last_used_at', csv: ({ last_use }) => systemTime(last_use?.used_at_ms) },
      { name: 'last_used_from', csv: ({ last_use }) => last_use?.address ?? '' },
    ],
  },
  {
    name: 'created_at',
    label: 'Created',
    cell: ({ created_at_ms }) => systemMomentOf(visit, created_at_ms),
    csv: ({ created_at_ms }) => systemTime(created_at_ms),
  },
  { name: 'id', label: 'Id', optional: true, cell: ({ id }) => shortId(id), csv: ({ id }) => id },
];
