import type { BatchHandler } from '@sluice/bus';
import type { Faults } from './faults';
import type { LogPartition } from './log';
import type { Actor, Scheduler } from './scheduler';

export interface GroupDependencies {
  readonly scheduler: Scheduler;
  readonly faults: Faults;
  readonly log: readonly LogPartition[];
  /** A process has ended by itself. */
  readonly ended: (actor: Actor) => void;
}

/** Who reads which partitions. What a process learns of it, it learns later; until then it goes on as before. */
export interface Group {
  /** A process begins to read, with its writer. Called in its turn. */
  join(actor: Actor, writer: BatchHandler): void;
  /** Partitions go to anybody who has joined. */
  rebalance(): void;
  /** What was held by processes that are dead or frozen goes to others. */
  expire(): void;
}
