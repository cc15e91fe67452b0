import type { CommandContext } from '../command/command';
import { plainDecodeMicros } from './plain-decode';
import { type MeasuredLoad, type MeasureOptions, measureLoad } from './measure-load';
import { type RawCopy, measureRawCopy } from './raw-copy';
import { type Testbed, type TestbedOptions, startTestbed } from './testbed';
import { waitForIndex } from './written-log';

export type IngestOptions = MeasureOptions & TestbedOptions;

export interface IngestResult extends MeasuredLoad {
  /** COPY of rows of the headline, whatever the workload. */
  readonly copy: RawCopy;
  /** Processor time of a plain decoder for one span of the headline, in microseconds. */
  readonly plainDecodeMicros: number;
}

/** Duration of the load that makes rows for the COPY, where the workload sends no spans of the headline. */
const ROWS_MS = 2_000;

/** Starts a product with a database, loads it, and then measures upper limits: COPY and a plain decoder. It ends with the closers. */
export async function measureIngest(options: IngestOptions, context: CommandContext): Promise<IngestResult> {
  const began = new Date();
  const testbed = await startTestbed(options, context);
  // Another product may have other sums.
  const sums = options.run === undefined && options.dataDir === undefined;
  const measured = await measureLoad(testbed, { sums, ...options }, context.signal);
  const since = options.workload === 'headline' ? began : await sendHeadline(testbed, context.signal);
  return { ...measured, copy: await measureRawCopy(testbed.sql, since), plainDecodeMicros: await plainDecodeMicros() };
}

async function sendHeadline({ load, sql }: Testbed, signal: AbortSignal): Promise<Date> {
  const began = new Date();
  await load({ workload: 'headline', warmUpMs: 0, windowMs: ROWS_MS });
  await waitForIndex(sql, signal);
  return began;
}
