import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { brokerJars } from './broker-jars';
import { type BrokerPorts, brokerProperties } from './broker-properties';
import { spawnGuarded } from './guarded-process';
import { freePorts } from '../network/free-ports';
import { type SecuredPlaces, addScramUser, securedListeners } from './secured-listeners';
import type { TestBroker, TestBrokerOptions } from './test-broker';

const PATIENCE_MS = 60_000;

type SecuredListeners = Awaited<ReturnType<typeof securedListeners>>;

/** Short, because a run waits for it: little compilation, one thread to collect, little to say. */
const JVM = [
  '-Xmx512m',
  '-XX:+UseSerialGC',
  '-XX:TieredStopAtLevel=1',
  '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn',
  '-Dorg.slf4j.simpleLogger.log.kafka.server.KafkaRaftServer=info',
];
const STARTED = 'Kafka Server started';

/** Starts Kafka on this machine's JVM, in a folder below the system's temporary one. */
export async function startJvmBroker({ proxies = [], secured = false }: TestBrokerOptions = {}): Promise<TestBroker> {
  const jars = await brokerJars();
  const folder = await mkdtemp(join(tmpdir(), 'sluice-broker-'));
  const [direct = 0, controller = 0, ...others] = await freePorts(2 + proxies.length);
  const proxied = proxies.map((proxy, index) => ({ port: others[index] ?? 0, advertised: proxy.port }));
  proxies.forEach((proxy, index) => proxy.setTarget(others[index] ?? 0));
  const ports: BrokerPorts = { direct, controller, proxied };
  const start = () => startProcess(jars, folder);
  try {
    const listeners = secured ? await securedListeners(folder) : undefined;
    await writeFolder(folder, ports, listeners);
    const broker = jvmBroker(await start(), { start, folder, ports, secured: listeners?.places });
    if (secured) await addScramUser(jars, broker.brokers.join(','));
    return broker;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** What `kafka-storage format` writes for a broker that is alone; saves the start of one more JVM. */
async function writeFolder(folder: string, ports: BrokerPorts, secured?: SecuredListeners): Promise<void> {
  const logDir = join(folder, 'data');
  await mkdir(logDir);
  await writeFile(join(logDir, 'meta.properties'), 'version=1\nnode.id=1\ncluster.id=sluice-test-broker-AAA\n');
  const plain = brokerProperties(ports, { host: '127.0.0.1', logDir });
  const more = Object.entries(secured?.more ?? {}).map(
    ([name, value]) => [name, `${plain[name] ?? ''},${value}`] as const,
  );
  const properties = Object.entries({ ...plain, ...Object.fromEntries<string>(more), ...secured?.properties });
  await writeFile(join(folder, 'server.properties'), properties.map(([name, value]) => `${name}=${value}\n`).join(''));
}

/** Resolves when the broker takes clients. */
async function startProcess(jars: string, folder: string): Promise<ChildProcess> {
  const log = join(folder, 'broker.log');
  const output = openSync(log, 'w');
  const args = [...JVM, '-cp', `${jars}/*`, 'kafka.Kafka', join(folder, 'server.properties')];
  const child = spawnGuarded('java', args, { folder, cwd: folder, stdio: ['ignore', output, output] });
  closeSync(output);
  const begun = Date.now();
  for (;;) {
    const said = await readFile(log, 'utf8');
    if (said.includes(STARTED)) return child;
    if (child.exitCode !== null || child.signalCode !== null || Date.now() - begun > PATIENCE_MS) {
      child.kill('SIGKILL');
      throw new Error(`the test broker does not start: ${said.slice(-2000)}`);
    }
    await sleep(50);
  }
}

interface BrokerParts {
  readonly start: () => Promise<ChildProcess>;
  readonly folder: string;
  readonly ports: BrokerPorts;
  readonly secured: SecuredPlaces | undefined;
}

function jvmBroker(first: ChildProcess, { start, folder, ports, secured }: BrokerParts): TestBroker {
  let child = first;
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.ref(); // nothing else may keep this process until then
    child.kill('SIGKILL');
    await ended;
  };
  const signal = (name: NodeJS.Signals) => (): Promise<void> => {
    child.kill(name);
    return Promise.resolve();
  };
  return {
    brokers: [`127.0.0.1:${ports.direct}`],
    secured,
    through: ({ port }) => [`127.0.0.1:${port}`],
    kill,
    freeze: signal('SIGSTOP'),
    thaw: signal('SIGCONT'),
    restart: async () => {
      child = await start();
    },
    stop: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
