import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import { BatchSpanProcessor, type ReadableSpan, type SpanExporter, type SpanProcessor } from '@opentelemetry/sdk-trace';

/** Outcome of spans. */
export type Outcome = 'sent' | 'failed' | 'dropped';

export interface CountedExportOptions {
  readonly exporter: SpanExporter;
  /** Limit of spans that wait or are being sent; further spans are dropped. */
  readonly mostPending: number;
  /** Milliseconds that a span waits for others to be sent with it. */
  readonly everyMs: number;
  readonly timeoutMs: number;
  /** Called once for each span, with the error if it failed. */
  readonly onOutcome: (outcome: Outcome, spans: number, error?: Error) => void;
}

/** Limit of spans in one request to the receiver. */
const MAX_SPANS = 512;

/** Makes a processor that sends spans in batches, one after the other, and reports the outcome of each span, which the library does not. */
export function countedExport(options: CountedExportOptions): SpanProcessor {
  const { exporter, mostPending, everyMs, timeoutMs, onOutcome } = options;
  let pending = 0;
  const counting: SpanExporter = {
    export(spans, done) {
      exporter.export(spans, (result: ExportResult) => {
        pending -= spans.length;
        if (result.code === ExportResultCode.SUCCESS) onOutcome('sent', spans.length);
        else onOutcome('failed', spans.length, result.error);
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
  const batches = new BatchSpanProcessor({
    exporter: counting,
    maxQueueSize: mostPending,
    maxExportBatchSize: MAX_SPANS,
    scheduledDelayMillis: everyMs,
    exportTimeoutMillis: timeoutMs,
  });
  return {
    onStart: () => undefined,
    onEnd(span: ReadableSpan) {
      if (pending >= mostPending) {
        onOutcome('dropped', 1);
        return;
      }
      pending += 1;
      batches.onEnd(span);
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  };
}
