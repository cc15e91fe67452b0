import { patience } from '../../machine';
import { brokerFiles } from './broker-files';
import { portsOf } from './broker-ports';
import { type BrokerPorts, STARTED } from './broker-properties';
import type { ContainerEngine } from './container-engine';
import type { TestBroker, TestBrokerOptions } from './test-broker';

/** Image of Apache with the release of kafka/pom.xml. */
export const KAFKA_IMAGE = 'apache/kafka:4.1.0';

const FOLDER = '/sluice';
const LOCAL_HOSTS: readonly string[] = ['localhost', '127.0.0.1'];

type Ends = Awaited<ReturnType<typeof startContainer>>;

/**
 * Starts one node of Kafka in a container, with the same files as the broker of the JVM. Testcontainers' own helper removes it when this
 * process ends without `stop`. The first start pulls the image.
 * @throws when the engine cannot start it, or when its ports would be on another machine
 */
export async function startContainerBroker(
  engine: ContainerEngine,
  { ways = [] }: Pick<TestBrokerOptions, 'ways'> = {},
): Promise<TestBroker> {
  const { host } = engine.client.info.containerRuntime;
  if (!LOCAL_HOSTS.includes(host)) throw new Error(`the ports of containers are at ${host}, not on this machine`);
  const ports = await portsOf(1, ways);
  return containerBroker(await startContainer(engine, ports), ports);
}

async function startContainer({ library, client }: ContainerEngine, ports: readonly BrokerPorts[]) {
  // Published ports are forwarded to the container's own address, not to its loopback interface.
  const files = brokerFiles(ports, { host: '0.0.0.0', folder: FOLDER, node: 0 });
  let output = '';
  const container = new (loopbackContainer(library))(KAFKA_IMAGE)
    .withLoopbackPorts(ports.flatMap(({ direct, proxied }) => [direct, ...proxied.map(({ port }) => port)]))
    .withUser('root') // The copied folder belongs to root.
    .withEntrypoint(['/opt/kafka/bin/kafka-server-start.sh'])
    .withCommand([`${FOLDER}/server.properties`])
    .withEnvironment({
      KAFKA_HEAP_OPTS: '-Xmx512m',
      KAFKA_JVM_PERFORMANCE_OPTS: '-XX:+UseSerialGC -XX:TieredStopAtLevel=1',
    })
    .withCopyContentToContainer(files.map(({ path, content }) => ({ target: path, content })))
    .withWaitStrategy(library.Wait.forLogMessage(STARTED).withStartupTimeout(patience(60_000)))
    .withLogConsumer((log) => log.on('data', (chunk) => (output = `${output}${String(chunk)}`.slice(-2000))));
  try {
    const started = await container.start();
    return { started, container: client.container.getById(started.getId()) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${reason} ${output}`.trim(), { cause: error });
  }
}

/** Publishes on this machine's loopback interface only: other machines must not reach a broker without passwords. */
function loopbackContainer({ GenericContainer }: ContainerEngine['library']) {
  return class extends GenericContainer {
    /** Publishes each port under the same number, because brokers send their clients the ports to connect to. */
    withLoopbackPorts(ports: readonly number[]): this {
      this.withExposedPorts(...ports.map((port) => ({ container: port, host: port })));
      const bindings = ports.map((port) => [`${port}/tcp`, [{ HostIp: '127.0.0.1', HostPort: String(port) }]] as const);
      this.hostConfig.PortBindings = Object.fromEntries(bindings);
      return this;
    }
  };
}

function containerBroker({ started, container }: Ends, ports: readonly BrokerPorts[]): TestBroker {
  return {
    brokers: ports.map(({ direct }) => `127.0.0.1:${direct}`),
    secured: undefined,
    through: (way) => way.map(({ port }) => `127.0.0.1:${port}`),
    pid: () => undefined,
    logFolder: () => undefined,
    kill: async () => {
      if (!(await container.inspect()).State.Running) return;
      await container.kill({ signal: 'SIGKILL' });
      await container.wait();
    },
    freeze: async () => {
      await container.pause();
    },
    thaw: async () => {
      await container.unpause();
    },
    restart: () => started.restart(),
    stop: async () => {
      await container.remove({ force: true, v: true });
    },
  };
}
