import type { Micros } from '@sluice/record';
import type { NativeObservation, NativeTrace } from './native';
import type { NativeScore } from './scores';

/** Event of `POST /api/public/ingestion` after validation (contract: Order of events). */
export type SentEvent = EventHead &
  (
    | { readonly kind: 'trace'; readonly trace: NativeTrace }
    | {
        readonly kind: 'observation';
        readonly trace: Pick<NativeTrace, 'id' | 'sentId'>;
        readonly observation: NativeObservation;
      }
    | { readonly kind: 'score'; readonly score: NativeScore }
    | { readonly kind: 'log' }
  );

interface EventHead {
  readonly eventId: string;
  /** Its time, in microseconds since the epoch; undefined: outside of the accepted times. */
  readonly at: Micros | undefined;
  readonly isUpdate: boolean;
  /** Index in its batch. */
  readonly index: number;
}

/** Event that is not stored. */
export interface RefusedEvent {
  readonly kind: 'refused';
  /** Id of the event; `unknown` if it has none. */
  readonly eventId: string;
  /** Names the member and what is accepted. */
  readonly message: string;
}
