import { parseTrace } from './trace-data';

/** Large answers become columns here, so that the page never stands still for them. */
addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
  const trace = parseTrace(new TextDecoder().decode(data));
  postMessage(trace, { transfer: buffersOf(trace) });
});

/** The memory of all columns, which is handed over instead of copied. */
function buffersOf(value: unknown): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) return [value.buffer as ArrayBuffer];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.values(value).flatMap(buffersOf);
}
