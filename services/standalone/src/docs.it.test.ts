import { execFile, execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from '@sluice/testbed/machine';
import { Closers, createLogger } from '@sluice/runtime';
import { asRole, queryAll, testDatabaseUrl } from '@sluice/testbed/servers';
import { parse } from 'yaml';
import { type Standalone, composeStandalone } from './compose';
import { readStandaloneSettings, standaloneFields } from './config';

const ROOT = join(__dirname, '../../..');
const textOf = (page: string): string => readFileSync(join(ROOT, page), 'utf8');
function pagesIn(folder: string): string[] {
  const names = readdirSync(join(ROOT, folder)).filter((name) => name.endsWith('.md'));
  return names.sort().map((name) => `${folder}/${name}`);
}
/** Pages for users, in the order in which their examples run: later ones read data that earlier ones stored. */
const GUIDES = [
  'README.md',
  ...['guides', 'operate', 'operate/runbooks'].flatMap((folder) => pagesIn(`docs/${folder}`)),
  'docs/reference/errors.md',
];
const STATUS_OF_CODE: Readonly<Record<string, number>> = { BAD_REQUEST: 400, UNAUTHORIZED: 401, NOT_FOUND: 404 };

const logger = createLogger({ level: 'silent', pretty: false });
const closers = new Closers({ logger });
const folder = temporaryFolder('readme', afterAll);
let product: Standalone;
let environment: NodeJS.ProcessEnv;

beforeAll(async () => {
  const [priceFile = ''] = fences('sh').filter((text) => text.startsWith('cat > prices.json'));
  execFileSync('sh', ['-c', priceFile], { cwd: folder });
  const settings = { API_BEARER_TOKEN: 'readme-token', PUBLIC_KEY: 'pk-readme', SECRET_KEY: 'sk-readme' };
  product = await composeStandalone({
    config: readStandaloneSettings({
      ...settings,
      PRICES_FILE: join(folder, 'prices.json'),
      DATABASE_URL: testDatabaseUrl(),
      PORT: '0',
      ADMIN_PORT: '0',
      OTLP_HTTP_PORT: '0',
      OTLP_GRPC_PORT: 'off',
    }),
    logger,
    closers,
    fail: (error) => {
      throw error;
    },
  });
  environment = {
    PATH: process.env['PATH'],
    SLUICE_URL: product.url,
    SLUICE_ADMIN_URL: product.adminUrl,
    SLUICE_TOKEN: settings.API_BEARER_TOKEN,
    SLUICE_PUBLIC_KEY: settings.PUBLIC_KEY,
    SLUICE_SECRET_KEY: settings.SECRET_KEY,
    // Answers in the pages have times of their own.
    SLUICE_NOW: '2026-11-20T10:00',
  };
});
afterAll(() => closers.close(10_000));

/** Command and its answer in the page. */
interface Example {
  readonly page: string;
  readonly command: string;
  answer?: object;
}

interface Fence {
  readonly page: string;
  readonly language: string;
  readonly text: string;
}

function allFences(): Fence[] {
  return GUIDES.flatMap((page) =>
    [...textOf(page).matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = '', text = '']) => ({
      page,
      language,
      text,
    })),
  );
}

function fences(language: string, page?: string): string[] {
  return allFences().flatMap((fence) =>
    fence.language === language && fence.page === (page ?? fence.page) ? [fence.text] : [],
  );
}

/** Returns the blocks with a `curl` in their order, each with the JSON block after it. */
function curlExamples(): Example[] {
  const examples: Example[] = [];
  for (const { page, language, text } of allFences()) {
    const last = examples.at(-1);
    if (language === 'sh' && text.includes('curl ')) examples.push({ page, command: text });
    if (language !== 'json') continue;
    if (last?.page !== page || 'answer' in last) throw new Error(`${page} shows an answer to nothing: ${text}`);
    last.answer = JSON.parse(text) as object;
  }
  return examples;
}

async function run(file: string, args: readonly string[], cwd = ROOT): Promise<string> {
  const { stdout } = await promisify(execFile)(file, args, { cwd, env: environment });
  return stdout;
}

/** Runs a command as a reader pastes it. @returns status and body of the answer */
async function paste(command: string): Promise<{ status: number; body: string }> {
  const output = await run('sh', ['-c', `curl() { command curl -w '\\n%{http_code}' "$@"; }\n${command}`]);
  const end = output.lastIndexOf('\n');
  return { status: Number(output.slice(end + 1)), body: output.slice(0, end) };
}

function linksOf(page: string): string[] {
  const targets = [...page.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return targets.filter((target) => !target.startsWith('https://'));
}

/** Returns the anchors of a page's headings, as GitHub makes them. */
function anchorsOf(page: string): ReadonlySet<string> {
  const anchorOf = (title: string) =>
    title
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-');
  return new Set([...page.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) => anchorOf(title)));
}

