import { setTimeout as sleep } from 'node:timers/promises';
import { type DerivedProgress, beginRebuild, derivedProgress } from '@sluice/store/operate';
import type { Command } from 'commander';
import { type CommandDependencies, IncompleteError } from './output';
import { seconds } from './seconds';

interface RebuildOptions {
  /** Seconds. */
  readonly wait: number;
  readonly json?: true;
}

/** `sluice rebuild-counters` */
export function addRebuildCounters(program: Command, { resources, print }: CommandDependencies): void {
  program
    .command('rebuild-counters')
    .description(
      'Make the writers rebuild the trace index and the metric rollups; until then answers stay right and are slower',
    )
    .option('--wait <seconds>', 'time to wait for the writers', seconds, 0)
    .option('--json', 'a line of JSON')
    .action(async ({ wait, json }: RebuildOptions) => {
      const progress = await resources.withDatabase(async (pool) => {
        const end = performance.now() + wait * 1000;
        await derivedProgress(pool); // begins nothing if the state of the rollups is lost
        await beginRebuild(pool);
        for (;;) {
          const progress = await derivedProgress(pool);
          if (progress.traces.isComplete || performance.now() >= end) return progress;
          await sleep(500);
        }
      });
      print(json === true ? JSON.stringify(progress) : wordsOf(progress));
      if (wait > 0 && !progress.traces.isComplete) {
        throw new IncompleteError(
          'the writers have not finished: run this again to continue to wait; the rebuild is not started again',
        );
      }
    });
}

function wordsOf({ traces: { isComplete, indexed, about }, metricsBefore }: DerivedProgress): string {
  const traces = isComplete
    ? 'all traces are indexed'
    : `indexed ${indexed} of about ${Math.max(indexed, about)} traces`;
  return `${traces}; metrics ${metricsBefore === undefined ? 'not yet' : `before ${metricsBefore.toISOString()}`}`;
}
