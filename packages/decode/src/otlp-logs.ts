import { DecodeError } from './decode-error';
import { rawBody, elementsOf, isObject, openElement } from './json-body';
import { objectOf } from './json-fields';
import type { Limits } from './limits';
import { listOfOther, isOfNoLog, isOfSpan, looksLike } from './other-signal';
import { damagedProtobuf } from './protobuf-damage';
import { WireReader } from './wire-reader';

/*
 * Logs are not stored. An SDK that is given the base address of all signals sends them all the same, and the answer
 * has to count those that were refused (OTLP 1.11, "Partial Success"): of a body no more is read than that takes.
 */

const RESOURCE_LOGS = ['resourceLogs', 'resource_logs'] as const;
/** Before OTLP 0.16 a scope was an instrumentation library (contract: OTLP); the first list that is not empty counts. */
const SCOPE_LOGS = ['scopeLogs', 'scope_logs', 'instrumentationLibraryLogs', 'instrumentation_library_logs'] as const;
const LOG_RECORDS = ['logRecords', 'log_records'] as const;

/**
 * The log records of a JSON `ExportLogsServiceRequest`.
 * @throws DecodeError `invalid` for what is not JSON, has a wrong structure above the log records or is another signal's
 */
export function otlpLogsJson(body: Buffer, limits: Limits): number {
  const request = rawBody(body, limits).open('the body', ...RESOURCE_LOGS);
  if (!isObject(request.value)) throw new DecodeError('invalid', 'the body must be a JSON object with resourceLogs');
  const other = listOfOther(request.value, 'logs');
  if (other !== undefined) throw notLogs(`it has ${other} and no resourceLogs`);
  let records = 0;
  for (const rawResource of elementsOf(request, 'resourceLogs', RESOURCE_LOGS)) {
    const resource = openElement(rawResource, 'resourceLogs', ...SCOPE_LOGS);
    objectOf(resource.value, 'resourceLogs');
    for (const rawScope of elementsOf(resource, 'scopeLogs', SCOPE_LOGS)) {
      const scope = openElement(rawScope, 'scopeLogs', ...LOG_RECORDS);
      objectOf(scope.value, 'scopeLogs');
      for (const _record of elementsOf(scope, 'logRecords', LOG_RECORDS)) records++;
    }
  }
  return records;
}

/**
 * The log records of a protobuf `ExportLogsServiceRequest`. No bytes are the valid empty request.
 * @throws DecodeError `invalid` for bytes that are no such message, or one of another signal
 */
export function otlpLogsProtobuf(body: Buffer): number {
  const wire = new WireReader(body);
  try {
    return recordsIn(wire, [[1], [2, 1000], [2]]);
  } catch (cause) {
    throw damagedProtobuf('ExportLogsServiceRequest', body, wire.position, cause);
  }
}

/** How often the message being read holds the last field, by the fields that lead there: any of each list. */
function recordsIn(wire: WireReader, [fields = [], ...deeper]: readonly (readonly number[])[]): number {
  let records = 0;
  while (wire.more()) {
    const tag = wire.varint();
    if ((tag & 7) !== 2 || !fields.includes(tag >>> 3)) wire.skip(tag);
    else if (deeper.length > 0) {
      const outer = wire.enter();
      records += recordsIn(wire, deeper);
      wire.leave(outer);
    } else if (records++ > 0) wire.skip(tag);
    else checkRecord(wire);
  }
  return records;
}

/** Reads the first record of a list: an export holds one signal. @throws DecodeError for one of another */
function checkRecord(wire: WireReader): void {
  let isLog = true;
  let isSpan = false;
  const outer = wire.enter();
  while (wire.more()) {
    const tag = wire.varint();
    isLog &&= !isOfNoLog(tag);
    isSpan ||= isOfSpan(tag);
    wire.skip(tag);
  }
  wire.leave(outer);
  if (!isLog) throw notLogs(looksLike(isSpan ? 'traces' : 'metrics'));
}

const notLogs = (found: string): DecodeError =>
  new DecodeError('invalid', `the body must be an OTLP logs export; ${found}`);
