/**
 * The tables whose rows belong to all sites, or are looked up before the site is known, with the reason. On a database
 * that is distributed by site, each server has a copy of them. All other tables are distributed by `site_id`.
 */
export const SHARED_TABLES: Readonly<Record<string, string>> = {
  migrations: 'is about the schema',
  sites: 'has one row for each site, which requests look up by subdomain',
  api_keys: 'is looked up by the digest of a key, before the site is known',
  gateway_log: 'belongs to the test gateway, which knows no sites',
  process_signs: 'has one row for each process, which works for all sites',
  process_troubles: 'has rows of each process, which works for all sites',
  backups: 'is about the database',
  operators: 'has the operators of a deployment, who may work for several sites',
  operator_roles: 'is looked up by the operator, to list the sites of one',
  operator_passkeys: 'belongs to operators',
  operator_challenges: 'belongs to operators',
  operator_invitations: 'belongs to operators',
  operator_sessions: 'belongs to operators',
};

/** A statement that reads distributed tables of several sites. */
export interface CrossSiteStatement {
  /** A part of its text, which no other statement has. */
  readonly has: string;
  readonly reason: string;
}

/** All statements that do not name one site. Each asks every server of a distributed database. */
export const CROSS_SITE_STATEMENTS: readonly CrossSiteStatement[] = [
  {
    has: 'WHERE substr(a.hosted_login_token, 1, 12) = $1',
    reason: 'The link to the account pages has a token only, by which the account and its site are found.',
  },
  {
    has: 'WHERE EXISTS (SELECT 1 FROM webhook_endpoints e WHERE e.site_id = r.id)',
    reason: 'The sender of webhooks lists the sites that have endpoints, once when it starts and at each poll.',
  },
  {
    has: 'FROM (SELECT site_id, id, currency FROM ledger_movements WHERE (site_id, id) > ($1, $2)',
    reason: 'The metrics check the ledger in parts of 2,000 movements, over all sites.',
  },
  {
    has: "SELECT site_id, 'subscriptions' AS figure",
    reason: 'The metrics count the records of all sites in one statement.',
  },
];
