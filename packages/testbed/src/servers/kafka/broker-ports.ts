import { freePorts } from '../../network';
import type { BrokerPorts } from './broker-properties';
import type { Way } from './test-broker';

/** Finds ports for each node, and sets the target of each proxy to its port. */
export async function portsOf(count: number, ways: readonly Way[]): Promise<BrokerPorts[]> {
  if (ways.some((way) => way.length !== count)) throw new Error('a way needs one proxy for each node');
  const each = 2 + ways.length;
  const free = await freePorts(count * each);
  return Array.from({ length: count }, (_, node) => {
    const [direct = 0, controller = 0, ...others] = free.slice(node * each);
    const proxied = ways.map((way, index) => {
      const port = others[index] ?? 0;
      way[node]?.setTarget(port);
      return { port, advertised: way[node]?.port ?? 0 };
    });
    return { direct, controller, proxied };
  });
}
