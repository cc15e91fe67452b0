import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WRITES_BESIDE_READS } from '@sluice/api';
import { otlpFields } from '@sluice/gateway';
import { parse } from 'yaml';
import { productRoutes } from './routes.testing';

const DEPLOY = join(__dirname, '../../../deploy');

/** Files that list the paths of the gateway; all other paths belong to the query service, which forwards writes beside reads. */
const TABLES = [
  {
    of: 'the Ingress and the HTTPRoute of the chart',
    file: 'chart/sluice/templates/routes.yaml',
    line: /\$ingest := list (.*) }}/,
    paths: /"([^"]+)"/g,
  },
  {
    of: 'the proxy of the composition',
    file: 'entry/Caddyfile',
    line: /@ingest path (.*)/,
    paths: /(\S+?)\/?\*/g,
  },
];

test.each(TABLES)('$of leads each route of the code to the service that has it', async ({ file, line, paths }) => {
  const [, list = ''] = line.exec(readFileSync(join(DEPLOY, file), 'utf8')) ?? [];
  const prefixes = [...list.matchAll(paths)].map(([, prefix = '']) => prefix);
  const { gateway, query } = await productRoutes();
  const leadsTo = (route: string): 'gateway' | 'query' => {
    const path = route.slice(route.indexOf(' ') + 1);
    return prefixes.some((prefix) => `${path}/`.startsWith(`${prefix}/`)) ? 'gateway' : 'query';
  };
  expect(gateway.length * query.length).toBeGreaterThan(0);
  const forwarded = WRITES_BESIDE_READS.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  expect(forwarded).toContain('POST /api/public/scores');
  expect(gateway.filter((route) => leadsTo(route) !== 'gateway').sort()).toEqual(forwarded.sort());
  expect(query.filter((route) => leadsTo(route) !== 'query')).toEqual([]);
});

const read = (file: string): string => readFileSync(join(DEPLOY, file), 'utf8');

test('the routes of the chart for OTLP/gRPC are of the services of OTLP', () => {
  const [, list = ''] = /\$otlpServices := list (.*) }}/.exec(read('chart/sluice/templates/routes.yaml')) ?? [];
  const services = ['trace', 'metrics', 'logs'].map((signal) => {
    const proto = read(`../proto/opentelemetry/proto/collector/${signal}/v1/${signal}_service.proto`);
    const [, unit] = /^package (.+);$/m.exec(proto) ?? [];
    return `"${unit}.${/^service (\w+) /m.exec(proto)?.[1]}"`;
  });
  expect(list.split(' ')).toEqual(services);
});

describe('the ports of OTLP', () => {
  const ports = [otlpFields.otlpHttp, otlpFields.otlpGrpc].map((field) => {
    const reading = field.read(undefined);
    return reading.ok ? reading.value.port : undefined;
  });

  test.each(['../docker-compose.yml', 'docker-compose.standalone.yml'])(
    'are published by %s as the API is, on loopback alone',
    (file) => {
      const { services } = parse(read(file)) as { services: Record<string, { ports?: string[]; profiles?: string[] }> };
      const published = Object.values(services).flatMap(({ ports: each = [], profiles }) => (profiles ? [] : each));
      expect(published.map((each) => each.replace(/\$\{\w+:-(\d+)\}/, '$1'))).toEqual(
        [3000, ...ports].map((port) => `127.0.0.1:${port}:${port}`),
      );
    },
  );

  test('are exposed by the images, beside API and health', () => {
    const [, exposed = ''] = /^EXPOSE (.*)$/m.exec(read('images/Dockerfile')) ?? [];
    expect(exposed.split(' ').map(Number).sort()).toEqual([3000, ...ports, 9464].sort());
  });
});
