import {
  type Micros,
  RecordDecodeError,
  type SluiceRecord,
  TIME_BEGIN,
  TIME_END,
  decodeRecord,
  encodeForLog,
  itemCount,
  recordKey,
  schemaVersionOf,
} from '@sluice/record';
import type { IHeaders, KafkaMessage } from 'kafkajs';
import type { Delivery, Undecodable } from '../bus';

/** A record encoded for the brokers. */
export interface Outgoing {
  readonly key: string;
  readonly value: Buffer;
  readonly headers: Readonly<Record<string, string>>;
  /** Upper bound of its size within a request. */
  readonly bytes: number;
}

/** Headers by which a consumer counts and identifies a message that it cannot read. */
const RECORD_ID = 'sluice-record-id';
const ITEMS = 'sluice-items';
const SCHEMA = 'sluice-schema';

/** Size of key and headers with their length prefixes, and of the frame of a batch of one message. */
export const FRAME_BYTES = 300;

export function toMessage(record: SluiceRecord): Outgoing {
  const value = encodeForLog(record);
  const headers = {
    [RECORD_ID]: record.recordId,
    [ITEMS]: String(itemCount(record)),
    [SCHEMA]: String(schemaVersionOf(record)),
  };
  return { key: recordKey(record), value, headers, bytes: value.length + FRAME_BYTES };
}

/** Decodes a message; returns an `Undecodable` if this version cannot read it. */
export function fromMessage(message: KafkaMessage): Delivery | Undecodable {
  const offset = Number(message.offset);
  const bytes = message.value ?? EMPTY;
  try {
    return { offset, record: decodeRecord(bytes) };
  } catch (error) {
    if (!(error instanceof RecordDecodeError)) throw error;
    return letterOf(message, message.value === null ? 'a message without a value' : error.message);
  }
}

/** Contents of a message for a dead letter; the headers of its producer are not trusted. */
export function letterOf(message: KafkaMessage, reason: string): Undecodable {
  const items = Number(header(message.headers, ITEMS));
  return {
    offset: Number(message.offset),
    bytes: message.value ?? EMPTY,
    reason,
    recordId: header(message.headers, RECORD_ID),
    items: Number.isInteger(items) && items > 0 && items <= MAX_ITEMS ? items : 1,
    receivedAt: acceptedTime(Number(message.timestamp) * 1000),
  };
}

/** Nearest time that rows accept, because producers choose the time of a message. */
function acceptedTime(micros: number): Micros {
  return Number.isFinite(micros) ? Math.min(Math.max(Math.trunc(micros), TIME_BEGIN), TIME_END - 1) : TIME_BEGIN;
}

const EMPTY = Buffer.alloc(0);
/** Limit above the items of any request: a header with a higher number is as damaged as the bytes. */
const MAX_ITEMS = 1e6;

function header(headers: IHeaders | undefined, name: string): string | undefined {
  const value = headers?.[name];
  return value === undefined || Array.isArray(value) ? undefined : value.toString();
}
