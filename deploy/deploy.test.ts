/** The files of a deployment name only what exists: settings, ports, paths and programs. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { anchorsOf } from '../tools/anchors.ts';
import { ROOT } from '../tools/repository.ts';
import { hasProgram, missingHelm } from '../tools/test/install.ts';
import { DEPLOY, filesIn, PORTS, readDeployed, unknownSettings, yamlIn } from './checks.ts';
import { readDockerfile } from './dockerfile.ts';

/** Adds a test that needs programs. Where one is missing it is skipped, which is a failure with `CI` set. */
const testWith = (programs: readonly string[], name: string, body: () => void): void => {
  const missing = programs.filter((program) => !hasProgram(program));
  if (missing.length === 0) test(name, body);
  else test.skip(`${name}: ${missing.join(', ')} not installed`, body);
};
const run = (program: string, ...args: string[]) => {
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: DEPLOY, env, encoding: 'utf8' });
  return { status, output: `${stdout}${stderr}` };
};
const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'deploy-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
};

describe('the Dockerfile', () => {
  const { stages, text } = readDockerfile();
  const last = stages.at(-1);

  test('has several stages, and the last one runs as a user of its own', () => {
    expect(stages.map(({ name }) => name)).toEqual(['build', 'libraries', 'keys', '']);
    expect(last?.user).toBe('10001:10001');
    expect(text).not.toMatch(/^ADD /m);
  });

  test('copies files that exist, and runs programs that it copies', () => {
    for (const { sources } of stages.flatMap(({ copies }) => copies)) {
      for (const source of sources) {
        if (source.startsWith('/') || /^(node_modules|\.)$/.test(source)) continue;
        expect(existsSync(join(ROOT, source)), source).toBe(true);
      }
    }
    const named = [text, readDeployed('compose.yml'), readDeployed('helm/billing/templates/backup.yaml')].join('\n');
    for (const path of named.match(/(?<!\.\/)\bdeploy\/[\w./-]+\.sh\b|[\w./-]+\.ts\b/g) ?? [])
      expect(existsSync(join(ROOT, path)), path).toBe(true);
    const wrapped = /\/opt\/billing\/(\S+)/.exec(readDeployed('image/billing'))?.[1] ?? '';
    expect(existsSync(join(ROOT, wrapped)), wrapped).toBe(true);
    expect(statSync(join(DEPLOY, 'image/billing')).mode & 0o111).not.toBe(0);
  });

  test('sets settings that exist, and exposes their ports', () => {
    expect(unknownSettings(Object.keys(last?.env ?? {}))).toEqual([]);
    expect(last?.env).toMatchObject({
      PORT: '3000',
      BROWSER_PORT: '3001',
      CONSOLE_PORT: '3002',
      WORKER_PORT: String(PORTS.worker),
    });
    expect(last?.exposes).toEqual(Object.values(PORTS).map(String));
    expect(text).toMatch(/^HEALTHCHECK .*deploy\/image\/live\.ts/m);
  });
});

