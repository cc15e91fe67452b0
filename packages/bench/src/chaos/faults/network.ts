import {
  type Direction,
  type RequestMatcher,
  type TcpProxy,
  isKafkaProduce,
  isPostgresCommit,
} from '@sluice/testbed/network';
import type { Way } from '@sluice/testbed/servers';
import { type Fault, type Proxies, between } from './fault';

/** Connections that can fail; the connection of the queries is not needed to store anything. */
const WAYS = ['gatewayToBroker', 'writerToBroker', 'writerToPostgres'] as const satisfies (keyof Proxies)[];

/** Applies a function to the proxy of each node that the connection leads to. */
const onEach = (way: Way, apply: (proxy: TcpProxy) => void): void => way.forEach(apply);

/** Delays one connection. */
export const latency: Fault = async ({ proxies }, random, hold) => {
  const way = proxies[random.pick(WAYS)];
  const [latencyMs, jitterMs] = [between(random, 5, 300), between(random, 0, 200)];
  onEach(way, (proxy) => proxy.setLatency(latencyMs, jitterMs));
  try {
    await hold(between(random, 2_000, 8_000));
  } finally {
    onEach(way, (proxy) => proxy.setLatency(0));
  }
};

/** Resets all connections of one way several times. */
export const cut: Fault = async ({ proxies }, random, hold) => {
  const way = proxies[random.pick(WAYS)];
  const times = between(random, 1, 6);
  for (let time = 0; time < times; time += 1) {
    onEach(way, (proxy) => proxy.cut());
    await hold(between(random, 10, 1_500));
  }
};

/** Closes one way: connections are reset and refused. */
export const refuse: Fault = async ({ proxies }, random, hold) => {
  const way = proxies[random.pick(WAYS)];
  onEach(way, (proxy) => proxy.refuse());
  try {
    await hold(between(random, 500, 8_000));
  } finally {
    await Promise.all(way.map((proxy) => proxy.accept()));
  }
};

/** Drops all bytes of one way, in one direction or both. Connections of that time stay dead afterwards. */
export const blackHole: Fault = async ({ proxies }, random, hold) => {
  const way = proxies[random.pick(WAYS)];
  const direction = random.pick<Direction>(['requests', 'answers', 'both']);
  onEach(way, (proxy) => proxy.blackHole(direction));
  try {
    await hold(between(random, 500, 20_000));
  } finally {
    onEach(way, (proxy) => proxy.endBlackHole());
  }
};

/** Drops the answer to a request that the server has executed. */
function cutAnswers(way: (typeof WAYS)[number], matches: RequestMatcher): Fault {
  return async ({ proxies }, random, hold) => {
    const probability = random.pick([0.1, 0.3, 0.5]);
    onEach(proxies[way], (proxy) => proxy.cutAnswersOf(matches, probability));
    try {
      await hold(between(random, 2_000, 8_000));
    } finally {
      onEach(proxies[way], (proxy) => proxy.cutAnswersOf(matches, 0));
    }
  };
}

export const cutProduce = cutAnswers('gatewayToBroker', isKafkaProduce);
export const cutCommit = cutAnswers('writerToPostgres', isPostgresCommit);
