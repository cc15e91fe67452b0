import { setTimeout as sleep } from 'node:timers/promises';
import type { CommandContext } from '../command/command';
import { WORKLOADS } from '../load/workloads';
import { conclude } from '../report/conclude';
import { saveResult } from '../report/save-result';
import { formatCount, formatMegabytes, formatTable } from '../report/table';
import { formatFigure } from './figures';
import { measureIdle } from './measure-idle';
import { judgeGrowth } from './judge-soak';
import { type LoadResult, spansPerSecond } from './load';
import type { MeasureOptions } from './measure-load';
import { SOAK_FIGURES, type SoakSample, takeSample } from './soak-sample';
import { type TestbedOptions, startTestbed } from './testbed';
import { compareStored, countStored } from './count-stored-items';
import { waitForIndex } from './written-log';

export interface SoakOptions extends Omit<MeasureOptions, 'rate' | 'seconds'>, TestbedOptions {
  readonly minutes: number;
  /** Default: 70 % of the product's limit. */
  readonly rate?: number | undefined;
  readonly save: boolean;
}

const SHARE = 0.7;
const LIMIT_MS = 15_000;
const WARM_UP_MS = 3_000;
/** Pause after the last request, because memory is freed late. */
const CALM_MS = 30_000;
const IDLE_SECONDS = 30;
/** Samples of a soak; each is one load, with no pause between them apart from requests in flight. */
const SAMPLES = 30;

/** Sends load below the limit for a long time: only stored data may grow. @returns the exit code */
export async function ingestSoak(options: SoakOptions, context: CommandContext): Promise<number> {
  const { minutes, workload, connections, save } = options;
  const testbed = await startTestbed(options, context);
  const sent = { acknowledged: 0, sent: 0 };
  const send = async (windowMs: number, warmUpMs: number, rate?: number): Promise<LoadResult> => {
    const load = await testbed.load({ workload, connections, windowMs, warmUpMs, spansPerSecond: rate });
    sent.acknowledged += load.spansAcknowledged;
    sent.sent += load.spansSent;
    return load;
  };
  const before = await countStored(testbed.sql, WORKLOADS[workload].table);
  const limit = options.rate === undefined ? spansPerSecond(await send(LIMIT_MS, WARM_UP_MS)) : undefined;
  const rate = options.rate ?? (limit ?? NaN) * SHARE;
  if (limit !== undefined) context.print(`as many as are taken: ${formatCount(limit)} spans/s`);
  context.print(`${minutes} minutes at ${formatCount(rate)} spans/s: ${WORKLOADS[workload].description}`);

  const everyMs = (minutes * 60_000) / SAMPLES;
  const first = await takeSample(testbed, await send(WARM_UP_MS, 0, rate), sent.acknowledged);
  const samples: SoakSample[] = [];
  for (let taken = 0; taken < SAMPLES; taken += 1) {
    samples.push(await takeSample(testbed, await send(everyMs, 0, rate), sent.acknowledged));
  }
  await waitForIndex(testbed.sql, context.signal);

  const columns = SOAK_FIGURES.map((figure) => ({ ...figure, values: samples.map((each) => figure.of(each, first)) }));
  context.print(
    formatTable([
      ['minute', ...columns.map(({ name }) => name)],
      ...samples.map((_, index) => [
        (((index + 1) * everyMs) / 60_000).toFixed(1),
        ...columns.map(({ values }) => formatFigure(values[index] ?? NaN, '')),
      ]),
    ]),
  );
  const { sentence, problems } = await compareStored(testbed.sql, sent, { table: WORKLOADS[workload].table, before });
  context.print(sentence);
  await sleep(CALM_MS, undefined, { signal: context.signal });
  const idle = await measureIdle(testbed, IDLE_SECONDS, context.signal);
  for (const [name, { cpu, bytes }] of Object.entries(idle)) {
    context.print(`idle ${name}: ${(cpu * 100).toFixed(2)} % of a core, ${formatMegabytes(bytes)}`);
  }
  const grows = columns.flatMap(({ name, values, bound }) => (bound && judgeGrowth(name, values, bound)) ?? []);
  if (save) {
    const figures = Object.fromEntries(columns.map(({ name, values }) => [name, values.map(rounded)]));
    await saveResult('ingest-soak', { workload, minutes, rate: rounded(rate), grows, problems, idle, figures });
  }
  return conclude([...problems, ...grows], {}, context);
}

const rounded = (value: number): number => Number(value.toPrecision(4));
