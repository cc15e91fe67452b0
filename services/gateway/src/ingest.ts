import { randomUUID } from 'node:crypto';
import { BusUnavailableError, type Publisher, type Receipt, RecordTooLargeError, type Topic } from '@sluice/bus';
import { type ContentEncoding, DecodeError } from '@sluice/decode';
import {
  ApiError,
  type ByteBudget,
  type Reservation,
  type TransferRates,
  badRequest,
  formatReceipt,
  tooLarge,
  unavailable,
} from '@sluice/http';
import { type SluiceRecord, itemCount, type LogOffset } from '@sluice/record';
import type { Clock } from '@sluice/runtime';
import { type Span, type Trace, type Tracing, isSelfTrace, timed } from '@sluice/tracing';
import type { BodyStore } from './body-store';
import type { GatewayLimits } from './config';
import type { DecodeLimiter } from './decode-limiter';
import type { GatewayObserver, RefusalReason } from './gateway-metrics';
import { type InflatedSize, inflatedSize, inflateSmall } from './inflate-body';
import type { IncomingBody } from './incoming-body';
import type { LargeBodies } from './large/large-bodies';
import { type Job, type Outcome, destinationOf, readAtOnce } from './read';

/** Dependencies of the ingest routes. */
export interface GatewayDependencies {
  readonly publisher: Publisher;
  readonly clock: Clock;
  readonly budget: ByteBudget;
  readonly rates: TransferRates;
  readonly observer: GatewayObserver;
  readonly largeBodies: LargeBodies;
  readonly decodeTurns: DecodeLimiter;
  /** Threads that store small bodies instead of this thread. */
  readonly threads?: BodyStore | undefined;
  readonly limits: GatewayLimits;
  /** Attribute prefixes of the product, in order of precedence (contract: Product). */
  readonly prefixes: readonly string[];
  /** Attributes of a resource that become labels of its metrics (contract: OTLP). */
  readonly resourceLabels: readonly string[];
  readonly tracing?: Tracing | undefined;
}

/** Properties that differ between the routes. */
export type BodyKind = Pick<Job, 'format' | 'repeatable'>;

/**
 * Processes an ingest request: reads the body within the budget; then, here or in the thread of large bodies, inflates, decodes and
 * normalizes it; then publishes. Before each of these steps the bus is checked, so that overload costs no wasted work. Resolves when
 * everything is durable, after the receipt was passed on.
 * @throws ApiError with the response; nothing of the request is acknowledged then
 */
export async function ingest(
  dependencies: GatewayDependencies,
  kind: BodyKind,
  incoming: IncomingBody,
): Promise<Outcome> {
  const { budget, observer } = dependencies;
  const { source } = destinationOf(kind.format);
  const trace = dependencies.tracing?.current();
  const { project } = incoming.sender;
  const reservation = budget.reserve(project);
  const known = { ...kind, ...(project !== undefined && { project }) };
  const ingestion = new Ingestion(dependencies, known, { reservation, incoming, trace });
  try {
    const taken = await ingestion.run();
    observer.accepted(source, taken.ledgerItems, taken.bytes);
    incoming.settle?.({ outcome: 'stored', items: taken.ledgerItems, bytes: taken.bytes });
    incoming.acknowledge(formatReceipt(taken.offsets, project));
    if (taken.outcome.refused > 0) observer.rejected(source, 'invalid', taken.outcome.refused);
    return taken.outcome;
  } catch (error) {
    const answer = toApiError(error);
    if (answer !== undefined) observer.rejected(source, reasonOf(answer), 1);
    const isServed = answer !== undefined && answer.status < 500 && answer.status !== 429;
    incoming.settle?.(isServed ? { outcome: 'refused', items: 0, bytes: ingestion.bytes } : NOT_SERVED);
    throw answer ?? error;
  } finally {
    reservation.release();
    if (ingestion.hasOnlySelfTraces) trace?.discard();
  }
}

const NOT_SERVED = { outcome: 'not served', items: 0, bytes: 0 } as const;

