import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from './documented-metrics.testing';

/*
 * Profile `monitoring` of docker-compose.yml: the files that it mounts and the addresses that it scrapes exist. promtool checks what
 * Prometheus accepts.
 */

interface Service {
  readonly image?: string;
  readonly profiles?: readonly string[];
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly command?: readonly string[];
  readonly mem_limit?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly logging?: object;
}

const yaml = (path: string): unknown => parse(readFileSync(join(ROOT, path), 'utf8'), { merge: true });
const { services } = yaml('docker-compose.yml') as { readonly services: Readonly<Record<string, Service>> };
const { prometheus, grafana } = services;

/** Returns the path in the sources of a container's path, by its mounts. */
function inSources(service: Service | undefined, path: string): string {
  const mount = (service?.volumes ?? [])
    .map((each) => each.split(':'))
    .find(([, to = '']) => path.startsWith(`${to}/`));
  return join(ROOT, mount?.[0] ?? 'nowhere', path.slice(mount?.[1]?.length ?? 0));
}

test('has versions, limits of memory, and ports for this machine only that nothing else has', () => {
  const taken = Object.values(services).flatMap(({ ports = [] }) => ports.map((port) => port.split(':')[1]));
  expect(new Set(taken).size).toBe(taken.length);
  for (const service of [prometheus, grafana]) {
    expect(service?.profiles).toEqual(['monitoring']);
    expect(service?.image).toMatch(/:v?\d+\.\d+\.\d+$/);
    expect(service?.mem_limit).toBeDefined();
    expect(service?.ports?.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
  }
});

test('gives Prometheus its configuration and the rules, and asks all processes as one job', () => {
  const [, config = ''] = /--config\.file=(\S+)/.exec(prometheus?.command?.join(' ') ?? '') ?? [];
  const file = inSources(prometheus, config);
  const { rule_files: rules, scrape_configs: jobs } = parse(readFileSync(file, 'utf8')) as {
    readonly rule_files: readonly string[];
    readonly scrape_configs: readonly {
      readonly dns_sd_configs: readonly { readonly names: string[]; readonly port: number }[];
    }[];
  };
  expect(rules).toHaveLength(1);
  for (const path of rules) expect(existsSync(inSources(prometheus, join(config, '..', path)))).toBe(true);
  expect(jobs).toHaveLength(1);
  const [asked] = jobs[0]?.dns_sd_configs ?? [];
  const running = Object.entries(services).filter(([, { command = [] }]) =>
    /services\/(?!cli)\w+\/dist/.test(command.join()),
  );
  expect(asked?.names).toEqual(running.map(([name]) => name));
  expect(asked?.port).toBe(9464);
});

test('gives Grafana the data source, and the dashboards of the chart', () => {
  const provisioning = grafana?.environment?.['GF_PATHS_PROVISIONING'] ?? '';
  const provided = (path: string) =>
    parse(readFileSync(inSources(grafana, join(provisioning, path)), 'utf8')) as object;
  const [port] = /\d+$/.exec(prometheus?.ports?.[0] ?? '') ?? [];
  expect(provided('datasources/prometheus.yaml')).toMatchObject({
    datasources: [{ type: 'prometheus', url: `http://prometheus:${port}` }],
  });
  const { providers } = provided('dashboards/sluice.yaml') as {
    readonly providers: readonly { readonly options: { readonly path: string } }[];
  };
  for (const { options } of providers)
    expect(existsSync(inSources(grafana, join(options.path, 'overview.json')))).toBe(true);
});

test.each(['docker-compose.yml', 'deploy/docker-compose.standalone.yml', 'deploy/docker-compose.postgres.yml'])(
  'bounds the logs of every service of %s',
  (file) => {
    const composition = yaml(file) as { readonly services: Readonly<Record<string, Service>> };
    const logging = Object.values(composition.services).flatMap(({ image, ...service }) =>
      // A service that another file completes has no image.
      image === undefined ? [] : [service.logging],
    );
    expect(logging.length).toBeGreaterThan(0);
    const bounded = { driver: 'json-file', options: { 'max-size': '10m', 'max-file': '5' } };
    expect(logging).toEqual(logging.map(() => bounded));
  },
);
