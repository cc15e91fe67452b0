import { built } from './build-index';
import type { RepeatableStep } from './migration';

/**
 * The index by which a metric query finds the marks of its own series, and the fold the next ones. Without it both looked through the marks
 * of all projects. Only points of hours that are over leave marks, so those of now pay nothing for it. Measurements are in
 * packages/store/RATIONALE.md.
 */
export const metricMarksIndex: RepeatableStep = {
  version: 20,
  name: 'metric-marks-index',
  oldestProgram: 3,
  transactional: false,
  sql: built('metric_changes_series', 'sluice.metric_changes (series_id, hour)'),
};
