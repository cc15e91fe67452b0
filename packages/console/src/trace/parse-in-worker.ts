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

/** Used part of Trusted Types, which a browser may lack. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

/** The only policy that the server permits. It accepts the files of this build, so that no other text becomes code. */
const policy = (globalThis as { readonly trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('sluice', {
  createScriptURL(url) {
    if (!url.startsWith(new URL('assets/', document.baseURI).href))
      throw new TypeError('this is no file of the console');
    return url;
  },
});

/** Starts a worker of this build. @param url as returned by `?worker&url` */
function startWorker(url: string): Worker {
  const { href } = new URL(url, document.baseURI);
  return new Worker(policy?.createScriptURL(href) ?? href, { type: 'module' });
}
