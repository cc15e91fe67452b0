import { formatMicros } from '@sluice/record';
import type { PlannedRequest, Workload } from './workload';

/** An observation that is sent in two requests. */
interface PairedObservation {
  readonly parentId: string | null;
  readonly type: string;
  readonly model: string;
  /** Microseconds since the epoch. */
  readonly start: number;
  readonly end: number;
  readonly output: unknown;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Groups of two requests: the first as the observations begin, the second as they end. */
export const IN_PAIRS = {
  stored: 'observation',
  groupOf: (request) => Math.floor(request / 2),
  requestsOf: (group) => [2 * group, 2 * group + 1],
} as const satisfies Partial<Workload>;

export const isSecond = (request: number): boolean => request % 2 === 1;

/** Returns the members that the first request has. */
export const begun = ({ parentId, type, model, start }: PairedObservation) => ({
  parentObservationId: parentId,
  type,
  model,
  startTime: formatMicros(start),
});

/** Returns the members that the second request has. */
export const ended = ({ end, output, inputTokens, outputTokens }: PairedObservation) => ({
  endTime: formatMicros(end),
  output,
  promptTokens: inputTokens,
  completionTokens: outputTokens,
});

/** Plans a native batch. */
export const nativeRequest = (trace: object, observations: readonly object[]): PlannedRequest => ({
  path: '/v1/l/batch',
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify({ trace, observations })),
  items: observations.length,
});
