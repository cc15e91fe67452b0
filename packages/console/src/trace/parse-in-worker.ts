import { startWorker } from '../api/own-worker';
import workerUrl from './parse.worker?worker&url';
import type { TraceData } from './trace-data';

/** Runs `parseTrace` in a worker. @param bytes of the answer, which are transferred */
export function parseAside(bytes: ArrayBuffer, signal: AbortSignal): Promise<TraceData> {
  const worker = startWorker(workerUrl);
  return new Promise<TraceData>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
    worker.addEventListener('message', ({ data }: MessageEvent<TraceData>) => resolve(data));
    worker.addEventListener('error', ({ message }) => reject(new Error(`The trace cannot be read: ${message}`)));
    worker.postMessage(bytes, [bytes]);
  }).finally(() => worker.terminate());
}
