/** The ports of a test's broker. `behindProxy` is what clients of the second listener are told to connect to. */
export interface BrokerPorts {
  readonly direct: number;
  readonly proxied: number;
  readonly controller: number;
  readonly behindProxy: number;
}

/** Settings of a lone KRaft broker that starts fast, forgets the dead fast, and leaves its group members no grace. */
export function brokerProperties(
  ports: BrokerPorts,
  { host, logDir }: { host: string; logDir: string },
): Readonly<Record<string, string>> {
  return {
    'process.roles': 'broker,controller',
    'node.id': '1',
    'controller.quorum.voters': `1@127.0.0.1:${ports.controller}`,
    listeners: `DIRECT://${host}:${ports.direct},PROXIED://${host}:${ports.proxied},CONTROLLER://127.0.0.1:${ports.controller}`,
    'advertised.listeners': `DIRECT://127.0.0.1:${ports.direct},PROXIED://127.0.0.1:${ports.behindProxy}`,
    'listener.security.protocol.map': 'DIRECT:PLAINTEXT,PROXIED:PLAINTEXT,CONTROLLER:PLAINTEXT',
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
