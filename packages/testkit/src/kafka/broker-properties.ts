/** The ports of a test's broker. */
export interface BrokerPorts {
  readonly direct: number;
  readonly controller: number;
  /** Of further listeners, and what their clients are told to connect to. */
  readonly proxied: readonly { readonly port: number; readonly advertised: number }[];
}

/** Settings of a lone KRaft broker that starts fast, forgets the dead fast, and leaves its group members no grace. */
export function brokerProperties(
  ports: BrokerPorts,
  { host, logDir }: { host: string; logDir: string },
): Readonly<Record<string, string>> {
  const join = (of: (listener: BrokerPorts['proxied'][number], name: string) => string): string =>
    ports.proxied.map((listener, index) => `,${of(listener, `PROXIED${index}`)}`).join('');
  return {
    'process.roles': 'broker,controller',
    'node.id': '1',
    'controller.quorum.voters': `1@127.0.0.1:${ports.controller}`,
    listeners: `DIRECT://${host}:${ports.direct},CONTROLLER://127.0.0.1:${ports.controller}${join(({ port }, name) => `${name}://${host}:${port}`)}`,
    'advertised.listeners': `DIRECT://127.0.0.1:${ports.direct}${join(({ advertised }, name) => `${name}://127.0.0.1:${advertised}`)}`,
    'listener.security.protocol.map': `DIRECT:PLAINTEXT,CONTROLLER:PLAINTEXT${join((_, name) => `${name}:PLAINTEXT`)}`,
    'inter.broker.listener.name': 'DIRECT',
    'controller.listener.names': 'CONTROLLER',
    'log.dirs': logDir,
    'auto.create.topics.enable': 'false',
    'offsets.topic.replication.factor': '1',
    'offsets.topic.num.partitions': '4',
    'transaction.state.log.replication.factor': '1',
    'transaction.state.log.min.isr': '1',
    'share.coordinator.state.topic.replication.factor': '1',
    'share.coordinator.state.topic.min.isr': '1',
    'group.initial.rebalance.delay.ms': '0',
    'group.min.session.timeout.ms': '500',
    // A broker that was killed cannot come back before its last session has ended.
    'broker.session.timeout.ms': '1000',
    'broker.heartbeat.interval.ms': '250',
    'num.network.threads': '2',
    'num.io.threads': '2',
    'background.threads': '2',
    'log.cleaner.dedupe.buffer.size': '4194304',
  };
}
