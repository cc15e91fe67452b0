import { once } from 'node:events';
import { join } from 'node:path';
import type { ExportOptions } from './exported-trace';
import { forkSource } from '@sluice/testbed/machine';

/** New trace of a root and model calls below it, each with 10 input tokens and 1 output token; or the last one again. */
export type ExportOrder = { readonly spans: number; readonly userId: string } | 'again';

/** Spans that the exporter received, and the result that it reported to the SDK. */
export interface Exported {
  readonly traceId: string;
  /** Sorted. */
  readonly spanIds: readonly string[];
  readonly succeeded: boolean;
}

export interface TestExporter {
  /** Exports; one call at a time. @returns when the exporter has ended all its attempts */
  readonly export: (order: ExportOrder) => Promise<Exported>;
  readonly close: () => Promise<void>;
}

/**
 * Starts a real OpenTelemetry exporter in a process of its own, which keeps its connections between exports.
 * @param timeoutMs limit of all attempts of one export together
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
