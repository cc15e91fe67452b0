import { otlpLogsJson, otlpLogsProtobuf } from '@sluice/decode';
import type { Received, Outcome, Reading } from './read-result';

const NOT_STORED =
  'logs are not stored: send traces and metrics only (OTEL_LOGS_EXPORTER=none), or logs to a backend that takes them';

/**
 * Counts the log records of an `ExportLogsServiceRequest`, which is refused as a whole; returns no records.
 * @throws DecodeError
 */
export const readOtlpLogsJson = (body: Buffer, { limits }: Received): Reading =>
  noRecords(otlpLogsJson(body, limits.decode));
export const readOtlpLogsProtobuf = (body: Buffer): Reading => noRecords(otlpLogsProtobuf(body));

function* noRecords(refused: number): Generator<never, Outcome> {
  return { items: 0, refused, reasons: refused > 0 ? [NOT_STORED] : [], omitted: [] };
}
