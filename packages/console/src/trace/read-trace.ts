import { readBytes } from '../api/client';
import { type TraceData, parseTrace } from './trace-data';

/** Trace, and the ETag of the answer from which it was made. */
export interface ReadTrace extends TraceData {
  readonly tag: string | undefined;
}

/** Bytes above which parsing would visibly block the page. */
const MAX_PARSED_BYTES = 2 * 1024 * 1024;

/** Reads a trace without texts. @param known returned again if nothing has changed */
export async function readTrace(id: string, signal: AbortSignal, known?: ReadTrace): Promise<ReadTrace> {
  const answer = await readBytes(
    '/api/public/traces/{traceId}',
    {
      ids: { traceId: id },
      query: { fields: 'core,metrics,observations,summary', observationFields: 'core' },
      signal,
    },
    known?.tag,
  );
  if (answer === undefined && known !== undefined) return known;
  if (answer === undefined) throw new Error('nothing was asked for that could be unchanged');
  const { bytes, tag } = answer;
  const data =
    bytes.byteLength > MAX_PARSED_BYTES
      ? await (await import('./parse-in-worker')).parseAside(bytes, signal)
      : parseTrace(new TextDecoder().decode(bytes));
  return { ...data, tag };
}