describe('compose.yml', () => {
  interface Service {
    readonly image?: string;
    readonly environment?: Readonly<Record<string, string>>;
    readonly secrets?: readonly string[];
    readonly volumes?: readonly string[];
    readonly read_only?: boolean;
    readonly networks?: readonly string[];
    readonly command?: readonly string[];
  }
  const [compose] = yamlIn(readDeployed('compose.yml')) as [
    { services: Readonly<Record<string, Service>>; secrets: object; networks: object; volumes: object },
  ];
  const services = Object.entries(compose.services);
  const ours = services.filter(([, { image }]) => image?.startsWith('billing:'));

  test('runs two processes of each part, a console, and migrates before', () => {
    const parts = ours.flatMap(([, { environment }]) => environment?.SERVE ?? []).sort();
    expect(parts).toEqual(['api', 'api', 'browser', 'browser', 'console', 'migrate', 'worker', 'worker']);
  });

  test('backs its database up every day, to a volume, with the client of its server', () => {
    const { command = [], volumes = [] } = compose.services.backup ?? {};
    const [volume = '', folder = ''] = volumes[0]?.split(':') ?? [];
    expect(compose.volumes).toHaveProperty(volume);
    expect(command.join(' ')).toContain(`sh deploy/back-up.sh ${folder} `);
    const { text } = readDockerfile();
    // An empty volume gets its owner from the folder of the image.
    expect(text).toContain(`chown 10001:10001 ${folder} `);
    const [, client] = /^ARG POSTGRES_MAJOR=(\d+)$/m.exec(text) ?? [];
    const [, server] = /postgres:(\d+)/.exec(compose.services.postgres?.image ?? '') ?? [];
    expect(client).toBeDefined();
    expect(client).toBe(server);
    expect(text).toMatch(/apt-get install .*"postgresql-client-\$\{POSTGRES_MAJOR\}"/);
  });

  test('gives settings that exist, from secrets that it has', () => {
    for (const [name, { environment = {}, secrets = [], read_only }] of ours) {
      expect(unknownSettings(Object.keys(environment)), name).toEqual([]);
      const files = Object.values(environment).filter((value) => value.startsWith('/run/secrets/'));
      expect(files.map((file) => basename(file)).sort(), name).toEqual([...secrets].sort());
      expect(read_only, name).toBe(true);
    }
  });

  test('names files, networks, volumes and secrets that exist', () => {
    for (const [name, { volumes = [], secrets = [], networks = [] }] of services) {
      for (const secret of secrets) expect(compose.secrets, name).toHaveProperty(secret);
      for (const network of networks) expect(compose.networks, name).toHaveProperty(network);
      for (const volume of volumes) {
        const [source = ''] = volume.split(':');
        if (source.startsWith('./')) expect(existsSync(join(DEPLOY, source)), source).toBe(true);
        else expect(compose.volumes, name).toHaveProperty(source);
      }
    }
  });

  test('has secrets that secrets.sh makes, once', () => {
    const folder = join(temporaryFolder(), 'secrets');
    expect(spawnSync('sh', ['secrets.sh', folder], { cwd: DEPLOY }).status).toBe(0);
    for (const name of Object.keys(compose.secrets)) expect(existsSync(join(folder, name)), name).toBe(true);
    const key = readFileSync(join(folder, 'token_store_key'), 'utf8');
    expect(Buffer.from(key, 'base64')).toHaveLength(32);
    const password = readFileSync(join(folder, 'postgres_password'), 'utf8').trim();
    expect(readFileSync(join(folder, 'database_url'), 'utf8')).toBe(
      `postgres://billing:${password}@postgres/billing\n`,
    );
    expect(spawnSync('sh', ['secrets.sh', folder], { cwd: DEPLOY }).status).toBe(0);
    expect(readFileSync(join(folder, 'token_store_key'), 'utf8')).toBe(key);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  test('is what the proxy and Prometheus look for', () => {
    const named = new Set(services.map(([name]) => name));
    const addresses = [
      ...Object.values(compose.services.proxy?.environment ?? {}).filter((value) => /:\d+$/.test(value)),
      ...(readDeployed('prometheus/prometheus.yml').match(/[\w-]+:\d{4}/g) ?? []),
    ];
    expect(addresses).toHaveLength(12);
    for (const address of addresses) {
      const [host = '', port] = address.split(':');
      expect(named, address).toContain(host);
      expect(Number(port), address).toBe(PORTS[host.replace(/-\d$/, '') as keyof typeof PORTS]);
    }
  });
});

describe('the proxies', () => {
  test.each(['Caddyfile', 'nginx.conf'])(
    '%s leads to two processes of each part and to the console, and hides metrics',
    (file) => {
      const text = readDeployed(file);
      for (const port of [3000, 3010, 3001, 3011, 3002]) expect(text).toContain(`127.0.0.1:${port}`);
      expect(text).toContain('/metrics');
    },
  );

  testWith(['caddy'], 'Caddy accepts its file', () => {
    const { status, output } = run('caddy', 'adapt', '--config', 'Caddyfile', '--adapter', 'caddyfile');
    expect(status, output).toBe(0);
    expect(output.match(/"dial":"[^"]+"/g)).toHaveLength(5);
  });

  testWith(['nginx', 'openssl'], 'nginx accepts its file', () => {
    const folder = temporaryFolder();
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    const made = run(
      'openssl',
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-subj',
      '/CN=a',
      '-keyout',
      key,
      '-out',
      cert,
    );
    expect(made.status, made.output).toBe(0);
    const site = readDeployed('nginx.conf')
      .replaceAll('/etc/ssl/billing/fullchain.pem', cert)
      .replaceAll('/etc/ssl/billing/privkey.pem', key)
      .replaceAll('/var/log/nginx', folder)
      .replaceAll(/listen ((?:\[::\]:)?)(\d+)/g, 'listen 127.0.0.1:1$2')
      .replaceAll(/^.*listen 127\.0\.0\.1:1\d+.*\n(?=.*listen 127)/gm, '');
    const config = `pid ${folder}/pid;\nerror_log ${folder}/error.log;\nevents {}\nhttp {\n${site}\n}\n`;
    writeFileSync(join(folder, 'nginx.conf'), config);
    const { status, output } = run('nginx', '-t', '-p', folder, '-c', join(folder, 'nginx.conf'));
    expect(status, output).toBe(0);
  });
});

describe('the units of systemd', () => {
  const units = filesIn('systemd');

  test.each(units)('%s names programs, settings and units that exist', (path) => {
    const text = readDeployed(path);
    const [, program] = /^ExecStart=.*\/node (\S+)$/m.exec(text) ?? [];
    if (program) expect(existsSync(join(ROOT, program)), program).toBe(true);
    for (const [, path = ''] of text.matchAll(/^ExecStart=.* \/opt\/billing\/(\S+\.sh)\b/gm)) {
      expect(existsSync(join(ROOT, path)), path).toBe(true);
    }
    const given = [...text.matchAll(/^(?:Environment=|ExecStart=\/usr\/bin\/env )([A-Z_]+)=/gm)].map(
      ([, name = '']) => name,
    );
    expect(unknownSettings(given)).toEqual([]);
    const named = new Set(text.match(/\bbilling[\w-]*@?\.(service|target|timer)\b/g));
    for (const unit of named) expect(units).toContain(`systemd/${unit}`);
  });

  test.each(['billing@.service', 'billing-migrate.service', 'billing-backup.service'])('%s is hardened', (unit) => {
    const text = readDeployed(`systemd/${unit}`);
    for (const option of [
      'User=billing',
      'ProtectSystem=strict',
      'NoNewPrivileges=yes',
      'LimitCORE=0',
      'MemorySwapMax=0',
    ]) {
      expect(text).toContain(`\n${option}\n`);
    }
  });

  testWith(['systemd-analyze'], 'systemd accepts them, and rates their exposure below 2', () => {
    const folder = temporaryFolder();
    for (const unit of units) {
      // The program of the unit does not exist on this machine.
      const text = readDeployed(unit).replaceAll('/opt/billing/node_modules/.bin/node', '/bin/true');
      writeFileSync(join(folder, basename(unit).replace('@.', '@api.')), text);
    }
    const verified = run(
      'systemd-analyze',
      'verify',
      ...units.map((unit) => join(folder, basename(unit).replace('@.', '@api.'))),
    );
    expect(verified).toEqual({ status: 0, output: '' });
    const rated = run(
      'systemd-analyze',
      'security',
      '--offline=true',
      '--threshold=20',
      join(folder, 'billing@api.service'),
    );
    expect(rated.status, rated.output).toBe(0);
  });
});

describe('the chart', () => {
  /** A template as YAML: its actions are gone, and an expression within a line is a word. */
  const plain = (text: string): string =>
    text
      .split('\n')
      .filter((line) => !/^\s*\{\{.*\}\}\s*$/.test(line))
      .join('\n')
      .replaceAll(/\{\{[^}]*\}\}/g, 'x');
  const templates = filesIn('helm/billing/templates').filter((path) => path.endsWith('.yaml'));
  const all = templates.map((path) => readDeployed(path)).join('\n---\n');

  test.each(templates)('%s is YAML', (path) => {
    const documents = yamlIn(plain(readDeployed(path)));
    expect(documents).toHaveLength(1);
    expect(documents[0]).toMatchObject({ apiVersion: expect.any(String), kind: expect.any(String) });
  });

  test('has deployments, services, an ingress, budgets, daily backups, alerts, and migrates as a hook', () => {
    const kinds = [...all.matchAll(/^kind: (\w+)$/gm)].map(([, kind]) => kind).sort();
    expect(kinds).toEqual([
      'CronJob',
      'Deployment',
      'Ingress',
      'Job',
      'PersistentVolumeClaim',
      'PodDisruptionBudget',
      'PrometheusRule',
      'Service',
      'ServiceMonitor',
    ]);
    expect(all).toContain('helm.sh/hook: pre-install,pre-upgrade');
    expect(all).toContain('value: migrate');
    expect(all).toContain('command: [sh, deploy/back-up.sh, /var/backups/billing,');
    expect(all).toContain('claimName: {{ .Release.Name }}-backups');
  });

  test('asks /live and /health at the ports of the parts', () => {
    expect(all.match(/path: \/(live|health), port: http/g)).toHaveLength(3);
    const ports = [...all.matchAll(/dict ("api" .*?) \}\}/g)].map(([, given]) => given);
    expect(ports).toHaveLength(3);
    for (const given of ports) {
      for (const [, part, port] of (given ?? '').matchAll(/"(\w+)" (\d+)/g)) {
        expect(Number(port)).toBe(PORTS[part as keyof typeof PORTS]);
      }
    }
  });

  test('gives settings that exist, secrets by reference', () => {
    const helpers = readDeployed('helm/billing/templates/_helpers.tpl');
    const [values] = yamlIn(readDeployed('helm/billing/values.yaml')) as [
      { secrets: Readonly<Record<string, { name: string; key: string }>>; settings: object },
    ];
    const given = [...`${helpers}${all}`.matchAll(/- name: ([A-Z_]+)$/gm)].map(([, name = '']) => name);
    expect(given).toContain('SERVE');
    expect(unknownSettings([...given, ...Object.keys(values.secrets), ...Object.keys(values.settings)])).toEqual([]);
    for (const secret of Object.values(values.secrets)) expect(Object.keys(secret)).toEqual(['name', 'key']);
    const named = [...all.matchAll(/include "([\w.-]+)"/g)].map(([, name]) => name);
    for (const name of named) expect(helpers).toContain(`define "${name}"`);
  });

  // Debian has no Helm. Where it is missing the test does not exist, and the end of the run says so.
  if (!missingHelm()) {
    test('helm renders it', () => {
      const { status, output } = run('helm', 'template', 'billing', 'helm/billing');
      expect(status, output).toBe(0);
    });
  }
});

