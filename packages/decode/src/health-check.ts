import { Reader, Writer } from 'protobufjs/minimal';
import { DecodeError } from './decode-error';

/** Tag of the one field of both messages, by its wire type. */
const SERVICE = (1 << 3) | 2;
const STATUS = (1 << 3) | 0;

const STATUSES = { SERVING: 1, NOT_SERVING: 2 };

/**
 * Decodes a `grpc.health.v1.HealthCheckRequest`.
 * @returns name of the service; empty: the process
 * @throws DecodeError `invalid`
 */
export function decodeHealthCheck(message: Buffer): string {
  try {
    const reader = Reader.create(message);
    let service = '';
    while (reader.pos < reader.len) {
      const tag = reader.uint32();
      if (tag === SERVICE) service = reader.string();
      else reader.skipType(tag & 7);
    }
    return service;
  } catch (cause) {
    throw new DecodeError('invalid', 'the message must be a HealthCheckRequest', { cause });
  }
}

/** Encodes a `grpc.health.v1.HealthCheckResponse`. */
export function encodeHealthStatus(status: keyof typeof STATUSES): Buffer {
  return Buffer.from(new Writer().uint32(STATUS).int32(STATUSES[status]).finish());
}
