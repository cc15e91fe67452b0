/** Log line of a node when it accepts clients. */
export const STARTED = 'Kafka Server started';

/** Ports of a node. */
export interface BrokerPorts {
  readonly direct: number;
  readonly controller: number;
  /** Ports of further listeners, and those that their clients connect to. */
  readonly proxied: readonly { readonly port: number; readonly advertised: number }[];
}

/** Node of a cluster, which may have only one. */
export interface BrokerAddress {
  readonly host: string;
  readonly logDir: string;
  /** Number of the node from 0. */
  readonly node: number;
}

/** Node id in Kafka: its ids count from 1 here. */
export const nodeId = (node: number): number => node + 1;

/**
 * Settings of a KRaft node that starts fast, forgets dead members fast, and does not delay the first rebalance.
 * @param cluster the ports of all nodes
 */
export function brokerProperties(
  cluster: readonly BrokerPorts[],
  { host, logDir, node }: BrokerAddress,
): Readonly<Record<string, string>> {
  const ports = cluster[node];
  if (ports === undefined) throw new RangeError(`there is no node ${node}`);
  const join = (of: (listener: BrokerPorts['proxied'][number], name: string) => string): string =>
    ports.proxied.map((listener, index) => `,${of(listener, `PROXIED${index}`)}`).join('');
  const replicas = String(Math.min(3, cluster.length));
  const minInSync = String(Math.min(2, cluster.length));
  return {
    'process.roles': 'broker,controller',
    'node.id': String(nodeId(node)),
    'controller.quorum.voters': cluster.map(({ controller }, each) => `${nodeId(each)}@127.0.0.1:${controller}`).join(),
    listeners: `DIRECT://${host}:${ports.direct},CONTROLLER://127.0.0.1:${ports.controller}${join(({ port }, name) => `${name}://${host}:${port}`)}`,
    'advertised.listeners': `DIRECT://127.0.0.1:${ports.direct}${join(({ advertised }, name) => `${name}://127.0.0.1:${advertised}`)}`,
    'listener.security.protocol.map': `DIRECT:PLAINTEXT,CONTROLLER:PLAINTEXT${join((_, name) => `${name}:PLAINTEXT`)}`,
    'inter.broker.listener.name': 'DIRECT',
    'controller.listener.names': 'CONTROLLER',
    'log.dirs': logDir,
    'auto.create.topics.enable': 'false',
    ...(cluster.length > 1 && severalNodes(replicas, minInSync)),
    'offsets.topic.replication.factor': replicas,
    'offsets.topic.num.partitions': '4',
    'transaction.state.log.replication.factor': replicas,
    'transaction.state.log.min.isr': minInSync,
    'share.coordinator.state.topic.replication.factor': replicas,
    'share.coordinator.state.topic.min.isr': minInSync,
    'group.initial.rebalance.delay.ms': '0',
    'group.min.session.timeout.ms': '500',
    // A broker that was killed cannot return before its last session has ended.
    'broker.session.timeout.ms': cluster.length > 1 ? '3000' : '1000',
    'broker.heartbeat.interval.ms': '250',
    'num.network.threads': '2',
    'num.io.threads': '2',
    'background.threads': '2',
    'log.cleaner.dedupe.buffer.size': '4194304',
  };
}

/** Default of topics, above all that of the groups' offsets: its in-sync minimum has no setting of its own. */
function severalNodes(replicas: string, minInSync: string): Readonly<Record<string, string>> {
  return { 'default.replication.factor': replicas, 'min.insync.replicas': minInSync };
}
