import type { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';

/* Loop of the library with the patch of patches/kafkajs: a group whose coordinator loads, as after an outage, refuses a member's rejoin for
   a while. */

interface Runner extends EventEmitter {
  start(): Promise<void>;
  stop(): Promise<void>;
}
const load = createRequire(__filename);
const LibraryRunner = load('kafkajs/src/consumer/runner') as new (options: object) => Runner;
const { KafkaJSProtocolError } = load('kafkajs/src/errors') as { KafkaJSProtocolError: new (error: object) => Error };

const refusal = (type: string, retriable: boolean) =>
  new KafkaJSProtocolError({ type, code: 0, retriable, message: type });
const silent = { namespace: () => silent, debug: noop, info: noop, warn: noop, error: noop };
function noop(): void {
  // Logs nothing.
}

test.each(['REBALANCE_IN_PROGRESS', 'UNKNOWN_MEMBER_ID'])(
  'who has to join again (%s) and is refused at first fetches nothing before it has joined',
  async (reason) => {
    const calls: string[] = [];
    const fetches = [(): Promise<unknown> => Promise.reject(refusal(reason, false))];
    const joins = [
      () => Promise.resolve(),
      () => Promise.reject(refusal('GROUP_LOAD_IN_PROGRESS', true)),
      () => Promise.reject(refusal('GROUP_LOAD_IN_PROGRESS', true)),
    ];
    let joinedAgain: () => void = noop;
    const isOver = new Promise<void>((resolve) => (joinedAgain = resolve));
    const runner = new LibraryRunner({
      logger: silent,
      instrumentationEmitter: { emit: noop },
      concurrency: 1,
      heartbeatInterval: 1,
      retry: { initialRetryTime: 1, maxRetryTime: 2, retries: 10 },
      onCrash: (error: Error) => calls.push(`crashed: ${error.message}`),
      consumerGroup: {
        connect: () => Promise.resolve(),
        leave: () => Promise.resolve(),
        heartbeat: () => Promise.resolve(),
        getNodeIds: () => [1],
        endRest: noop,
        joinAndSync: () => {
          calls.push('join');
          const join = joins.shift();
          return join === undefined ? Promise.resolve().then(joinedAgain) : join();
        },
        fetch: () => {
          calls.push('fetch');
          return fetches.shift()?.() ?? sleep(1, []);
        },
      },
    });
    await runner.start();
    await isOver;
    await runner.stop();
    const [first, again] = [calls.indexOf('fetch'), calls.lastIndexOf('join')];
    expect(calls.slice(0, first + 1)).toEqual(['join', 'fetch']);
    expect(calls.slice(first + 1, again + 1)).toEqual(['join', 'join', 'join']);
    expect(calls.filter((call) => call.startsWith('crashed'))).toEqual([]);
  },
);
