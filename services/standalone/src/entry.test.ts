import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { productRoutes } from './routes.testing';

const DEPLOY = join(__dirname, '../../../deploy');

/** Files that list the paths of the gateway; all other paths belong to the query service. */
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
    paths: /(\S+)\/\*/g,
  },
];

test.each(TABLES)('$of leads each route of the code to the service that has it', async ({ file, line, paths }) => {
  const [, list = ''] = line.exec(readFileSync(join(DEPLOY, file), 'utf8')) ?? [];
  const prefixes = [...list.matchAll(paths)].map(([, prefix = '']) => prefix);
  const { gateway, query } = await productRoutes();
  const leadsTo = (route: string): 'gateway' | 'query' => {
    const path = route.slice(route.indexOf(' ') + 1);
    return prefixes.some((prefix) => path.startsWith(`${prefix}/`)) ? 'gateway' : 'query';
  };
  expect(gateway.length * query.length).toBeGreaterThan(0);
  expect(gateway.filter((route) => leadsTo(route) !== 'gateway')).toEqual([]);
  expect(query.filter((route) => leadsTo(route) !== 'query')).toEqual([]);
});
