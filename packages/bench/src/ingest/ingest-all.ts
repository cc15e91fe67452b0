import type { CommandContext } from '../command/command';
import { WORKLOADS, WORKLOAD_NAMES, type WorkloadName } from '../load/workloads';
import { conclude } from '../report/conclude';
import { saveResult } from '../report/save-result';
import { alone } from '../command/isolate-run';
import { type IngestOptions, type IngestResult, measureIngest } from './measure-ingest';
import { figuresOf, toLines } from './report';

export interface AllOptions extends Omit<IngestOptions, 'workload'> {
  readonly json: boolean;
  /** Whether the figures are written to the folder of results. */
  readonly save: boolean;
}

/** Measures every workload, each with a product and a database of its own. @returns the exit code: 1 where spans were lost or doubled */
export async function ingestAll({ json, save, ...load }: AllOptions, context: CommandContext): Promise<number> {
  const results: (readonly [WorkloadName, IngestResult])[] = [];
  for (const workload of WORKLOAD_NAMES) {
    const measured = await alone((own) => measureIngest({ ...load, workload, sums: true }, own), context);
    results.push([workload, measured]);
    if (!json) context.print(`${workload}: ${WORKLOADS[workload].description}`);
  }
  const figures = Object.fromEntries(results.map(([workload, result]) => [workload, figuresOf(result)]));
  if (save) await saveResult('ingest', figures);
  context.print(json ? JSON.stringify(figures) : toLines(results));
  const problems = results.flatMap(([workload, result]) => result.problems.map((problem) => `${workload}: ${problem}`));
  return conclude(problems, {}, context);
}
