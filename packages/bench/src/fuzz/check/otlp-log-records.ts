import { readFields } from './read-protobuf';

/** How many log records an ExportLogsServiceRequest in JSON holds; undefined where that is not clear. */
export function jsonLogRecords(body: unknown): number | undefined {
  let level: readonly unknown[] = [body];
  for (const names of [
    ['resourceLogs', 'resource_logs'],
    ['scopeLogs', 'scope_logs'],
    ['logRecords', 'log_records'],
  ]) {
    const next: unknown[] = [];
    for (const owner of level) {
      if (typeof owner !== 'object' || owner === null || Array.isArray(owner)) return undefined;
      const lists = names.map((name) => (owner as Readonly<Record<string, unknown>>)[name]);
      const said = lists.filter((list) => list !== undefined && list !== null);
      if (said.length > 1 || !said.every(Array.isArray)) return undefined;
      for (const item of said.flat()) next.push(item);
    }
    level = next;
  }
  return level.length;
}

/** The same in protobuf (OTLP 1.11, logs.proto). @throws RangeError for bytes that are no message */
export function protobufLogRecords(body: Buffer): number {
  const messages = (bytes: Buffer, number: number): readonly Buffer[] =>
    readFields(bytes).flatMap(({ number: found, value }) =>
      found === number && Buffer.isBuffer(value) ? [value] : [],
    );
  return messages(body, 1)
    .flatMap((resource) => messages(resource, 2))
    .flatMap((scope) => messages(scope, 2)).length;
}
