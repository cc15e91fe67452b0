import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@sluice/testbed/machine';
import { testUuid } from '@sluice/testbed/samples';
import { type Product, startProduct } from './product.testing';

/**
 * Three projects, among them the default one, that receive the same ids, names, series and keys, each with a number of its own in them.
 * A project must read the same as without the others.
 */
export const PROJECTS = { default: 1, acme: 10, beta: 100 } as const;
export type Project = keyof typeof PROJECTS;
export const ALL = Object.keys(PROJECTS) as Project[];

/** Answer with its body as JSON, and as text. */
interface Answer {
  readonly status: number;
  readonly body: object;
  readonly text: string;
}

type Send = (project: Project, path: string, body: object, headers?: Readonly<Record<string, string>>) => Promise<void>;

/** Product of the projects. */
interface ProductOfProjects {
  readonly product: () => Product;
  readonly ask: (project: Project, path: string, init?: RequestInit) => Promise<Answer>;
  /** Posts what must be accepted. */
  readonly send: Send;
}

/** Starts a product before the tests of a file, to which each project sends to every endpoint. */
export function productOfProjects(): ProductOfProjects {
  const folder = temporaryFolder('projects', afterAll);
  let product: Product;
  const ask: ProductOfProjects['ask'] = async (project, path, init = {}) => {
    const headers = { Authorization: `Bearer token-of-${project}`, ...(init.headers as Record<string, string>) };
    const { status, body } = await product.call(path, { ...init, headers });
    return { status, body, text: JSON.stringify(body) };
  };
  const send: Send = async (project, path, body, headers = {}) => {
    const init = {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', ...headers },
    };
    expect([200, 207]).toContain((await ask(project, path, init)).status);
  };
  beforeAll(async () => {
    const file = join(folder, 'keys.yaml');
    const keys = ALL.map((name) => ({
      ...{ name, token: `token-of-${name}`, scopes: ['ingest', 'read'] },
      ...(name !== 'default' && { project: name }),
    }));
    await writeFile(file, JSON.stringify({ projects: { acme: {}, beta: {} }, keys }));
    product = await startProduct({ API_KEYS_FILE: file });
    for (const write of Object.values(WRITES)) for (const project of ALL) await write(project, send);
  });
  afterAll(() => product.close());
  return { product: () => product, ask, send };
}

export const DAY = '2026-11-20';
const NANOS = String(Date.parse(`${DAY}T10:00:00Z`)) + '000000';
export const NATIVE = testUuid(1);
/** Paths of OTLP, each with a trace id of 32 hex digits. */
export const SPANS = ['/v1/traces', '/api/public/otel/v1/traces'].map(
  (path, n) => [path, `${n + 2}`.repeat(32)] as const,
);
export const TRACES = [NATIVE, ...SPANS.map(([, id]) => dashed(id))];

/** Writes an id of OTLP as a UUID. */
export function dashed(id: string): string {
  return [id.slice(0, 8), id.slice(8, 12), id.slice(12, 16), id.slice(16, 20), id.slice(20)].join('-');
}

/** Returns a text that no other project may read. */
export const mark = (project: Project): string => `only-${project}`;

const FIELDS = ['userId', 'session_id', 'release', 'version', 'environment'];
const texts = (project: Project) => ({
  ...Object.fromEntries(FIELDS.map((name) => [name, mark(project)])),
  tags: ['shared', mark(project)],
  metadata: { [mark(project)]: mark(project) },
});

const attribute = (key: string, value: string) => ({ key, value: { stringValue: value } });
const sendSpan = (path: string, traceId: string) => (project: Project, send: Send) => {
  const span = {
    ...{ traceId, spanId: 'b'.repeat(16), name: 'shared', startTimeUnixNano: NANOS, endTimeUnixNano: NANOS },
    attributes: [
      attribute('user.id', mark(project)),
      attribute('gen_ai.request.model', 'shared'),
      attribute('gen_ai.provider.name', mark(project)),
      attribute('langfuse.observation.input', mark(project)),
      attribute('langfuse.observation.usage_details', JSON.stringify({ input: PROJECTS[project] })),
    ],
  };
  const resource = { attributes: [attribute('service.name', mark(project))] };
  return send(project, path, { resourceSpans: [{ resource, scopeSpans: [{ spans: [span] }] }] });
};

