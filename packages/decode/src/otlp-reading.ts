import { DecodeError } from './decode-error';
import { openElement, type Opened, RawJson } from './json-body';
import type { Limits } from './limits';
import type { OtlpCounts } from './otlp';
import type { Signal } from './otlp-response';
import { OtlpTally, type TallyNames } from './otlp-tally';
import { looksLike } from './other-signal';

/** Collects the items of a request until they are a portion. */
interface Portion<T> {
  /** Returns what was collected since the last call. */
  take(): T;
}

/** Portions of one part of a request. */
export type Portions<T> = Generator<T, void>;

/** State of the reading of one OTLP request: what its generated reader shares with the entry points. */
export class Reading<T, P extends Portion<T>> {
  readonly tally: OtlpTally;
  readonly limits: Limits;
  readonly portion: P;
  /** Microseconds since the epoch. */
  readonly now: number;
  /** Signal that a refused item looks like. */
  other: Signal | undefined;

  constructor(names: TallyNames, limits: Limits, portion: P & Portion<T>, now: number) {
    this.tally = new OtlpTally(limits, names);
    this.limits = limits;
    this.portion = portion;
    this.now = now;
  }

  /**
   * The portions of a request, the last one included.
   * @param parts what the generated reader yields
   * @throws DecodeError `invalid` where nothing was accepted and an item looks like another signal
   */
  *all(parts: Portions<T>, notThis: (found: string) => DecodeError): Generator<T, OtlpCounts> {
    yield* parts;
    const { counts } = this.tally;
    if (this.other !== undefined && counts.accepted === 0) throw notThis(looksLike(this.other));
    yield this.portion.take();
    return counts;
  }
}

const NO_LISTS: readonly string[] = [];

/**
 * Opens an element of a list.
 * @param portion where the bytes of JSON that was parsed as a whole count
 */
export function openIn(
  portion: { grow(bytes: number): void },
  raw: unknown,
  path: string,
  listNames: readonly string[] = NO_LISTS,
): Opened {
  const opened = openElement(raw, path, ...listNames);
  if (raw instanceof RawJson && opened.lists.size === 0) portion.grow(raw.bytes);
  return opened;
}

/** Why an item of JSON is refused alone. @throws the error that is none of this kind */
export function refusalOf(error: unknown): string {
  if (!(error instanceof DecodeError) || error.kind !== 'invalid') throw error;
  return error.message;
}
