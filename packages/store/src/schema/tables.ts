import * as ingest from './ingest';
import * as metricRollup from './metric-rollup';
import * as metrics from './metrics';
import * as observationRollups from './observation-rollups';
import * as projects from './projects';
import * as scores from './scores';
import * as segmentRollups from './segment-rollups';
import * as traceIndex from './trace-index';
import * as traces from './traces';

/*
 * The tables: columns, their order and the types of rows follow from these files. The migrations make the tables and
 * comment on the columns; a test compares the two. A file exports nothing but tables.
 */

const BY_NAME = {
  ...projects,
  ...traces,
  ...metrics,
  ...metricRollup,
  ...scores,
  ...ingest,
  ...traceIndex,
  ...segmentRollups,
  ...observationRollups,
};

type Table = (typeof BY_NAME)[keyof typeof BY_NAME];

/** All tables. */
export const TABLES: readonly Table[] = Object.values(BY_NAME);

/** Name of a table in Postgres. */
export type TableName = Table['_']['name'];

/** Tables with everything below traces: their partitions of a day are attached, detached, restored and dropped together. */
export const BELOW_TRACES = [
  'observations',
  'trace_io',
  'text_packs',
  'trace_usage',
] as const satisfies readonly TableName[];
