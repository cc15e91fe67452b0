import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { eventually, forkSource, temporaryFolder } from '@sluice/testbed/machine';
import { testDatabaseUrl } from '@sluice/testbed/servers';
import { MONITORING, PROCESSES, documentedMetrics } from '../monitoring/documented-metrics.testing';
import { HISTOGRAMS } from '../monitoring/known-series.testing';
import { type Prometheus, hasPrometheus, panelExpressions, startPrometheus } from '../monitoring/prometheus.testing';
import { SERVICES } from './run-source.testing';

/*
 * Compares the list of metrics in docs/operate/monitoring.md with the exports of each process: every name, its labels where something was
 * counted, and the process. It needs no broker: without one the counts are zero, but everything is exported.
 */

type Process = (typeof PROCESSES)[number];

const NO_BROKER = { KAFKA_BROKERS: '127.0.0.1:1' };
const TOKEN = 'token-of-this-test';
const CREDENTIALS = { API_BEARER_TOKEN: TOKEN };
const SETTINGS: Readonly<Record<Process, () => NodeJS.ProcessEnv>> = {
  gateway: () => ({ ...CREDENTIALS, ...NO_BROKER }),
  writer: () => ({ ...NO_BROKER, DATABASE_URL: testDatabaseUrl() }),
  query: () => ({ ...CREDENTIALS, DATABASE_URL: testDatabaseUrl() }),
  // With a database of its own, because the database has metrics, too.
  standalone: () => ({ ...CREDENTIALS, DATA_DIR: join(folder, 'data') }),
};
/** The last metric that a process exports. */
const LAST: Readonly<Record<Process, string>> = {
  gateway: 'sluice_http_connections',
  writer: 'sluice_retention_dropped_total',
  query: 'sluice_http_connections',
  standalone: 'sluice_http_connections',
};

const folder = temporaryFolder('metrics', afterAll);
const children: ChildProcess[] = [];
const expositions = new Map<Process, string>();
const addresses = new Map<Process, string>();

beforeAll(async () => {
  await Promise.all(PROCESSES.map(async (name) => expositions.set(name, await expositionOf(name))));
});
afterAll(async () => {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
});

/** Returns `/metrics` of a process, once it exports everything. */
async function expositionOf(name: Process): Promise<string> {
  const child = forkSource(join(SERVICES, name, 'src/main.ts'), [], {
    env: {
      PATH: '/usr/bin:/bin',
      HOST: '127.0.0.1',
      PORT: '0',
      ADMIN_PORT: '0',
      OTLP_HTTP_PORT: '0',
      OTLP_GRPC_PORT: '0',
      ...SETTINGS[name](),
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  children.push(child);
  const started = await new Promise<Started>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the ${name} ended with ${code}`)));
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const fields = JSON.parse(line) as Started;
      if ((fields.adminUrl ?? fields.metrics) !== undefined) resolve(fields);
    });
  });
  if (name === 'standalone') await use(started.url ?? '');
  const address = started.metrics ?? `${started.adminUrl ?? ''}/metrics`;
  addresses.set(name, new URL(address).host);
  let text = '';
  await eventually(async () => {
    text = await (await fetch(address)).text();
    return text.includes(`# TYPE ${LAST[name]} `);
  });
  return text;
}

/** Addresses of a process, from its log. */
interface Started {
  readonly url?: string;
  readonly adminUrl?: string;
  readonly metrics?: string;
}

/** Makes requests of every kind, so that stored, refused and read items are counted. */
async function use(url: string): Promise<void> {
  const headers = { Authorization: `Bearer ${TOKEN}` };
  const trace = { id: '7d0f4f0e-5d1c-4a51-9d52-1a9a5b6c7d8e' };
  const observation = { ...trace, model: 'gpt-4o', promptTokens: 12, completionTokens: 5 };
  const points = [{ name: 'queue_depth', value: 1 }];
  for (const [path, body] of [
    ['/v1/l/batch', { trace, observations: [observation] }],
    ['/v1/metrics/batch', { metrics: points }],
    ['/v1/metrics/batch', { metrics: 1 }],
  ] as const) {
    await (await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).text();
  }
  await (await fetch(`${url}/api/public/traces`, { headers })).text();
}

/** Returns the names of the product's own metrics in an exposition, with the labels of their samples, if any. */
function exported(text: string): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const [, name = ''] of text.matchAll(/^# TYPE (sluice_\w+) /gm)) found.set(name, new Set());
  for (const [, sample = '', labels = ''] of text.matchAll(/^(sluice_\w+)\{(.*)\} /gm)) {
    const of = found.get(sample) ?? found.get(sample.replace(/_(bucket|sum|count)$/, ''));
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) if (label !== 'le') of?.add(label);
  }
  return found;
}

