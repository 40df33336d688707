/** The chart: its templates fit its values, and what they render fits the service and the other deployments. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { goLibraries } from '../tools/test/install.ts';
import { DEPLOY, filesIn, PORTS, readDeployed, unknownSettings, yamlIn } from './checks.ts';

const CHART = 'helm/billing';
const templates = filesIn(`${CHART}/templates`).map((path) => ({ path, text: readDeployed(path) }));
const [values] = yamlIn(readDeployed(`${CHART}/values.yaml`)) as [Readonly<Record<string, unknown>>];

/** The actions of a template, without their braces. */
const actionsOf = (text: string): string[] =>
  [...text.matchAll(/\{\{-?([\s\S]*?)-?\}\}/g)].map(([, action = '']) => action.trim());

/** Blocks that are open at the end of a template, and ends and elses without one. */
const unbalanced = (text: string): string[] => {
  const open: string[] = [];
  const wrong: string[] = [];
  for (const action of actionsOf(text)) {
    const [word = ''] = action.split(/\s+/);
    if (/^(if|range|with|define|block)$/.test(word)) open.push(action);
    else if (word === 'end' && open.pop() === undefined) wrong.push('end');
    else if (word === 'else' && !/^(if|range|with)/.test(open.at(-1) ?? '')) wrong.push(action);
  }
  return [...wrong, ...open];
};

describe('the templates', () => {
  test.each(templates)('$path closes every action and block', ({ text }) => {
    expect(text.match(/\{\{/g)?.length).toBe(text.match(/\}\}/g)?.length);
    expect(unbalanced(text)).toEqual([]);
  });

  test('are balanced because it is looked for', () => {
    expect(unbalanced('{{ if .a }}x{{ else }}y{{ end }}')).toEqual([]);
    expect(unbalanced('{{- range .a }}x')).toEqual(['range .a']);
    expect(unbalanced('{{ with .a }}x{{ end }}{{ end }}')).toEqual(['end']);
    expect(unbalanced('{{ define "a" }}{{ else }}{{ end }}')).toEqual(['else']);
  });

  /** Paths of the values that a template reads: itself, below what is rendered whole, or for each part. */
  const read = templates.flatMap(({ text }) => {
    const named = [...text.matchAll(/\.Values((?:\.\w+)+)/g)].map(([, path = '']) => path.slice(1));
    const parts = /index \$\.Values \$part/.test(text) ? [...text.matchAll(/\$part := list (.*?) \}\}/g)] : [];
    return [...named, ...parts.flatMap(([, list = '']) => list.match(/\w+/g) ?? [])];
  });
  const leaves = (value: unknown, path: string): string[] =>
    typeof value === 'object' && value !== null && Object.keys(value).length > 0
      ? Object.entries(value).flatMap(([name, inside]) => leaves(inside, path === '' ? name : `${path}.${name}`))
      : [path];

  test('read every value that the chart declares, and no other', () => {
    expect(read.length).toBeGreaterThan(20);
    const unread = leaves(values, '').filter((leaf) => !read.some((path) => `${leaf}.`.startsWith(`${path}.`)));
    expect(unread).toEqual([]);
    const declared = (path: string): unknown =>
      path.split('.').reduce<unknown>((inside, name) => (inside as Record<string, unknown>)?.[name], values);
    expect(read.filter((path) => declared(path) === undefined)).toEqual([]);
  });

  test('define every template that they include, and include every one that they define', () => {
    const all = templates.map(({ text }) => text).join('\n');
    const names = (pattern: RegExp) => [...new Set([...all.matchAll(pattern)].map(([, name]) => name))].sort();
    expect(names(/include "([\w.-]+)"/g)).toEqual(names(/define "([\w.-]+)"/g));
  });
});

interface Container {
  readonly name: string;
  readonly image: string;
  readonly env: readonly { readonly name: string; readonly value?: string; readonly valueFrom?: unknown }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
  readonly securityContext: { readonly readOnlyRootFilesystem: boolean };
  readonly [probe: `${string}Probe`]: { readonly httpGet: { readonly path: string; readonly port: string } };
}
interface Pod {
  readonly spec: {
    readonly containers: readonly Container[];
    readonly volumes: readonly { readonly name: string }[];
    readonly terminationGracePeriodSeconds?: number;
  };
  readonly metadata: { readonly labels: Readonly<Record<string, string>> };
}
interface Resource {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> };
  readonly spec: {
    readonly template?: Pod;
    readonly jobTemplate?: { readonly spec: { readonly template: Pod } };
    readonly selector?: Readonly<Record<string, unknown>>;
    readonly ports?: readonly { readonly name: string; readonly port: number; readonly targetPort: string }[];
    readonly endpoints?: readonly { readonly port: string }[];
    readonly groups?: unknown;
    readonly rules?: readonly {
      readonly host: string;
      readonly http: { readonly paths: readonly { readonly backend: { readonly service: ServicePort } }[] };
    }[];
  };
}
interface ServicePort {
  readonly name: string;
  readonly port: { readonly number: number };
}

