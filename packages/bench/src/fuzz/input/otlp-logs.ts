import type { Choices } from './choices';
import type { Draft } from './fuzz-input';
import { TEXTS } from './interesting';
import { list, number, text } from './json-tree';
import { mutateBytes } from './mutate-bytes';
import { mutateJson } from './mutate-json';
import { mutateProtobuf } from './mutate-protobuf';
import { type AnyValueDraft, type AttributeDrafts, anyValue } from './otlp-attributes';
import { OtlpJsonStyle } from './otlp-json-style';
import { keyValues } from './otlp-protobuf-attributes';
import { encode, fixed64Field, messageField, textField, varintField } from './protobuf-tree';

export const OTLP_LOGS_PATH = '/api/public/otel/v1/logs';

interface LogRecordDraft {
  readonly time: bigint;
  readonly severity: number;
  readonly body: string;
  readonly attributes: AttributeDrafts;
}

/** Resources of scopes of log records: nothing is read of them but how many they are. */
const logs = (choices: Choices): LogRecordDraft[][][] =>
  choices.many(0, 2, () =>
    choices.many(0, 2, () =>
      choices.many(0, 3, () => ({
        time: choices.pick([1_795_168_800_000_000_000n, 0n, 2n ** 64n - 1n]),
        severity: choices.pick([9, 17, 0, 25]),
        body: choices.pick(TEXTS),
        attributes: choices.many(0, 2, (): readonly [string, AnyValueDraft] => ['k', anyValue(choices, 2)]),
      })),
    ),
  );

/** `POST /api/public/otel/v1/logs` in JSON, then mutated. */
export function otlpLogsJsonDraft(choices: Choices): Draft {
  const style = new OtlpJsonStyle(choices);
  const resourceLogs = logs(choices).map((scopes) =>
    style.message({
      resource: style.message({ attributes: style.attributes([]) }),
      scopeLogs: list(
        scopes.map((records) =>
          style.message({
            logRecords: list(
              records.map(({ time, severity, body, attributes }) =>
                style.message({
                  timeUnixNano: style.integer(time),
                  severityNumber: number(severity),
                  body: style.message({ stringValue: text(body) }),
                  attributes: style.attributes(attributes),
                }),
              ),
            ),
          }),
        ),
      ),
    }),
  );
  const { text: mutated, done } = mutateJson(style.message({ resourceLogs: list(resourceLogs) }), choices);
  const { bytes, done: bytesDone } = mutateBytes(Buffer.from(mutated), choices, 12);
  return draft('application/json', bytes, [...done, ...bytesDone]);
}

/** `POST /api/public/otel/v1/logs` in protobuf (OTLP 1.11, logs.proto), then mutated. */
export function otlpLogsProtobufDraft(choices: Choices): Draft {
  const request = logs(choices).map((scopes) =>
    messageField(1, [
      messageField(1, []),
      ...scopes.map((records) =>
        messageField(
          2,
          records.map(({ time, severity, body, attributes }) =>
            messageField(2, [
              fixed64Field(1, time),
              varintField(2, severity),
              messageField(5, [textField(1, body)]),
              ...keyValues(6, attributes),
            ]),
          ),
        ),
      ),
    ]),
  );
  const done = mutateProtobuf(request, choices);
  const { bytes, done: bytesDone } = mutateBytes(encode(request), choices, 8);
  return draft('application/x-protobuf', bytes, [...done, ...bytesDone]);
}

function draft(contentType: string, body: Buffer, done: readonly string[]): Draft {
  return { endpoint: 'otlp-logs', method: 'POST', path: OTLP_LOGS_PATH, contentType, body, done };
}
