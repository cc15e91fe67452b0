import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import { BatchSpanProcessor, type ReadableSpan, type SpanExporter, type SpanProcessor } from '@opentelemetry/sdk-trace';

/** What became of spans. */
export type Outcome = 'sent' | 'failed' | 'dropped';

export interface CountedExportOptions {
  readonly exporter: SpanExporter;
  /** Spans that wait or are being sent; beyond them new ones are dropped. */
  readonly mostPending: number;
  /** Milliseconds that a span waits for others to be sent with it. */
  readonly everyMs: number;
  readonly timeoutMs: number;
  /** Told of each span once; why where it failed. */
  readonly onOutcome: (outcome: Outcome, spans: number, error?: Error) => void;
}

/** Spans of a request to the receiver. */
const MOST_AT_ONCE = 512;

/** Sends spans in batches, one after the other, and knows of each what became of it, which the library does not tell. */
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
    maxExportBatchSize: MOST_AT_ONCE,
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
