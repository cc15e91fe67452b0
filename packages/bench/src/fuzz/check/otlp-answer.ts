import { readFields } from './read-protobuf';

/** What an OTLP answer tells beside "stored". */
export interface PartialSuccess {
  readonly rejected: number;
  readonly message: string;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads an ExportTraceServiceResponse; undefined for what is none. */
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