/** Returns names and meanings of the table of settings, the meanings without links and code marks. */
function settingRows(): [string, string][] {
  return [...textOf('docs/operate/settings.md').matchAll(/^\| `([A-Z_]+)` *\| (.*?) *\|/gm)].map(
    ([, name = '', meaning = '']) => [name, meaning.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '')],
  );
}

function statusOf(answer: object | undefined): number {
  const code = answer !== undefined && 'code' in answer ? String(answer.code) : undefined;
  return code === undefined ? 200 : (STATUS_OF_CODE[code] ?? NaN);
}

describe('the documentation', () => {
  test.each(
    curlExamples().map(
      (example) => [`${example.page}: ${example.command.replace(/\s+/g, ' ').slice(0, 90)}`, example] as const,
    ),
  )('shows what is answered to %s', async (_, { command, answer }) => {
    const { status, body } = await paste(command);
    expect({ status, body }).toMatchObject({ status: statusOf(answer) });
    if (answer !== undefined) expect(JSON.parse(body)).toMatchObject(answer);
  });

  test('has a first trace and first points of now, so that the console shows them', async () => {
    const [line = ''] = /^export SLUICE_NOW=.*$/m.exec(textOf('README.md')) ?? [];
    const before = Date.now();
    const time = Date.parse(`${(await run('sh', ['-c', `${line}; echo $SLUICE_NOW`])).trim()}:00Z`);
    expect(time).toBeGreaterThan(before - 120_000);
    expect(time).toBeLessThanOrEqual(Date.now());
    const times = fences('sh', 'README.md').flatMap((text) =>
      Array.from(text.matchAll(/"(?:startTime|endTime|timestamp)": "(.{4})/g), ([, begin]) => begin),
    );
    expect(times.length).toBeGreaterThan(6);
    expect(times.filter((begin) => begin !== "'$SL")).toEqual([]);
  });

  describe('on SQL', () => {
    const [, psql = ''] = /^psql .*? -c '([^']*)'$/m.exec(textOf('docs/guides/sql.md')) ?? [];

    beforeAll(async () => {
      const model = { type: 'GENERATION', model: 'gpt-4o', usage: { input: 70, output: 7 }, input: 'hi' };
      const trace = { id: randomUUID(), name: 'sql', timestamp: new Date().toISOString(), metadata: { region: 'eu' } };
      const batch = { trace, observations: [{ ...model, id: randomUUID(), startTime: new Date().toISOString() }] };
      const points = { metrics: [{ name: 'queue_depth', labels: { queue: 'mail' }, value: 12 }] };
      for (const [path, body] of [
        ['/v1/l/batch', batch],
        ['/v1/metrics/batch', points],
      ] as const) {
        const headers = { authorization: 'Bearer readme-token' };
        const answer = await fetch(product.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
        expect(answer.status).toBe(200);
      }
    });

    test.each([psql, ...fences('sql')])(
      'has a query that its reader may run, and that finds rows: %s',
      async (query) => {
        expect(await queryAll(asRole(testDatabaseUrl(), 'sluice_reader'), query)).not.toEqual([]);
      },
    );

    test('has queries of both views', () => {
      const queries = [psql, ...fences('sql')].join();
      for (const view of ['sluice.trace_view', 'sluice.observation_view']) expect(queries).toContain(view);
    });
  });

  test('has no command of a program that `npm start` does not build, where a standalone server is spoken of', () => {
    const { scripts } = JSON.parse(textOf('package.json')) as { readonly scripts: { readonly start: string } };
    const [, projects = ''] = /tsc -b ([\w/ ]+)&&/.exec(scripts.start) ?? [];
    const typescript = createRequire(__filename).resolve('typescript/bin/tsc');
    const built = execFileSync(
      process.execPath,
      [typescript, '-b', '--dry', '--force', ...projects.trim().split(' ')],
      {
        cwd: ROOT,
        encoding: 'utf8',
      },
    );
    const programs = [...textOf('docs/guides/sql.md').matchAll(/node (\S+)\/dist\/main\.js/g)].map(
      ([, folder = '']) => folder,
    );
    expect(programs).not.toEqual([]);
    expect(programs.filter((folder) => !built.includes(join(ROOT, folder, 'tsconfig.json')))).toEqual([]);
  });

  test('has a Node program that sends a trace which can be read back', async () => {
    const page = 'docs/guides/opentelemetry.md';
    const [program = ''] = fences('js', page);
    const [variables = ''] = fences('sh', page);
    const { http } = product.otlp;
    if (http === undefined || !('url' in http)) throw new Error('the product has no listener of OTLP/HTTP');
    // The default port may be taken; otherwise the environment is that of the page.
    const lines = `export OTEL_EXPORTER_OTLP_ENDPOINT=${http.url}\n${variables}\nexec "$@"`;
    const node = [process.execPath, '--input-type=module', '--eval', program];
    // Folder with the packages that it imports.
    const packages = join(ROOT, 'packages/contracts');
    const address = await run('sh', ['-c', lines, 'sh', ...node], packages);
    const { status, body } = await paste(`curl -s -H "Authorization: Bearer $SLUICE_TOKEN" ${address.trim()}`);
    expect(status).toBe(200);
    const trace = JSON.parse(body) as { readonly observations: readonly { readonly name: string }[] };
    // Both may start in the same millisecond; then their random ids decide the order.
    const byName = trace.observations.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    expect({ ...trace, observations: byName }).toMatchObject({
      name: 'answer a question',
      userId: 'ada',
      sessionId: 'chat-2',
      tags: ['demo'],
      totalCost: 0.0038,
      observations: [
        { name: 'answer a question', type: 'SPAN' },
        { name: 'chat gpt-4o', type: 'GENERATION', usage: { input: 1200, output: 80, total: 1280 } },
      ],
    });
  });

  test('sends by the Collector to the default ports of the product', () => {
    const { otlpGrpc, otlpHttp } = readStandaloneSettings({});
    const headers = { authorization: 'Bearer ${env:SLUICE_TOKEN}' };
    const exporters = {
      'otlp/sluice': { endpoint: `127.0.0.1:${otlpGrpc.port}`, tls: { insecure: true }, headers },
      'otlphttp/sluice': { endpoint: `http://127.0.0.1:${otlpHttp.port}`, headers },
    };
    const configurations = fences('yaml', 'docs/guides/collector.md').map((text) => parse(text) as object);
    const expected = Object.entries(exporters).map(([name, settings]) => {
      const pipeline = { receivers: ['otlp'], processors: ['batch'], exporters: [name] };
      const pipelines = { traces: pipeline, metrics: pipeline };
      return { processors: { batch: null }, exporters: { [name]: settings }, service: { pipelines } };
    });
    expect(configurations).toEqual(expected);
  });

  test('names every setting of the standalone server, and no other', () => {
    const read = new Set<string>();
    const get = (_: unknown, name: string | symbol): undefined => {
      read.add(String(name));
    };
    readStandaloneSettings(new Proxy<NodeJS.ProcessEnv>({}, { get }));
    const named = settingRows().map(([name]) => name);
    expect(named.sort()).toEqual([...read].sort());
  });

  test('says of every setting what --help says, in the same order', () => {
    const about = Object.values(standaloneFields).map((field) => [field.name, field.about ?? 'nothing']);
    const names = new Set(about.map(([name]) => name));
    const documented = settingRows().filter(([name]) => names.has(name));
    expect(documented.map(([name]) => name)).toEqual(about.map(([name]) => name));
    const differ = documented.filter(([, meaning], index) => !meaning.startsWith(about[index]?.[1] ?? ''));
    expect(differ).toEqual([]);
  });

  test('has the import table that is enforced', () => {
    const cruiser = createRequire(__filename)('../../../.dependency-cruiser.cjs') as {
      forbidden: { comment: string }[];
    };
    const enforced = cruiser.forbidden.flatMap(({ comment }) => {
      const [, unit, allowed = ''] = /^(\S+) may import (.*)\.$/.exec(comment) ?? [];
      const names = allowed === 'no other unit' ? 'nothing' : allowed.replaceAll('packages/', '');
      return unit === undefined ? [] : [`${unit}: ${names}`];
    });
    const rows = [...textOf('docs/architecture.md').matchAll(/^\| `(\S+)` *\|[^|]*\| (.*?) *\|$/gm)];
    const shown = rows.map(([, unit = '', allowed = '']) => `${unit}: ${allowed.replace(' (types)', '')}`);
    expect(enforced.length).toBeGreaterThan(10);
    expect(enforced.filter((line) => !shown.includes(line))).toEqual([]);
  });
});

describe('the pages', () => {
  const units = ['packages', 'services', 'deploy'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${folder}/${name}`)
      // A deleted unit may have left a build.
      .filter((unit) => existsSync(join(ROOT, unit, 'package.json'))),
  );
  const pages = [
    ...['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'deploy/README.md'],
    ...['docs', 'docs/guides', 'docs/operate', 'docs/operate/runbooks', 'docs/reference'].flatMap(pagesIn),
    ...units.flatMap((unit) => [`${unit}/README.md`, `${unit}/RATIONALE.md`]),
  ].filter((page) => existsSync(join(ROOT, page)));

  test('tell of every unit', () => {
    expect(units.filter((unit) => !pages.includes(`${unit}/README.md`))).toEqual([]);
  });

  test.each(pages)('%s has links that lead somewhere', (page) => {
    const leadsNowhere = linksOf(textOf(page)).filter((target) => {
      const [file = '', anchor] = target.split('#');
      const path = file === '' ? join(ROOT, page) : join(ROOT, dirname(page), file);
      return !existsSync(path) || (anchor !== undefined && !anchorsOf(readFileSync(path, 'utf8')).has(anchor));
    });
    expect(leadsNowhere).toEqual([]);
  });
});
