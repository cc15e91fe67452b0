import type { Clock, Logger } from '@sluice/runtime';
import type { ReadStore } from '@sluice/store/read';

/** What the endpoints need. */
export interface QueryParts {
  readonly store: ReadStore;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly projectId: string;
  /** How long a trace that is not found is looked for again, in milliseconds. */
  readonly readWaitMs: number;
}
