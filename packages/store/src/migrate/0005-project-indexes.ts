import { built } from './build-index';
import type { RepeatableStep } from './migration';

/** Of the indexes that answer a count alone, with the project beside the part: every read tests both. */
const COUNTED = {
  traces_timestamp: '("timestamp", id)',
  traces_user_id: '(user_id nulls first, "timestamp", id)',
  traces_session_id: '(session_id nulls first, "timestamp", id)',
  traces_release: '(release nulls first, "timestamp", id)',
  traces_version: '(version nulls first, "timestamp", id)',
};

/**
 * The indexes of reads that know their project, built beside those that they replace, while everybody reads and writes. A program
 * from before finds all that it used. What a build leaves that was cut off is no index, and is removed first.
 */
export const projectIndexes: RepeatableStep = {
  version: 5,
  name: 'project-indexes',
  oldestProgram: 3,
  transactional: false,
  sql: [
    // Until its values are known, the planner takes a condition on a new column for a rare one.
    'analyze sluice.traces (project)',
    'analyze sluice.metric_series (project)',
    ...Object.entries(COUNTED).flatMap(([name, keys]) => [
      ...built(`${name}_project`, `sluice.traces ${keys} include (part, project)`),
      `drop index concurrently if exists sluice.${name}`,
    ]),
    // What other projects list is found without passing by what the default one has.
    ...built(
      'traces_project_timestamp',
      'sluice.traces (project, "timestamp", public_id) include (id, part) where project <> 0',
    ),
    ...built('traces_project_part', 'sluice.traces (project, part)'),
    ...built('metric_series_project_name', 'sluice.metric_series (project, name)'),
  ],
};
