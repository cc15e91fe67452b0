import { isatty } from 'node:tty';
import { parentPort, workerData } from 'node:worker_threads';
import { MemoryBus } from '@sluice/bus';
import { createBodyStore, refusalOf } from '@sluice/gateway';
import {
  Closers,
  SettingFiles,
  createLogger,
  createMetrics,
  makeRoom,
  readSettings,
  systemClock,
} from '@sluice/runtime';
import { type WriterReport, composePrices, composeStoring, writerFields } from '@sluice/writer';
import type { Counted, FromThread, StartedWith, ToThread } from './messages';

/* Thread that processes bodies from decoding to the commit, as partitions of its own of this process's stream: see ingest-threads.ts. */

const port = parentPort;
if (port === null) throw new Error('this file is the beginning of a thread');

const send = (message: FromThread): void => port.postMessage(message);

const {
  thread,
  bus: busOptions,
  processName,
  limits,
  prefixes,
  resourceLabels,
  ...options
} = workerData as StartedWith;
const logger = createLogger({ level: options.logLevel, pretty: isatty(1) }).child({ thread });
const closers = new Closers({ logger });
const bus = new MemoryBus({ ...busOptions, firstPartition: thread * busOptions.partitions });
const store = createBodyStore(bus);

/** The thread that serves HTTP follows the file too, and reports its state. */
async function prices() {
  const settings = readSettings({ PRICES_FILE: options.pricesFile }, writerFields);
  const metrics = createMetrics({ processMetrics: false });
  const silent = createLogger({ level: 'silent', pretty: false });
  const files = new SettingFiles({ logger: silent, metrics, everyMs: options.filesEveryMs });
  closers.add('setting files', () => files.close());
  return composePrices({ settings, files, metrics });
}

async function start(): Promise<void> {
  const count =
    <K extends keyof WriterReport>(name: K) =>
    (...of: Parameters<WriterReport[K]>): void =>
      send({ type: 'count', name, of } as Counted);
  const pool = await composeStoring(
    {
      ...options,
      subscriber: bus,
      prices: await prices(),
      clock: systemClock,
      logger: logger.child({ service: 'writer' }),
      closers,
      streamOf: (topic) => `${topic}@${processName}`,
      concurrency: 2 * busOptions.partitions,
      freeMemory: options.freesMemory ? makeRoom : undefined,
    },
    {
      stored: count('stored'),
      failed: count('failed'),
      retrying: count('retrying'),
      usage: count('usage'),
      texts: count('texts'),
    },
  );
  const tellPool = (): void => {
    const { totalCount, idleCount, waitingCount } = pool;
    send({ type: 'pool', pool: { totalCount, idleCount, waitingCount, options: { max: pool.options.max } } });
  };
  for (const event of ['connect', 'acquire', 'release', 'remove'] as const) pool.on(event, tellPool);
  tellPool();
}

port.on('message', (message: ToThread) => {
  if (message.type === 'close') {
    void closers.close(message.withinMs).finally(() => port.close());
    return;
  }
  const { id, body, job } = message;
  store
    .store(Buffer.from(body.buffer, body.byteOffset, body.length), { ...job, limits, prefixes, resourceLabels })
    .then(
      (stored) => send({ type: 'stored', id, stored }),
      (error: unknown) => send({ type: 'refused', id, refusal: refusalOf(error) }),
    );
});

void start().then(() => send({ type: 'ready' }));
