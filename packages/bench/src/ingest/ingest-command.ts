import type { Command, CommandContext } from '../command/command';
import { type Options, UsageError, readOptions } from '../command/options';
import { WORKLOAD_NAMES } from '../load/workloads';
import { ingestAgainst } from './compare-revisions';
import { ingestAll } from './ingest-all';
import { ingestSoak } from './ingest-soak';
import { ingestStored } from './ingest-stored';
import { type IngestOptions, measureIngest } from './measure-ingest';
import { ingestOverKafka } from './over-kafka';
import { conclude, figuresOf, toTable } from './report';

const LOAD = ['workload', 'seconds', 'connections', 'rate'] as const;
/** Modes besides one measurement of one workload. */
const MODES = ['against', 'stored', 'soak'] as const;

/** Measures how fast the product ingests LLM spans, in comparison with a COPY into Postgres on the same machine at the same time. */
export const ingestCommand: Command = {
  name: 'ingest',
  usage:
    `[--workload ${WORKLOAD_NAMES.join('|')}|all] [--seconds 15] [--connections 32] [--rate <spans a second>|half] [--quick] [--json] [--save] ` +
    '[--against <commit> [--pairs 10] | --stored <observations> [--data-dir <seeded folder>] [--pairs 4] | --soak <minutes>] | ' +
    '--over-kafka [--seconds 15] [--connections 16] [--outage 120]',
  run: async (args, context) => {
    if (args.includes('--over-kafka')) return ingestOverKafka(args, context);
    const options = readOptions(args, {
      values: [...LOAD, ...MODES, 'pairs', 'data-dir'],
      flags: ['quick', 'json', 'save'],
    });
    const modes = MODES.filter((mode) => options.text(mode) !== undefined);
    const workload = options.choice('workload', [...WORKLOAD_NAMES, 'all']) ?? 'headline';
    if (modes.length + (workload === 'all' ? 1 : 0) > 1) {
      throw new UsageError('give one of --against, --stored, --soak and --workload all');
    }
    const isShort = options.flag('quick') || options.text('against') !== undefined || workload === 'all';
    const load = {
      seconds: options.integer('seconds', { default: isShort ? 4 : 15, min: 1, max: 3600 }),
      connections: given(options, 'connections', 1000),
      rate: options.text('rate') === 'half' ? ('half' as const) : given(options, 'rate', 1_000_000),
    };
    const output = { isJson: options.flag('json'), isSaved: options.flag('save') };
    if (workload === 'all') return ingestAll({ ...load, ...output }, context);
    return measure({ ...load, workload }, output, options, context);
  },
};

type Output = Readonly<Record<'isJson' | 'isSaved', boolean>>;

async function measure(
  load: IngestOptions,
  { isJson, isSaved }: Output,
  options: Options,
  context: CommandContext,
): Promise<number> {
  const pairs = (usual: number): number => options.integer('pairs', { default: usual, min: 1, max: 100 });
  const against = options.text('against');
  if (against !== undefined) return ingestAgainst({ ...load, against, pairs: pairs(10), isJson }, context);

  const observations = given(options, 'stored', 1_000_000_000);
  if (observations !== undefined) {
    const seeded = options.text('data-dir');
    return ingestStored({ ...load, observations, seeded, pairs: pairs(4), isSaved }, context);
  }

  const minutes = given(options, 'soak', 10_000);
  if (minutes !== undefined) {
    if (load.rate === 'half') throw new UsageError('--soak: the rate has to be a number');
    return ingestSoak({ ...load, rate: load.rate, minutes, isSaved }, context);
  }

  const result = await measureIngest({ ...load, sums: true }, context);
  context.print(isJson ? JSON.stringify(figuresOf(result)) : toTable(load.workload, result));
  return conclude(result.problems, context);
}

/** Returns a number from 1; undefined where the option is not set. */
function given(options: Options, name: string, max: number): number | undefined {
  return options.text(name) === undefined ? undefined : options.integer(name, { default: NaN, min: 1, max });
}