const RULE_TESTS = ['prometheus/billing.rules.test.yml', 'prometheus/billing.rules.week.test.yml'];

describe('the alerts', () => {
  interface Rule {
    readonly alert: string;
    readonly expr: string;
    readonly labels: { readonly severity: string };
    readonly annotations: { readonly summary: string; readonly runbook_url: string };
  }
  const [file] = yamlIn(readDeployed('billing.rules.yml')) as [{ groups: readonly { rules: readonly Rule[] }[] }];
  const rules = file.groups.flatMap((group) => group.rules);
  const anchors = anchorsOf('docs/operations.md');

  test.each(rules)('$alert has a runbook', ({ annotations, labels }) => {
    const [page, anchor = ''] = annotations.runbook_url.split('#');
    expect(page).toBe('docs/operations.md');
    expect(anchors).toContain(anchor);
    expect(['page', 'ticket']).toContain(labels.severity);
  });

  test('fire in a test each, and are quiet when nothing is wrong', () => {
    const tests = RULE_TESTS.map(readDeployed).join('\n');
    for (const { alert } of rules) {
      expect(
        tests.match(new RegExp(`alertname: ${alert}\\n\\s+eval_time: \\w+\\n\\s+exp_alerts:\\n`)),
        alert,
      ).not.toBeNull();
    }
  });

  testWith(['promtool'], 'promtool accepts them, and their tests pass', () => {
    const checked = run('promtool', 'check', 'rules', 'billing.rules.yml');
    expect(checked.status, checked.output).toBe(0);
    const tested = run('promtool', 'test', 'rules', ...RULE_TESTS);
    expect(tested.status, tested.output).toBe(0);
  });
});
