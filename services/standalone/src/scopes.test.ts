import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { productRoutes } from './routes.testing';

/** Returns the rows ``| `POST /v1/l/batch` | `ingest` |`` of the page for operators. */
function documentedScopes(): string[] {
  const page = readFileSync(join(__dirname, '../../../docs/operate/credentials.md'), 'utf8');
  return page.split('\n').flatMap((line) => {
    const [, routes = '', scope] = /^\| (`(?:GET|POST) .*`) +\| `?(\w+)`? +\|$/.exec(line) ?? [];
    return [...routes.matchAll(/`([^`]+)`/g)].map(([, route]) => `${route} ${scope}`);
  });
}

test('the table of scopes has every endpoint that needs credentials, and no other', async () => {
  const { scopes } = await productRoutes();
  expect(documentedScopes().sort()).toEqual(scopes.map((each) => each.join(' ')).sort());
});
