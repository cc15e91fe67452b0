import { built } from './build-index';
import type { RepeatableStep } from './migration';

/** The most that is not sorted into the index yet, in kB: every search for a tag passes it. Who fills it sorts it in. */
const PENDING_KB = 256;

/**
 * The index of tags without traces that have none, which all stood in one long list of it, and with others sorted in by portions: a
 * stretch of a long list is compressed and logged anew with each trace, a kilobyte of WAL. A program from before has no index for
 * tags then and reads the rows. Measurements are in packages/store/RATIONALE.md.
 */
export const tagsIndex: RepeatableStep = {
  version: 12,
  name: 'tags-index',
  oldestProgram: 3,
  transactional: false,
  sql: [
    ...built(
      'traces_tagged',
      `sluice.traces using gin (tags) with (fastupdate = on, gin_pending_list_limit = ${PENDING_KB}) where tags <> '{}'`,
    ),
    'drop index concurrently if exists sluice.traces_tags',
  ],
};
