import { once } from 'node:events';
import { join } from 'node:path';
import type { ExportOptions } from './exported-trace';
import { forkSource } from '@sluice/machine';

/** A new trace of a root and model calls below it, each with 10 tokens in and 1 out, or once more what was sent last. */
export type ExportOrder = { readonly spans: number; readonly userId: string } | 'again';

/** The spans that the exporter was given, and the result that it reported to the SDK. */
export interface Exported {
  readonly traceId: string;
  /** Sorted. */
  readonly spanIds: readonly string[];
  readonly succeeded: boolean;
}

export interface TestExporter {
  /** One at a time. @returns when the exporter has ended all its tries */
  readonly export: (order: ExportOrder) => Promise<Exported>;
  readonly close: () => Promise<void>;
}

/**
 * A real OpenTelemetry exporter in a process of its own, which keeps its connections from one export to the next.
 * @param timeoutMs what all tries of one export may take together
 */
export function startExporter(
  { url, authorization, encoding }: Omit<ExportOptions, 'compression'>,
  timeoutMs: number,
): TestExporter {
  const args = [url, encoding, authorization, String(timeoutMs)];
  const child = forkSource(join(__dirname, 'export-on-order.ts'), args);
  const closed = once(child, 'close');
  return {
    export: async (order) => {
      const answered = once(child, 'message');
      child.send(order);
      const ended = closed.then(([code]) => {
        throw new Error(`the exporter ended with ${code}`);
      });
      const [answer] = (await Promise.race([answered, ended])) as [Exported];
      return answer;
    },
    close: async () => {
      child.kill();
      await closed;
    },
  };
}
