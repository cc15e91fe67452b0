import type { WireAnswer } from '../wire/wire-answer';
import { readFields } from './read-protobuf';

/** The `partial_success` of an OTLP answer. */
export interface PartialSuccess {
  readonly rejected: number;
  readonly message: string;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads an Export<Signal>ServiceResponse in protobuf, whose fields are those of all signals; undefined for what is none. */
export function readPartialSuccess(body: Buffer): PartialSuccess | undefined {
  try {
    let [rejected, message] = [0, ''];
    for (const outer of readFields(body)) {
      if (outer.number !== 1 || !Buffer.isBuffer(outer.value)) return undefined;
      for (const { number, value } of readFields(outer.value)) {
        if (number === 1 && typeof value === 'bigint') rejected = Number(value);
        else if (number === 2 && Buffer.isBuffer(value)) message = utf8.decode(value);
        else return undefined;
      }
    }
    return { rejected, message };
  } catch {
    return undefined;
  }
}

/** Reads an OTLP answer whose shape is right, in its own encoding. */
export function partialSuccessOf({ headers, body }: WireAnswer): PartialSuccess {
  if (headers.get('content-type') === 'application/x-protobuf') {
    return readPartialSuccess(body) ?? { rejected: NaN, message: '' };
  }
  const { partialSuccess = {} } = JSON.parse(body.toString()) as {
    readonly partialSuccess?: Readonly<Record<string, string>>;
  };
  const { errorMessage = '', ...rejected } = partialSuccess;
  return { rejected: Number(Object.values(rejected)[0] ?? 0), message: errorMessage };
}
