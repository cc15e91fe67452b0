import type { RecordOf } from '@sluice/record';
import { applyTraces } from '../apply-traces';
import { KnownTraces } from '../known-traces';
import { TracePartitions } from '../partitions';
import type { HeldProject, ProjectOf } from '../projects';
import type { KindStore, KindStoreParts, StoredKind } from './kind';

/** Traces expire by whole parts (`retention/traces.ts`). */
export const trace: StoredKind<RecordOf<'trace'>> = { open: traceStore, expiring: {} };

function traceStore({ prices, now, projects, freeMemory }: KindStoreParts): KindStore<RecordOf<'trace'>> {
  const partitions = new TracePartitions(now);
  const known = new KnownTraces();
  /** Of the default project, as the last transaction found it: what was dropped is not made again. */
  let firstOpen = 0;
  return {
    ensurePartitions: (client, records) => partitions.ensure(client, records, firstOpen),
    async begin(client, records) {
      const projectOf: ProjectOf<HeldProject> = await projects.hold(client, records);
      firstOpen = projectOf({}).firstOpen;
      return async (pipeline, parts) => {
        // Nothing else of it: it has the rows too, which are written by now and need not be held until the commit.
        const { duplicates, daily, keys } = await applyTraces(pipeline, parts, {
          prices,
          partOf: partitions.partOf,
          projectOf,
          known,
          freeMemory,
        });
        return { duplicates, daily, committed: () => known.addAll(keys) };
      };
    },
  };
}
