import { BusUnavailableError, type Publisher, RecordTooLargeError, type Topic } from '@sluice/bus';
import { DecodeError, type Limits } from '@sluice/decode';
import { ApiError, type ByteBudget, type Reservation, badRequest, tooLarge, unavailable } from '@sluice/http';
import type { NormalizeLimits } from '@sluice/normalize';
import { type SluiceRecord, itemCount } from '@sluice/record';
import type { Clock } from '@sluice/runtime';
import type { Request } from 'express';
import type { GatewayObserver, Source } from './gateway-metrics';
import { inflateBody } from './inflate-body';
import { readBody } from './read-body';

/** What the ingest routes work with. */
export interface GatewayParts {
  readonly publisher: Publisher;
  readonly clock: Clock;
  readonly budget: ByteBudget;
  readonly observer: GatewayObserver;
  readonly limits: GatewayLimits;
  /** Attribute prefixes of the product, in order of precedence (contract: Product). */
  readonly prefixes: readonly string[];
  /** A new UUID at each call. */
  readonly newId: () => string;
}

/** Limits of the stages that a request passes (contract: Limits). */
export interface GatewayLimits {
  /** Of a body as it comes over the wire, in bytes. */
  readonly wireBytes: number;
  readonly decode: Limits;
  readonly normalize: NormalizeLimits;
}

/** A body that has been read, and what it was received as. */
export interface Received {
  readonly body: Buffer;
  /** Microseconds since the epoch. */
  readonly receivedAt: number;
}

/** What a route made of a body. */
export interface Normalized {
  readonly topic: Topic;
  readonly records: readonly SluiceRecord[];
  /** Spans that were refused alone. */
  readonly refused?: number;
}

/**
 * The way of every ingest request: read and inflate within the budget, decode and normalize (`toRecords`), publish.
 * Resolves when everything is durable.
 * @throws ApiError with the answer to give; nothing of the request is acknowledged then
 */
export async function ingest<T extends Normalized>(
  parts: GatewayParts,
  source: Source,
  request: Request,
  toRecords: (received: Received) => T | Promise<T>,
): Promise<T> {
  const { publisher, clock, budget, observer } = parts;
  const receivedAt = clock.now();
  const reservation = budget.reserve();
  try {
    const body = await receive(request, parts.limits, reservation);
    const normalized = await toRecords({ body, receivedAt });
    const { topic, records } = normalized;
    await publisher.publish(topic, records);
    observer.accepted(source, ledgerItems(records), body.length);
    if (normalized.refused) observer.rejected(source, 'invalid', normalized.refused);
    return normalized;
  } catch (error) {
    const answer = toApiError(error);
    if (answer !== undefined) observer.rejected(source, reasonOf(answer), 1);
    throw answer ?? error;
  } finally {
    reservation.release();
  }
}

/** The body without its encoding; what came over the wire is not kept beside it. */
async function receive(request: Request, limits: GatewayLimits, reservation: Reservation): Promise<Buffer> {
  const wire = await readBody(request, limits.wireBytes, reservation);
  const encoding = request.headers['content-encoding'];
  return inflateBody(wire, { encoding, limit: limits.decode.inflatedBytes, reservation });
}

/** What the writers will count for these records. */
function ledgerItems(records: readonly SluiceRecord[]): number {
  return records.reduce((sum, record) => sum + itemCount(record), 0);
}

function toApiError(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  if (error instanceof DecodeError)
    return error.kind === 'too-large' ? tooLarge(error.message) : badRequest(error.message);
  if (error instanceof RecordTooLargeError) return tooLarge(error.message);
  if (error instanceof BusUnavailableError) return unavailable(`${error.message}: send again`, error.cause);
  return undefined;
}

function reasonOf(answer: ApiError): 'invalid' | 'too-large' | 'unavailable' {
  if (answer.status === 503) return 'unavailable';
  return answer.status === 413 ? 'too-large' : 'invalid';
}
