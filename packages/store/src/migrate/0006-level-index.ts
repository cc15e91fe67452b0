import { builtOnPartitions } from './build-index';
import type { RepeatableStep } from './migration';

/** What went wrong below a trace is counted without reading its observations. Reasons are in RATIONALE.md under "Reading". */
export const levelIndex: RepeatableStep = {
  version: 6,
  name: 'level-index',
  oldestProgram: 3,
  transactional: false,
  sql: builtOnPartitions(
    'observations_level',
    'observations',
    "(part, trace_id, level) where level in ('ERROR', 'WARNING')",
  ),
};
