import { INTEGER_FIELDS, TEXT_FIELDS, TIME_FIELDS } from '../../generated/observation-fields';
import type { CoreObservation } from '../api/types';

const START = Date.parse('2026-11-20T10:00:00.000Z');
const TRACE = '00000000-0000-4000-8000-000000000000';

/** UUID that contains a number. */
export const idOf = (n: number): string => `00000000-0000-4000-9000-${String(n).padStart(12, '0')}`;

export interface Step extends Partial<CoreObservation> {
  /** Number of the observation, and of its parent. */
  readonly n: number;
  readonly below?: number;
  /** Milliseconds since the trace began. */
  readonly from?: number;
  /** The same; null: no end was received. */
  readonly to?: number | null;
}

const iso = (ms: number): string => new Date(START + ms).toISOString();

type Field = (typeof TEXT_FIELDS | typeof TIME_FIELDS | typeof INTEGER_FIELDS)[number];

/** Fields without a value. */
export const NO_FIELDS = Object.fromEntries(
  [...TEXT_FIELDS, ...TIME_FIELDS, ...INTEGER_FIELDS].map((name) => [name, null]),
) as Record<Field, null>;

/** Observation as in the API: a span of 1 ms by default. */
export function observation({ n, below, from = 0, to = from + 1, ...rest }: Step): CoreObservation {
  const tokens = rest.totalTokens ?? 0;
  return {
    id: idOf(n),
    traceId: TRACE,
    parentObservationId: below === undefined ? null : idOf(below),
    ...NO_FIELDS,
    type: 'SPAN',
    name: `step ${n}`,
    startTime: iso(from),
    endTime: to === null ? null : iso(Math.floor(to)),
    level: 'DEFAULT',
    environment: 'default',
    input: null,
    output: null,
    metadata: {},
    modelParameters: null,
    latency: to === null ? null : (to - from) / 1000,
    timeToFirstToken: null,
    unit: 'TOKENS',
    usage: { input: 0, output: 0, total: tokens },
    usageDetails: {},
    costDetails: {},
    promptTokens: 0,
    completionTokens: 0,
    totalTokens: tokens,
    calculatedInputCost: null,
    calculatedOutputCost: null,
    calculatedTotalCost: 0,
    createdAt: iso(0),
    updatedAt: iso(0),
    sizes: { input: 0, output: 0, metadata: 0 },
    ...rest,
  };
}

/** Model call with its tokens, and its cost in USD if it has a price. */
export const call = (step: Step, totalTokens: number, cost?: number): CoreObservation =>
  observation({
    type: 'GENERATION',
    totalTokens,
    ...(cost !== undefined && { calculatedTotalCost: cost, costDetails: { total: cost } }),
    ...step,
  });

/** The answer of the API with these, as it is sent. */
export function answer(observations: readonly CoreObservation[], totalTokens = 0): string {
  return JSON.stringify({ id: TRACE, updatedAt: iso(0), totalTokens, observations });
}
