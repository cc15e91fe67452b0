import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CommandContext } from '../../command/command';
import { mode } from '../../command/modes';
import { integer } from '../../command/options';
import { GrpcExporter } from '../../load/grpc-exporter';
import { protobufRequests } from '../../load/workloads';
import { createRandom } from '../../random-source';
import { conclude } from '../../report/conclude';
import { formatCount, formatTable } from '../../report/table';
import { compareStored } from '../count-stored-items';
import { startTestbed } from '../testbed';
import { waitForIndex } from '../written-log';
import { type Delivery, QueuedExporter } from './queued-exporter';

/** Time limit of an export, the Collector's default. */
const TIMEOUT_MS = 5_000;
const SPANS = 50;
/** Load before the outage, and after it beside the queues, in seconds. */
const BEFORE_S = 10;
const AFTER_S = 30;
/** A recovery without any acknowledgement for so long has collapsed. */
const COLLAPSE_S = 10;

/** Stops and continues the database: its processes freeze, and every connection stays open. */
const signalGroup = (postmaster: number, signal: 'STOP' | 'CONT'): void => {
  const children = execFileSync('pgrep', ['-P', String(postmaster)], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean);
  for (const pid of [postmaster, ...children.map(Number)]) process.kill(pid, `SIG${signal}`);
};

/** Sends by exporters with the Collector's default queue while the database stops for a time. */
export const backpressure = mode(
  'backpressure',
  {
    backpressure: integer({ default: 64, form: '<exporters>', min: 1, max: 1_000 }),
    outage: integer({ default: 60, form: '<seconds>', min: 1, max: 600 }),
    rate: integer({ default: 1, form: '<batches a second of each>', min: 1, max: 100 }),
  },
  async ({ backpressure: count, outage, rate }, context: CommandContext) => {
    const { product, postgres, sql } = await startTestbed({}, context);
    const started = performance.now();
    const elapsed = (): number => performance.now() - started;
    const delivery: Delivery = {
      acknowledged: 0,
      droppedFull: 0,
      givenUp: 0,
      retries: 0,
      refusals: new Map(),
      perSecond: [],
    };
    const random = createRandom(1);
    const clients = Array.from({ length: count }, () => new GrpcExporter({ timeoutMs: TIMEOUT_MS }));
    context.closers.add('exporters', () => clients.forEach((client) => client.close()));
    const { authorization } = product.headers;
    const exporters = clients.map((exporter) => ({
      source: protobufRequests(SPANS)(random),
      queue: new QueuedExporter({ exporter, address: product.grpcAddress, authorization, delivery, elapsed }),
    }));
    let sent = 0;
    const seconds = BEFORE_S + outage + AFTER_S;
    let isStopped = false;
    for (let second = 0; second < seconds; second += 1) {
      context.signal.throwIfAborted();
      if (second === BEFORE_S || second === BEFORE_S + outage) {
        isStopped = !isStopped;
        signalGroup(postgres, isStopped ? 'STOP' : 'CONT');
      }
      for (let batch = 0; batch < rate; batch += 1) {
        for (const { source, queue } of exporters) {
          queue.add({ body: Buffer.from(source.next(Date.now())), spans: SPANS });
          sent += SPANS;
        }
      }
      await sleep(Math.max(0, (second + 1) * 1000 - elapsed()), undefined, { signal: context.signal });
    }
    await Promise.all(exporters.map(({ queue }) => queue.end()));
    const drainedAfter = elapsed() / 1000 - BEFORE_S - outage;
    await waitForIndex(sql, context.signal);
    const { acknowledged, droppedFull, givenUp, retries, perSecond } = delivery;
    const { problems, sentence } = await compareStored(sql, { acknowledged, sent });
    const pause = longestPause(perSecond.slice(BEFORE_S + outage));
    context.print(
      formatTable([
        ['sent', formatCount(sent)],
        ['acknowledged', formatCount(acknowledged)],
        ['dropped by full queues', formatCount(droppedFull)],
        ['given up', formatCount(givenUp)],
        ...Array.from(delivery.refusals, ([reason, batches]) => [`  ${reason}`, `${formatCount(batches)} batches`]),
        ['retries of batches', formatCount(retries)],
        ['first acknowledgement after the outage', `${firstAfter(perSecond, BEFORE_S + outage)} s`],
        ['everything delivered after the outage', `${drainedAfter.toFixed(0)} s`],
        ['longest second run without any', `${pause} s`],
        [
          'a second, from the outage on',
          Array.from(perSecond.slice(BEFORE_S + outage), (spans?: number) => spans ?? 0).join(' '),
        ],
      ]),
    );
    context.print(sentence);
    const lost = sent - acknowledged;
    return conclude(
      [
        ...problems,
        ...(lost === 0 ? [] : [`${formatCount(lost)} spans were not delivered, which the queues could hold`]),
        ...(pause <= COLLAPSE_S ? [] : [`nothing was acknowledged for ${pause} s after the outage`]),
      ],
      {},
      context,
    );
  },
);

function firstAfter(perSecond: readonly (number | undefined)[], from: number): number {
  return perSecond.slice(from).findIndex((spans) => (spans ?? 0) > 0);
}

/** Longest run of seconds without an acknowledgement, from the first one on. */
function longestPause(perSecond: readonly (number | undefined)[]): number {
  let longest = 0;
  let current = 0;
  for (const spans of Array.from(perSecond).slice(firstAfter(perSecond, 0))) {
    current = (spans ?? 0) > 0 ? 0 : current + 1;
    longest = Math.max(longest, current);
  }
  return longest;
}