/** Result of a body. */
interface Taken {
  readonly outcome: Outcome;
  /** Number of items that the writers will count for its records. */
  readonly ledgerItems: number;
  /** Decompressed size. */
  readonly bytes: number;
  /** Last log offset of its records in each partition. */
  readonly offsets: readonly LogOffset[];
}

/** Facts about a body that are known before it arrives. */
type KnownBody = Pick<Job, 'format' | 'repeatable' | 'project'>;

/** Dependencies of one request. */
interface RequestDependencies {
  readonly reservation: Reservation;
  readonly incoming: IncomingBody;
  readonly trace: Trace | undefined;
}

/** Request in progress. */
class Ingestion {
  readonly #dependencies: GatewayDependencies;
  readonly #kind: KnownBody;
  readonly #reservation: Reservation;
  readonly #incoming: IncomingBody;
  readonly #trace: Trace | undefined;
  /** Repeats the check of the bus; undefined before its first check. */
  #checkAgain: (() => void) | undefined;
  /** Span of the decoding; the first publish ends it. */
  #decoding: Span | undefined;
  /** Undefined before the first record, and if the request is not traced. */
  #hasOnlySelfTraces: boolean | undefined;
  #ledgerItems = 0;
  #bytes = 0;
  readonly #offsets = new Map<string, LogOffset>();

  constructor(
    dependencies: GatewayDependencies,
    kind: KnownBody,
    { reservation, incoming, trace }: RequestDependencies,
  ) {
    this.#dependencies = dependencies;
    this.#kind = kind;
    this.#reservation = reservation;
    this.#incoming = incoming;
    this.#trace = trace;
  }

  /** Whether a traced request contains only traces that a Sluice sent of itself. */
  get hasOnlySelfTraces(): boolean {
    return this.#hasOnlySelfTraces === true;
  }

  /** Known size of its body: the bytes received, later the decompressed size. */
  get bytes(): number {
    return this.#bytes;
  }

