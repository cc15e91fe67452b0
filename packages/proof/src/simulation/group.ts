import type { BatchHandler } from '@sluice/bus';
import type { Faults } from './faults';
import type { LogPartition } from './log';
import type { Actor, Scheduler } from './scheduler';

export interface GroupDependencies {
  readonly scheduler: Scheduler;
  readonly faults: Faults;
  readonly log: readonly LogPartition[];
  /** Reports that a process has ended by itself. */
  readonly ended: (actor: Actor) => void;
}

/** Assigns partitions to processes. A process learns of a change later and continues until then. */
export interface Group {
  /** Adds a process and its writer. Call it in a turn of the process. */
  join(actor: Actor, writer: BatchHandler): void;
  /** Assigns partitions to all members again. */
  rebalance(): void;
  /** Assigns the partitions of dead and frozen processes to others. */
  expire(): void;
}