/** Libraries with which the chart is rendered as Helm does. */
const libraries = goLibraries();

describe.skipIf(libraries === undefined && !process.env.CI)(
  'the rendered chart (needs Go and sprig, of Debian)',
  () => {
    let program: string;
    beforeAll(() => {
      const folder = mkdtempSync(join(tmpdir(), 'chart-'));
      program = join(folder, 'render');
      const env = {
        ...process.env,
        GO111MODULE: 'off',
        GOPATH: libraries,
        GOCACHE: join(folder, 'cache'),
        GOFLAGS: '',
      };
      const built = spawnSync('go', ['build', '-o', program, `${DEPLOY}helm/render/main.go`], {
        env,
        encoding: 'utf8',
      });
      expect(built.status, built.stderr).toBe(0);
      return () => rmSync(folder, { recursive: true, force: true });
    }, 300_000);

    const render = (...given: string[]): Resource[] => {
      const { status, stdout, stderr } = spawnSync(program, [`${DEPLOY}${CHART}`, ...given], { encoding: 'utf8' });
      expect(status, stderr).toBe(0);
      // A template that renders nothing is an empty document.
      return (yamlIn(stdout) as (Resource | null)[]).filter((each) => each !== null);
    };
    const podOf = ({ spec }: Resource): Pod | undefined => spec.template ?? spec.jobTemplate?.spec.template;
    const podsOf = (resources: readonly Resource[]): Pod[] =>
      resources.map(podOf).filter((pod): pod is Pod => pod !== undefined);
    const EVERYTHING = ['serviceMonitor=true', 'prometheusRule=true', 'backup.storageClass=fast'];

    test('has a deployment, a service and a budget of each part, and an address of each origin', () => {
      const named = render(...EVERYTHING).map(({ kind, metadata }) => `${kind} ${metadata.name}`);
      expect(named.sort()).toEqual(
        [
          ...Object.keys(PORTS).flatMap((part) =>
            ['Deployment', 'PodDisruptionBudget', 'Service'].map((kind) => `${kind} shop-${part}`),
          ),
          ...['api', 'browser', 'console'].map((part) => `Ingress shop-${part}`),
          'CronJob shop-backup',
          'Job shop-migrate',
          'PersistentVolumeClaim shop-backups',
          'PrometheusRule shop',
          'ServiceMonitor shop',
        ].sort(),
      );
      const kinds = new Set(render('backup.enabled=false').map(({ kind }) => kind));
      for (const kind of ['CronJob', 'PersistentVolumeClaim', 'ServiceMonitor', 'PrometheusRule'])
        expect(kinds).not.toContain(kind);
    });

    test('gives settings that exist, once each, as compose.yml does; more of them and more secrets are added', () => {
      const [compose] = yamlIn(readDeployed('compose.yml')) as [
        { services: Readonly<Record<string, { environment?: Readonly<Record<string, string>> }>> },
      ];
      const given = (env: Container['env']) => new Set(env.map(({ name }) => name));
      for (const { metadata, spec } of render().filter(({ kind }) => kind === 'Deployment')) {
        const env = spec.template?.spec.containers[0]?.env ?? [];
        expect(given(env).size, metadata.name).toBe(env.length);
        expect(unknownSettings([...given(env)])).toEqual([]);
        const part = metadata.labels['app.kubernetes.io/component'];
        expect(env.find(({ name }) => name === 'SERVE')?.value).toBe(part);
        const service = compose.services[`${part}-1`];
        const composed = Object.keys(service?.environment ?? {}).map((name) => name.replace(/_FILE$/, ''));
        expect(composed.length, metadata.name).toBeGreaterThan(5);
        // What only some deployments have is given as `settings` and `moreSecrets`.
        const optional = ['SMTP_URL', 'SUPPORT_EMAIL', 'WEBHOOK_NETWORKS', 'CONSOLE_NETWORKS'];
        expect(composed.filter((name) => !given(env).has(name) && !optional.includes(name))).toEqual([]);
      }
      const [pod] = podsOf(
        render('moreSecrets={SMTP_URL: {name: shop, key: smtp}}', 'settings={LOG_ADDRESSES: truncated}').filter(
          ({ kind }) => kind === 'Deployment',
        ),
      );
      const env = pod?.spec.containers[0]?.env ?? [];
      expect(env).toContainEqual({ name: 'SMTP_URL', valueFrom: { secretKeyRef: { name: 'shop', key: 'smtp' } } });
      expect(env).toContainEqual({ name: 'LOG_ADDRESSES', value: 'truncated' });
    });

    test('asks /live and /health at the port of each part, and leads there', () => {
      const resources = render(...EVERYTHING);
      const services = resources.filter(({ kind }) => kind === 'Service');
      for (const [part, port] of Object.entries(PORTS)) {
        const deployed = resources.find(
          ({ kind, metadata }) => kind === 'Deployment' && metadata.name === `shop-${part}`,
        );
        const [container] = deployed?.spec.template?.spec.containers ?? [];
        expect(container?.ports).toEqual([{ name: 'http', containerPort: port }]);
        for (const [probe, path] of Object.entries({ startup: '/live', liveness: '/live', readiness: '/health' }))
          expect(container?.[`${probe}Probe`]?.httpGet, `${part}: ${probe}`).toEqual({ path, port: 'http' });
        const service = services.find(({ metadata }) => metadata.name === `shop-${part}`);
        expect(service?.spec.ports).toEqual([{ name: 'http', port, targetPort: 'http' }]);
        const labels = deployed?.spec.template?.metadata.labels ?? {};
        expect(labels).toMatchObject(service?.spec.selector ?? { none: '' });
        expect(labels).toMatchObject((deployed?.spec.selector?.matchLabels as object | undefined) ?? { none: '' });
      }
      for (const { spec } of resources.filter(({ kind }) => kind === 'Ingress')) {
        const [rule] = spec.rules ?? [];
        const { name = '', port } = rule?.http.paths[0]?.backend.service ?? {};
        const part = name.replace('shop-', '') as keyof typeof PORTS;
        expect(port?.number).toBe(PORTS[part]);
        expect(rule?.host).toBe((values.hosts as Record<string, string>)[part]);
      }
      const monitor = resources.find(({ kind }) => kind === 'ServiceMonitor');
      expect(monitor?.spec.endpoints?.map(({ port }) => port)).toEqual(['http']);
      // The rules name the job billing, which is the label that the monitor takes it from.
      for (const { metadata } of services) expect(metadata.labels['app.kubernetes.io/name']).toBe('billing');
    });

    test('mounts volumes that it has, and the folder that compose.yml backs up to; everything else is read-only', () => {
      const resources = render();
      for (const { spec } of podsOf(resources)) {
        for (const { name, volumeMounts, securityContext } of spec.containers) {
          expect(volumeMounts.map((mount) => mount.name).sort(), name).toEqual(
            spec.volumes.map((has) => has.name).sort(),
          );
          expect(volumeMounts.map(({ mountPath }) => mountPath)).toContain('/tmp');
          expect(securityContext.readOnlyRootFilesystem).toBe(true);
        }
      }
      const [compose] = yamlIn(readDeployed('compose.yml')) as [
        { services: { backup: { volumes: readonly string[]; command: readonly string[] } } },
      ];
      const folder = compose.services.backup.volumes[0]?.split(':')[1];
      const backup = resources.find(({ kind }) => kind === 'CronJob');
      const [container] = (backup && podOf(backup))?.spec.containers ?? [];
      expect(container?.volumeMounts.map(({ mountPath }) => mountPath)).toContain(folder);
    });

    test('a pod has time to drain and to finish its requests', () => {
      for (const seconds of [15, 40]) {
        const pods = podsOf(render(`drainSeconds=${seconds}`).filter(({ kind }) => kind === 'Deployment'));
        for (const { spec } of pods) {
          expect(spec.containers[0]?.env).toContainEqual({ name: 'DRAIN_SECONDS', value: String(seconds) });
          expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(seconds + 10);
        }
      }
    });

    test('has the alerts of the other deployments', () => {
      const rule = render(...EVERYTHING).find(({ kind }) => kind === 'PrometheusRule');
      const [rules] = yamlIn(readDeployed('billing.rules.yml')) as [{ groups: unknown }];
      expect(rule?.spec.groups).toEqual(rules.groups);
      expect(existsSync(`${DEPLOY}${CHART}/billing.rules.yml`)).toBe(true);
      expect(readFileSync(`${DEPLOY}${CHART}/billing.rules.yml`, 'utf8')).toBe(readDeployed('billing.rules.yml'));
    });

    test('a value that is missing ends it with the place', () => {
      const { status, stderr } = spawnSync(program, [`${DEPLOY}${CHART}`, 'image={}'], { encoding: 'utf8' });
      expect([status, stderr]).toEqual([1, expect.stringMatching(/_helpers\.tpl|\.yaml:\d+/)]);
    });
  },
);