test('the page on monitoring has every metric once, and names no other anywhere', () => {
  const names = documentedMetrics().map(({ name }) => name);
  expect(names.length).toBeGreaterThan(25);
  expect(new Set(names).size).toBe(names.length);
  const roles = /^sluice_(owner|writer|reader)(_login)?$/;
  const named = [...MONITORING.matchAll(/`(sluice_\w+)/g)].flatMap(([, name = '']) => (roles.test(name) ? [] : [name]));
  expect(named.filter((name) => !names.includes(name))).toEqual([]);
});

test.each(PROCESSES)('the %s exports what the page says, and nothing else', (process) => {
  const expected = documentedMetrics().filter(({ processes }) => processes.includes(process));
  const found = exported(expositions.get(process) ?? '');
  expect([...found.keys()].sort()).toEqual(expected.map(({ name }) => name).sort());
  const labels = expected.flatMap(({ name, labels: names }) => {
    const seen = [...(found.get(name) ?? [])];
    return seen.length === 0 || seen.sort().join() === [...names].sort().join() ? [] : [`${name}{${seen.join()}}`];
  });
  expect(labels).toEqual([]);
});

test('the histograms that rules may use are all that processes export', () => {
  const exposed = [...expositions.values()].join('\n').matchAll(/^# TYPE (sluice_\w+) histogram$/gm);
  expect([...new Set([...exposed].map(([, name]) => name))].sort()).toEqual([...HISTOGRAMS].sort());
});

const withPrometheus = hasPrometheus() ? describe : describe.skip;

withPrometheus('a real Prometheus', () => {
  let prometheus: Prometheus;
  beforeAll(async () => {
    prometheus = await startPrometheus([...addresses.values()], folder);
    children.push(prometheus.child);
  });

  test('gets the metrics of all processes', async () => {
    await eventually(async () => (await prometheus.query('sum(up)'))[0]?.value === '4');
  });

  test('evaluates all rules without an error', async () => {
    // Any rule is right while there are no series to join: only rules evaluated after all processes have metrics count.
    const since = Date.now();
    let rules: Awaited<ReturnType<typeof prometheus.rules>> = [];
    await eventually(async () => {
      rules = await prometheus.rules();
      return rules.length > 20 && rules.every(({ lastEvaluation }) => Date.parse(lastEvaluation) > since);
    });
    expect(rules.filter(({ health }) => health !== 'ok')).toEqual([]);
  });

  test('records the ledger, and what every panel of the dashboards asks has an answer without an error', async () => {
    const accepted = 'sum(sluice_gateway_items_accepted_total)';
    const settled = 'sum(sluice_writer_items_total)';
    await eventually(
      async () => (await prometheus.query(`${accepted} > 0 and ${accepted} == ${settled}`)).length === 1,
    );
    await eventually(async () => (await prometheus.query('job:sluice_items_accepted:rate5m')).length === 1);
    for (const expr of panelExpressions()) await expect(prometheus.query(expr)).resolves.toBeDefined();
  });
});
