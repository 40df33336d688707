import { TYPES_BY_TOPIC } from '@service/billing/domain/webhooks/types.ts';
import { LISTED } from './cut-list.ts';

const types = [...TYPES_BY_TOPIC].map(([topic, names]) => wrapped(`  ${topic}: ${names.join(', ')}`)).join('\n');

export const WEBHOOK_HELP = `Webhooks of a site: where its events are delivered, and what became of each delivery.

  npm run webhook -- add <subdomain> <url> [settings]     prints the id and, once, the signing secret
  npm run webhook -- list <subdomain>
  npm run webhook -- change <id> [--url <url>] [--state active|paused] [settings]
  npm run webhook -- remove <id>                          with its deliveries
  npm run webhook -- rotate-secret <id>                   both secrets sign for 24 hours
  npm run webhook -- deliveries <subdomain> [--status pending|delivered|retrying|failed|paused] [--all]
  npm run webhook -- show <delivery>                      request, responses and attempts
  npm run webhook -- retry <delivery>                     or <id>: what of an endpoint failed or was paused
  npm run webhook -- replay <subdomain> --from <time> --to <time>
  npm run webhook -- listen <subdomain> --forward http://localhost:5000/hook
  npm run webhook -- trigger <subdomain> <type>           sends a sample
  npm run webhook -- reencrypt                            encrypts all secrets with SECRETS_KEY

Settings:

  --types all|new_account,…      types that are delivered; default: all but prerenewal
  --basic-auth-file <file>       one line, user:password; /dev/stdin reads it from another program
  --header-file <file>           a line "Name: value" for each header; with change, in place of all earlier ones
  --basic-auth user:password     as above, but other users of this machine can see it; none removes it
  --header "Name: value"         the same; may be repeated; none removes all
  --legacy-invoices on|off       also sends invoices in the form from before credit invoices existed

deliveries shows the newest ${LISTED}, with --all every one. listen and trigger work on sandbox sites. A time is that of this machine, such as 2027-01-01T08:00:00Z.

Types:

${types}

SECRETS_KEY encrypts the secrets: 32 random bytes in base64 or hexadecimal, the same for all processes.
DATA_DIR and DATABASE_URL say where the data is, as for npm start. The exit status is 0 when it is done,
1 when it was refused (nothing has changed), 2 when the command could not be understood.`;

/** Wraps a list at 114 characters, with an indentation. */
function wrapped(line: string): string {
  return line.replace(/(.{1,114})(?:, |$)/g, (_part, text, at) => (at === 0 ? text : `,\n    ${text}`));
}
