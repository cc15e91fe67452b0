import type { JsonText, Micros } from '@sluice/record';

/** A score in answers. Ids of its trace and its observation have the form of other answers (contract: Ids). */
export interface Score {
  readonly id: string;
  readonly traceId: string | null;
  readonly observationId: string | null;
  readonly sessionId: string | null;
  readonly datasetRunId: string | null;
  readonly name: string;
  readonly dataType: string;
  /** BOOLEAN: 0 or 1; CATEGORICAL: 0; null for TEXT and CORRECTION. */
  readonly value: number | null;
  /** null for NUMERIC. */
  readonly stringValue: string | null;
  readonly source: string;
  readonly comment: string | null;
  /** JSON object. */
  readonly metadata: JsonText | null;
  readonly environment: string;
  readonly configId: string | null;
  readonly queueId: string | null;
  readonly authorUserId: string | null;
  readonly timestamp: Micros;
  readonly createdAt: Micros;
  readonly updatedAt: Micros;
}
