import { INGEST } from './initial/ingest';
import { METRIC_ROLLUP } from './initial/metric-rollup';
import { METRICS } from './initial/metrics';
import { OBSERVATION_ROLLUPS } from './initial/observation-rollups';
import { PROJECTS } from './initial/projects';
import { SCORES } from './initial/scores';
import { SEGMENT_ROLLUPS } from './initial/segment-rollups';
import { TRACE_INDEX } from './initial/trace-index';
import { TRACES } from './initial/traces';
import { VIEWS } from './initial/views';
import type { Migration } from './migration';

/**
 * The whole schema of 0.1.0, by subject. Reasons for its shape are in RATIONALE.md; in short: lists read one narrow row a trace,
 * everything below a trace is partitioned by its receipt hour, and every identifier that a reader may filter by is compared
 * by code point. Until 0.1.0 is tagged a change of the schema changes these files.
 */
export const initial: Migration = {
  version: 1,
  name: 'initial',
  oldestProgram: 1,
  transactional: true,
  sql: [
    'create schema sluice authorization sluice_owner; set local role sluice_owner;',
    PROJECTS,
    TRACES,
    METRICS,
    METRIC_ROLLUP,
    SCORES,
    INGEST,
    TRACE_INDEX,
    OBSERVATION_ROLLUPS,
    SEGMENT_ROLLUPS,
    VIEWS,
    'reset role;',
  ].join('\n'),
};
