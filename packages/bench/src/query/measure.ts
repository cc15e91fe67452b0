import type { HttpClient } from '../load/http-client';
import { Distribution } from '../report/distribution';

/** Durations of one kind of request. */
export interface Measured {
  readonly durations: Distribution;
  /** Time until the first bytes of the answer. */
  readonly firstBytes: Distribution;
  /** Size of the last answer. */
  readonly bytes: number;
  /** `meta.totalItems` of the last answer. */
  readonly totalItems: number | undefined;
  /** Number of answers 503. */
  readonly refused: number;
}

/** Requests to be measured by a table. */
export interface NamedOptions {
  readonly newest: Date;
  readonly runs: number;
  /** Text that the names of the measured requests contain. */
  readonly named: string;
}

export interface MeasureOptions {
  readonly runs: number;
  readonly signal: AbortSignal;
  /** Set where 503 is allowed: the product limits the time of such a request. */
  readonly mayBeRefused?: boolean;
  /** Further paths, sent in turn with the first one. */
  readonly others?: readonly string[];
}

/**
 * Sends a request several times, one after the other, and each of its paths once before without counting, so that its data are in memory.
 * @throws Error for any answer but 200, and 503 where allowed
 */
export async function measure(
  http: HttpClient,
  path: string,
  { runs, signal, mayBeRefused = false, others = [] }: MeasureOptions,
): Promise<Measured> {
  const durations = new Distribution();
  const firstBytes = new Distribution();
  let body: Buffer = Buffer.alloc(0);
  let refused = 0;
  const paths = [path, ...others];
  for (let run = 1 - paths.length; run <= runs; run += 1) {
    signal.throwIfAborted();
    const next = paths[(run + paths.length) % paths.length] ?? '';
    const begin = performance.now();
    const answer = await http.get(next);
    if (run > 0) {
      durations.add(performance.now() - begin);
      firstBytes.add(answer.beganAt - begin);
    }
    const isRefused = mayBeRefused && answer.status === 503;
    if (isRefused && run > 0) refused += 1;
    if (answer.status !== 200 && !isRefused)
      throw new Error(`${next} is answered ${answer.status}: ${answer.body.toString()}`);
    body = answer.body;
  }
  const { meta } = JSON.parse(body.toString()) as { readonly meta?: { readonly totalItems?: number } };
  return { durations, firstBytes, bytes: body.length, totalItems: meta?.totalItems, refused };
}

/** Returns the name of a request, with the number of its refusals. */
export const nameOf = (name: string, { refused, durations }: Pick<Measured, 'refused' | 'durations'>): string =>
  refused === 0 ? name : `${name} (503: ${refused} of ${durations.count})`;

/** Returns a target, and whether it is exceeded; an empty text without one. */
export function verdict(milliseconds: number, target: number | undefined): string {
  return target === undefined ? '' : `${milliseconds <= target ? '' : 'NOT '}${target} ms`;
}
