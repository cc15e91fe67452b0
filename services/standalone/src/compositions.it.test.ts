import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { forkSource, temporaryFolder } from '@sluice/testbed/machine';
import { databaseUrl, queryAll, startTestServer } from '@sluice/testbed/servers';
import { sessionUser } from '@sluice/store/migrate';
import { parse } from 'yaml';
import { endAll, run, works } from './process.testing';

const ROOT = join(__dirname, '../../..');
const TOKEN = 'composition-token';

interface Service {
  readonly command?: readonly string[];
  readonly entrypoint?: readonly string[];
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly secrets?: readonly string[];
}
interface Composition {
  readonly secrets?: Readonly<Record<string, { readonly file: string }>>;
  readonly services: Readonly<Record<string, Service>>;
}

const composition = (path: string): Composition =>
  parse(readFileSync(join(ROOT, path), 'utf8'), { merge: true }) as Composition;

/** Merges one Compose file over another, as far as these files need. */
function laidOver(below: Composition, above: Composition): Composition {
  const services = { ...below.services, ...above.services };
  for (const [name, service] of Object.entries(below.services)) {
    const over = above.services[name];
    services[name] = { ...service, ...over, environment: { ...service.environment, ...over?.environment } };
  }
  return { ...below, ...above, services };
}

const COMPOSITIONS = {
  'several processes': composition('docker-compose.yml'),
  'one process with Postgres beside it': laidOver(
    composition('deploy/docker-compose.standalone.yml'),
    composition('deploy/docker-compose.postgres.yml'),
  ),
};

const folder = temporaryFolder('compositions', afterAll);
let server: Awaited<ReturnType<typeof startTestServer>>;
const password = (name: string): string => `of-${name}-in-this-test`;

beforeAll(async () => {
  await mkdir(join(folder, 'secrets'));
  for (const name of ['postgres', 'writer', 'reader', 'owner']) {
    await writeFile(join(folder, 'secrets', `${name}_password`), `${password(name)}\n`);
  }
  server = await startTestServer();
  await queryAll(server.url, `create role sluice superuser login password '${password('postgres')}'`);
  await queryAll(server.url, 'create database sluice owner sluice');
});
afterEach(endAll);
afterAll(() => server.stop());

/** Replaces the paths and addresses of containers by those of this test, in a setting of a service. */
function here(text: string): string {
  const { port } = new URL(databaseUrl(server.url, 'sluice'));
  return text
    .replace(/\$\{API_BEARER_TOKEN:-\}/, TOKEN)
    .replace(/\$\{\w+:-([^}]*)\}/g, '$1')
    .replace('/run/secrets/', `${folder}/secrets/`)
    .replace('@postgres:5432/', `@127.0.0.1:${port}/`);
}

const environmentOf = ({ environment = {} }: Service): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, here(String(value))]));

/** Runs a program of the product to its end. */
async function program(unit: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  const file = join(ROOT, 'services', unit, 'src/main.ts');
  const child = forkSource(file, args, {
    env: { PATH: '/usr/bin:/bin', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += String(chunk)));
  const [code] = (await once(child, 'close')) as [number];
  return { code, output };
}

describe.each(Object.entries(COMPOSITIONS))('%s', (_, { services, secrets = {} }) => {
  const service = (name: string): Service => {
    const found = services[name];
    if (found === undefined) throw new Error(`there is no service ${name}`);
    return found;
  };

  test('every service has the secrets that it names, and no others', () => {
    const named = (each: Service): string[] => {
      const texts = [...Object.values(each.environment ?? {}).map(String), ...(each.command ?? [])];
      return texts.flatMap((text) => [...text.matchAll(/\/run\/secrets\/(\w+)/g)].map(([, name = '']) => name)).sort();
    };
    for (const [name, each] of Object.entries(services))
      expect([name, ...(each.secrets ?? [])].slice(1).sort()).toEqual(named(each));
    const used = Object.values(services).flatMap((each) => each.secrets ?? []);
    expect(Object.keys(secrets).sort()).toEqual([...new Set(used)].sort());
  });

  test('migrate makes the schema, and the logins with which the services get in and can do only what they need', async () => {
    const { command = [] } = service('migrate');
    expect(command.slice(0, 2)).toEqual(['node', 'services/cli/dist/main.js']);
    const migrated = await program('cli', command.slice(2).map(here), environmentOf(service('migrate')));
    expect(migrated).toMatchObject({ code: 0 });
    const urls = Object.entries(services).flatMap(([name, each]) => {
      if (name === 'migrate') return [];
      const env = environmentOf(each);
      return ['DATABASE', 'DATABASE_READ', 'DATABASE_OWNER'].flatMap((setting) => {
        const [url, file] = [env[`${setting}_URL`], env[`${setting}_PASSWORD_FILE`]];
        return url === undefined || url === ''
          ? []
          : [Object.assign(new URL(url), { password: readFileSync(String(file), 'utf8').trim() }).href];
      });
    });
    expect(urls.length).toBeGreaterThan(2);
    for (const url of urls) {
      const { name, roles, isSuperuser } = await sessionUser(url);
      expect({ isSuperuser, roles: [...roles].map((role) => `${role}_login`) }).toEqual({
        isSuperuser: false,
        roles: [name],
      });
    }
  });
});

test.each(['gateway', 'writer', 'query'])('of several processes the %s takes its settings', async (name) => {
  const env = environmentOf(COMPOSITIONS['several processes'].services[name] ?? {});
  expect(await program(name, ['--validate'], env)).toEqual({
    code: 0,
    output: expect.stringContaining('settings are valid') as string,
  });
});

test('the one process starts on the Postgres beside it', async () => {
  const { services } = COMPOSITIONS['one process with Postgres beside it'];
  const started = run({ ...environmentOf(services['sluice'] ?? {}), DATA_DIR: folder });
  await works(started, TOKEN);
});
