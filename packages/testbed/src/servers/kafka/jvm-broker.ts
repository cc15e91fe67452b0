import { brokerJars } from './broker-jars';
import { portsOf } from './broker-ports';
import type { BrokerPorts } from './broker-properties';
import { JvmNode } from './jvm-node';
import { addScramUser } from './secured-listeners';
import type { TestBroker, TestBrokerOptions } from './test-broker';

/** Starts Kafka on this machine's JVM: a node, or a cluster of several. */
export async function startJvmBroker(options: TestBrokerOptions = {}): Promise<TestBroker> {
  const { nodes: count = 1, ways = [], secured = false } = options;
  if (secured && count > 1) throw new Error('only a lone broker can be secured');
  const jars = await brokerJars();
  const cluster = await portsOf(count, ways);
  const nodes: JvmNode[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(nodes.map((node) => node.remove()));
  };
  try {
    for (const node of cluster.keys()) nodes.push(await JvmNode.make({ jars, cluster, node, secured }));
    // Concurrently: none of several nodes is ready before most of them are.
    await Promise.all(nodes.map((node) => node.start()));
    const broker = jvmBroker(nodes, cluster, stop);
    if (secured) await addScramUser(jars, broker.brokers.join(','));
    return broker;
  } catch (error) {
    await stop();
    throw error;
  }
}

function jvmBroker(nodes: readonly JvmNode[], cluster: readonly BrokerPorts[], stop: () => Promise<void>): TestBroker {
  const at = (node: number): JvmNode => {
    const found = nodes[node];
    if (found === undefined) throw new RangeError(`there is no node ${node}`);
    return found;
  };
  const signal =
    (name: NodeJS.Signals) =>
    (node = 0): Promise<void> => {
      at(node).signal(name);
      return Promise.resolve();
    };
  return {
    brokers: cluster.map(({ direct }) => `127.0.0.1:${direct}`),
    secured: nodes[0]?.secured,
    through: (way) => way.map(({ port }) => `127.0.0.1:${port}`),
    pid: (node = 0) => at(node).pid,
    logFolder: (node = 0) => at(node).logFolder,
    kill: (node = 0) => at(node).kill(),
    freeze: signal('SIGSTOP'),
    thaw: signal('SIGCONT'),
    restart: (node = 0) => at(node).start(),
    stop,
  };
}
