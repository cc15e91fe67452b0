import { commandOf, mode } from '../command/modes';
import { choice, flag, integer, text } from '../command/options';
import { WORKLOAD_NAMES } from '../load/workloads';
import { conclude } from '../report/conclude';
import { ingestAgainst } from './compare-revisions';
import { backpressure } from './backpressure/backpressure-mode';
import { decodeCost } from './decode-cost';
import { ingestAll } from './ingest-all';
import { ingestGrpc } from './ingest-grpc';
import { ingestSoak } from './ingest-soak';
import { ingestStored } from './ingest-stored';
import { measureIngest } from './measure-ingest';
import { overKafka } from './over-kafka';
import { figuresOf, toTable } from './report';
import { shares } from './shares/shares-mode';

/** Duration of a measurement where there are several. */
const SHORT_SECONDS = 4;
/** Workloads of spans in protobuf, the message of gRPC. */
const GRPC_WORKLOADS = ['headline', 'one', 'thousand', '12kb'] as const;

const MAX_RATE = 1_000_000;
const SECONDS = { min: 1, max: 3_600 };

const rate = integer({ form: '<spans a second>', min: 1, max: MAX_RATE });
const load = {
  workload: choice(WORKLOAD_NAMES),
  connections: integer({ form: '<of the workload>', min: 1, max: 1_000 }),
  rate: {
    form: `${rate.form}|half`,
    read: (raw: string | true | undefined) => (raw === 'half' ? ('half' as const) : rate.read(raw)),
  },
};
const seconds = integer({ default: 15, ...SECONDS });
const short = integer({ default: SHORT_SECONDS, ...SECONDS });
const pairs = (usual: number) => integer({ default: usual, min: 1, max: 100 });

/** Measures how fast the product ingests LLM spans, in comparison with a COPY into Postgres on the same machine at the same time. */
export const ingestCommand = commandOf('ingest', [
  mode('', { ...load, seconds, json: flag }, async ({ workload = 'headline', json, ...options }, context) => {
    const result = await measureIngest({ ...options, workload, sums: true }, context);
    context.print(json ? JSON.stringify(figuresOf(result)) : toTable(workload, result));
    return conclude(result.problems, {}, context);
  }),
  mode('all', { seconds: short, connections: load.connections, rate: load.rate, json: flag, save: flag }, ingestAll),
  mode(
    'against',
    { against: text('<commit>'), pairs: pairs(10), ...load, seconds: short, json: flag },
    ({ against = '', workload = 'headline', ...options }, context) =>
      ingestAgainst({ ...options, workload, against }, context),
  ),
  mode(
    'grpc',
    { workload: choice(GRPC_WORKLOADS), connections: load.connections, seconds: short, pairs: pairs(4), json: flag },
    ({ workload = 'headline', ...options }, context) => ingestGrpc({ ...options, workload }, context),
  ),
  mode(
    'stored',
    {
      stored: integer({ default: 0, form: '<observations>', min: 1, max: 1_000_000_000 }),
      'data-dir': text('<seeded folder>'),
      pairs: pairs(4),
      ...load,
      seconds,
      save: flag,
    },
    ({ stored, 'data-dir': seeded, workload = 'headline', ...options }, context) =>
      ingestStored({ ...options, workload, observations: stored, seeded }, context),
  ),
  mode(
    'soak',
    { soak: integer({ default: 30, form: '<minutes>', min: 1, max: 10_000 }), ...load, rate, save: flag },
    ({ soak, workload = 'headline', ...options }, context) =>
      ingestSoak({ ...options, workload, minutes: soak }, context),
  ),
  backpressure,
  overKafka,
  shares,
  decodeCost,
]);
