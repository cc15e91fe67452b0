import { type RequestMatcher, isKafkaProduce, isPostgresCommit } from '@sluice/testkit';
import { type Fault, type Proxies, between } from './fault';

/** The ways that can be bad; that of the queries is not needed to store anything. */
const WAYS = ['gatewayToBroker', 'writerToBroker', 'writerToPostgres'] as const satisfies (keyof Proxies)[];

/** One way becomes slow. */
export const latency: Fault = async ({ proxies }, random, hold) => {
  const proxy = proxies[random.pick(WAYS)];
  proxy.setLatency(between(random, 5, 300), between(random, 0, 200));
  try {
    await hold(between(random, 2_000, 8_000));
  } finally {
    proxy.setLatency(0);
  }
};

/** All connections of one way are reset, some times. */
export const cut: Fault = async ({ proxies }, random, hold) => {
  const proxy = proxies[random.pick(WAYS)];
  const times = between(random, 1, 6);
  for (let time = 0; time < times; time += 1) {
    proxy.cut();
    await hold(between(random, 10, 1_500));
  }
};

/** One way is closed: connections are reset and refused. */
export const refuse: Fault = async ({ proxies }, random, hold) => {
  const proxy = proxies[random.pick(WAYS)];
  proxy.refuse();
  try {
    await hold(between(random, 500, 8_000));
  } finally {
    await proxy.accept();
  }
};

/** One way swallows what is sent on it, in one direction or both; who was connected hears nothing any more, also afterwards. */
export const blackHole: Fault = async ({ proxies }, random, hold) => {
  const proxy = proxies[random.pick(WAYS)];
  proxy.blackHole(random.pick(['requests', 'answers', 'both']));
  try {
    await hold(between(random, 500, 20_000));
  } finally {
    proxy.endBlackHole();
  }
};

/** What was asked for is done, and who asked does not hear of it. */
function cutAnswers(way: keyof Proxies, matches: RequestMatcher): Fault {
  return async ({ proxies }, random, hold) => {
    proxies[way].cutAnswersOf(matches, random.pick([0.1, 0.3, 0.5]));
    try {
      await hold(between(random, 2_000, 8_000));
    } finally {
      proxies[way].cutAnswersOf(matches, 0);
    }
  };
}

export const cutProduce = cutAnswers('gatewayToBroker', isKafkaProduce);
export const cutCommit = cutAnswers('writerToPostgres', isPostgresCommit);