  async run(): Promise<Taken> {
    const { ended } = await this.#begin();
    const outcome = await ended;
    return { outcome, ledgerItems: this.#ledgerItems, bytes: this.#bytes, offsets: [...this.#offsets.values()] };
  }

  /**
   * Reads the body until its records are published. The publish has a promise of its own, so that neither this function nor another waiter
   * holds the body until its end.
   */
  async #begin(): Promise<{ readonly ended: Promise<Outcome> }> {
    const { limits, rates } = this.#dependencies;
    const reservation = this.#reservation;
    const receiving = this.#trace?.child({ name: 'receive body' });
    const came = (bytes: number): void => void (this.#bytes = bytes);
    const admit = this.#admit;
    const wire = await this.#incoming.read({ maxBytes: limits.wireBytes, reservation, rates, admit, came });
    receiving?.end();
    this.#trace?.set({ 'http.request.body.size': wire.length });
    this.#decoding = this.#trace?.child({ name: 'decode' });
    const job = this.#receive();
    this.#admit();
    const encoding = this.#incoming.encoding();
    const size = inflatedSize(wire, encoding, limits.decode.inflatedBytes);
    const small = await inflateSmall(wire, encoding, { size, reservation });
    if (small === undefined) return { ended: this.#large(wire, encoding, size, job) };
    const ended = this.#elsewhere(small, job);
    if (ended !== undefined) return { ended };
    await this.#dependencies.decodeTurns.take(small.length, job.project);
    return { ended: this.#small(small, job) };
  }

  /** Makes the job when the last byte has arrived: this is the receive time of the request, regardless of the duration of its transfer. */
  #receive(): Job {
    const { clock, limits, prefixes, resourceLabels } = this.#dependencies;
    return { ...this.#kind, receivedAt: clock.now(), requestId: randomUUID(), limits, prefixes, resourceLabels };
  }

  /** @throws BusUnavailableError while the bus accepts no records */
  readonly #admit = (): void => {
    const { topic } = destinationOf(this.#kind.format);
    if (topic === undefined) return;
    if (this.#checkAgain === undefined)
      this.#checkAgain = this.#dependencies.publisher.admit(topic, this.#kind.project);
    else this.#checkAgain();
  };

  /**
   * Passes a small body to another thread, if there is one. Traced bodies are processed here, so that their trace is complete; so are
   * bodies with a quota that is checked between decoding and storing.
   */
  #elsewhere(body: Buffer, job: Job): Promise<Outcome> | undefined {
    const isDoneHere = this.#trace !== undefined || this.#incoming.charge !== undefined;
    if (this.#dependencies.threads === undefined || isDoneHere) return undefined;
    this.#admit();
    this.#bytes = body.length;
    return this.#dependencies.threads.store(body, job).then(({ outcome, ledgerItems }) => {
      this.#ledgerItems = ledgerItems;
      return outcome;
    });
  }

  #small(body: Buffer, job: Job): Promise<Outcome> {
    // Other requests have published while this body was inflated and waited.
    this.#admit();
    this.#bytes = body.length;
    const { records, outcome } = readAtOnce(body, job);
    if (this.#incoming.charge !== undefined) this.#charge(records.reduce((sum, record) => sum + itemCount(record), 0));
    return this.#publish(records).then(() => outcome);
  }

  /** @throws ApiError 429 if a quota was used up since the request began */
  #charge(items: number): void {
    this.#incoming.charge?.({ items, bytes: this.#bytes });
  }

  #large(wire: Buffer, encoding: ContentEncoding, { expected, most }: InflatedSize, job: Job): Promise<Outcome> {
    const reserve = (bytes: number): void => this.#reservation.resize(bytes * 2);
    // A body that claimed to be small is larger.
    const reserved = expected > wire.length ? expected : most;
    reserve(reserved);
    // Small bodies share a buffer with others, which is not transferred.
    const own = wire.length === wire.buffer.byteLength ? wire : Uint8Array.from(wire);
    return this.#dependencies.largeBodies.read(
      { wire: own, encoding, reserved, maxRecordBytes: this.#dependencies.publisher.maxRecordBytes, job },
      {
        begin: this.#admit,
        larger: () => reserve(most),
        inflated: (bytes) => {
          this.#bytes = bytes;
          reserve(bytes);
        },
        checked: (items) => this.#charge(items),
        records: (records) => this.#publish(records),
      },
    );
  }

  async #publish(records: readonly SluiceRecord[]): Promise<void> {
    const { topic } = destinationOf(this.#kind.format);
    if (topic === undefined) return;
    for (const record of records) this.#ledgerItems += itemCount(record);
    const receipt = await (this.#trace === undefined
      ? this.#dependencies.publisher.publish(topic, records)
      : this.#publishTraced(this.#trace, topic, records));
    for (const logOffset of receipt) {
      const key = `${logOffset.topic}/${logOffset.partition}`;
      const offset = Math.max(logOffset.offset, this.#offsets.get(key)?.offset ?? 0);
      this.#offsets.set(key, { ...logOffset, offset });
    }
  }

  #publishTraced(trace: Trace, topic: Topic, records: readonly SluiceRecord[]): Promise<Receipt> {
    this.#decoding?.end();
    for (const record of records) this.#hasOnlySelfTraces = this.#hasOnlySelfTraces !== false && isSelfTrace(record);
    const attributes = { 'messaging.destination.name': topic, 'messaging.batch.message_count': records.length };
    const start = { name: `publish ${topic}`, kind: 'producer', attributes } as const;
    return timed(trace, start, () => this.#dependencies.publisher.publish(topic, records));
  }
}

/** Returns the answer to an error of a body; undefined for a bug. */
export function toApiError(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  if (error instanceof DecodeError)
    return error.kind === 'too-large' ? tooLarge(error.message) : badRequest(error.message);
  if (error instanceof RecordTooLargeError) return tooLarge(error.message);
  if (error instanceof BusUnavailableError) return unavailable(`${error.message}: send again`, error.cause);
  return undefined;
}

function reasonOf(answer: ApiError): RefusalReason {
  if (answer.status === 429) return 'quota';
  if (answer.status === 503) return 'unavailable';
  return answer.status === 413 ? 'too-large' : 'invalid';
}
