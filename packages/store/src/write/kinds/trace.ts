import type { RecordOf } from '@sluice/record';
import { TextCutter } from '../../packs/cut-text';
import { ActiveTraces } from '../active-traces';
import { applyTraces } from '../apply-traces';
import { KnownTraces } from '../known-traces';
import { TracePartitions } from '../partitions';
import type { HeldProject, ProjectOf } from '../projects';
import { type Transaction, readTransaction } from '../sql/transaction';
import type { KindStore, KindStoreDependencies, StoredKind } from './kind';

/** Store of traces, which expire by whole receipt hours (`retention/traces.ts`). */
export const trace: StoredKind<RecordOf<'trace'>> = { open: traceStore, expiring: {} };

function traceStore({
  prices,
  now,
  projects,
  freeMemory,
  onTexts,
  isPacked,
}: KindStoreDependencies): KindStore<RecordOf<'trace'>> {
  const partitions = new TracePartitions(now);
  const known = new KnownTraces();
  const active = new ActiveTraces();
  const cutter = new TextCutter();
  /**
   * First receipt hour of each project that is not closed, as read by the last transaction with its records; no partitions are made for
   * earlier ones.
   */
  const firstOpen = new Map<string | undefined, number>();
  return {
    forget: () => active.clear(),
    ensurePartitions: (client, records) =>
      partitions.ensure(client, records, ({ project }) => firstOpen.get(project) ?? firstOpen.get(undefined) ?? 0),
    async begin(client, records) {
      const [heldOf, transaction]: [ProjectOf<HeldProject>, Transaction] = await Promise.all([
        projects.hold(client, records),
        readTransaction(client),
      ]);
      firstOpen.set(undefined, heldOf({}).firstOpen);
      const projectOf: ProjectOf<HeldProject> = (record) => {
        const held = heldOf(record);
        firstOpen.set(record.project, held.firstOpen);
        return held;
      };
      return async (pipeline, parts) => {
        // Keeps only these: the result also references the rows, which are written by now and need no memory until the commit.
        const { duplicates, daily, keys, texts, written } = await applyTraces(pipeline, parts, {
          prices,
          partOf: partitions.partOf,
          projectOf,
          transaction,
          known,
          active,
          cutter,
          isPacked,
          freeMemory,
        });
        const committed = (): void => {
          known.addAll(keys);
          active.addAll(transaction, written);
          onTexts(texts);
        };
        return { duplicates, daily, committed };
      };
    },
  };
}
