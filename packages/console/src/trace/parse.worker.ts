import { parseTrace } from './trace-data';

/** Parses large answers into columns, so that the page does not block. */
addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
  const trace = parseTrace(new TextDecoder().decode(data));
  postMessage(trace, { transfer: buffersOf(trace) });
});

/** Collects the buffers of all columns, which are transferred instead of copied. */
function buffersOf(value: unknown): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) return [value.buffer as ArrayBuffer];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.values(value).flatMap(buffersOf);
}
