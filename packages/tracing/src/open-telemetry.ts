import { AsyncLocalStorage } from 'node:async_hooks';
import { type Link, ROOT_CONTEXT } from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import { type CountedExportOptions, countedExport } from './counted-export';
import { KINDS, SampledTrace } from './sampled-trace';
import { SELF_TRACES_ATTRIBUTE, SELF_TRACES_HEADER } from './self-traces';
import type { Target } from './settings';
import type { Attributes, SpanStart, Trace, Tracing } from './tracing';

export interface OpenTelemetryOptions extends Pick<CountedExportOptions, 'onOutcome'> {
  readonly target: Target;
  /** Attributes of the resource that sends the spans. */
  readonly resource: Attributes;
  readonly version: string;
}

const MAX_PENDING = 2048;
const TIMEOUT_MS = 10_000;
/** Length of version, trace, span and flags. A longer header has unknown parts. */
const TRACEPARENT_LENGTH = 55;

/** Tracing by the library of OpenTelemetry. It sets none of the library's globals, so no other code in the process sends by it. */
export class OpenTelemetry implements Tracing {
  readonly #provider: TracerProvider;
  readonly #tracer;
  readonly #current = new AsyncLocalStorage<Trace | undefined>();

  constructor({ target, resource, version, onOutcome }: OpenTelemetryOptions) {
    const headers = { ...target.headers, [SELF_TRACES_HEADER]: '1' };
    const exporter = new OTLPTraceExporter({ url: target.url.href, headers });
    this.#provider = new TracerProvider({
      resource: resourceFromAttributes({ ...resource, [SELF_TRACES_ATTRIBUTE]: true }),
      // The sampler decides by the trace id, which the root and its children share: they are sampled together.
      sampler: new TraceIdRatioBasedSampler(target.share),
      spanProcessors: [
        countedExport({
          exporter,
          mostPending: MAX_PENDING,
          everyMs: target.everyMs,
          timeoutMs: TIMEOUT_MS,
          onOutcome,
        }),
      ],
    });
    this.#tracer = this.#provider.getTracer('sluice', version);
  }

  begin({ name, kind = 'internal', attributes = {} }: SpanStart, cause?: string): Trace | undefined {
    const options = { kind: KINDS[kind], attributes, links: linksTo(cause) };
    const root = this.#tracer.startSpan(name, options, ROOT_CONTEXT);
    return root.isRecording() ? new SampledTrace(this.#tracer, root) : undefined;
  }

  within<T>(trace: Trace | undefined, work: () => T): T {
    return this.#current.run(trace, work);
  }

  current(): Trace | undefined {
    return this.#current.getStore();
  }

  /**
   * Sends the ended spans.
   * @throws if that fails
   */
  close(): Promise<void> {
    return this.#provider.shutdown();
  }
}

/**
 * Link to the trace of a request. The sender of a `traceparent` is not trusted: it decides neither the sampling, nor in which trace the
 * product's own work appears.
 */
function linksTo(traceparent: string | undefined): Link[] {
  const context = traceparent?.length === TRACEPARENT_LENGTH ? parseTraceParent(traceparent) : null;
  return context === null ? [] : [{ context: { ...context, isRemote: true } }];
}