const gauge = (name: string, value: number) => ({
  name,
  gauge: { dataPoints: [{ timeUnixNano: NANOS, asDouble: value, attributes: [] }] },
});
const sendGauge = (path: string) => (project: Project, send: Send) =>
  send(project, path, {
    resourceMetrics: [{ scopeMetrics: [{ metrics: [gauge(path, PROJECTS[project]), gauge(mark(project), 1)] }] }],
  });
export const OTLP_METRICS = ['/v1/metrics', '/api/public/otel/v1/metrics'];
const LOGS = { resourceLogs: [{ scopeLogs: [{ logRecords: [{ body: { stringValue: 'x' } }] }] }] };

/** Every ingest endpoint, called by all projects. */
export const WRITES: Readonly<Record<string, (project: Project, send: Send) => Promise<void>>> = {
  'POST /v1/l/batch': (project, send) =>
    send(project, '/v1/l/batch', {
      trace: { id: NATIVE, timestamp: `${DAY}T10:00:00Z`, name: 'shared', ...texts(project) },
      observations: [
        {
          ...{ id: testUuid(9), type: 'TOOL', name: mark(project), model: 'shared', input: mark(project) },
          ...{ startTime: `${DAY}T10:00:00Z`, promptTokens: PROJECTS[project], output: mark(project) },
          ...{ statusMessage: mark(project), promptName: mark(project), promptVersion: 1, version: mark(project) },
          metadata: { [mark(project)]: mark(project) },
          ...(project === 'acme' && { level: 'ERROR' }),
        },
      ],
    }),
  'POST /api/public/ingestion': (project, send) =>
    send(project, '/api/public/ingestion', {
      batch: [
        {
          ...{ id: 'shared', type: 'tool-update', timestamp: `${DAY}T10:00:00Z` },
          body: { id: testUuid(9), traceId: NATIVE, metadata: { [mark(project)]: mark(project) } },
        },
      ],
    }),
  'POST /api/public/scores': (project, send) =>
    send(project, '/api/public/scores', {
      ...{ id: 'shared', traceId: NATIVE, observationId: testUuid(9), name: mark(project), value: PROJECTS[project] },
      ...{ comment: mark(project), metadata: { [mark(project)]: mark(project) }, timestamp: `${DAY}T10:00:00Z` },
    }),
  ...Object.fromEntries(SPANS.map(([path, id]) => [`POST ${path}`, sendSpan(path, id)])),
  ...Object.fromEntries(OTLP_METRICS.map((path) => [`POST ${path}`, sendGauge(path)])),
  'POST /v1/logs': (project, send) => send(project, '/v1/logs', LOGS),
  'POST /api/public/otel/v1/logs': (project, send) => send(project, '/api/public/otel/v1/logs', LOGS),
  'POST /v1/metrics/batch': async (project, send) => {
    const point = { labels: { shared: 'x' }, timestamp: `${DAY}T10:00:00Z` };
    const labels = { shared: 'x', [mark(project)]: mark(project) };
    const metrics = [{ ...point, labels, name: 'native', value: PROJECTS[project] }];
    await send(project, '/v1/metrics/batch', { metrics });
    // The same key and body from all projects, twice: each stores it once.
    const repeated = { metrics: [{ ...point, name: 'repeated', value: 1 }] };
    for (let n = 0; n < 2; n++) await send(project, '/v1/metrics/batch', repeated, { 'Idempotency-Key': 'shared' });
  },
};

/** Expects no mark of another project in a text. */
export function expectOwn(project: Project, text: string): void {
  for (const other of ALL) if (other !== project) expect(text).not.toContain(mark(other));
}
