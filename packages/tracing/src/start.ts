import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { type Closers, type Logger, type Metrics, createOutageLog, withDeadline } from '@sluice/runtime';
import type * as Library from './open-telemetry';
import { type SelfTraceSettings, readTarget } from './settings';
import type { Tracing } from './tracing';

export interface SelfTraceDependencies {
  readonly settings: SelfTraceSettings;
  /** Service and version: `sluice-gateway`. */
  readonly build: { readonly service: string; readonly version: string };
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly closers: Closers;
}

/** Time limit for sending at the end of the process, when the server of requests, which is added to `closers` later, is closed. */
const FLUSH_MS = 2_000;

/**
 * Makes the tracing of a process; undefined if it is off. The library is loaded here: a process without traces never has it in memory.
 * @throws nothing for settings without `selfTraceProblems`
 */
export function startSelfTraces(dependencies: SelfTraceDependencies): Tracing | undefined {
  const { settings, build, logger, metrics, closers } = dependencies;
  const spans = metrics.counter({
    name: 'sluice_self_traces_spans_total',
    help: 'Spans of its own traces: sent, failed (the receiver did not take them), dropped (too many waited)',
    labels: ['outcome'],
  });
  for (const outcome of ['sent', 'failed', 'dropped']) spans.inc({ outcome }, 0);
  const reading = readTarget(settings);
  const target = reading.ok ? reading.value : undefined;
  if (target === undefined) return undefined;

  const receiver = createOutageLog({
    logger,
    lost: 'traces of this process cannot be sent: they are lost',
    back: 'traces of this process are sent again',
  });
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- of what `import()` loads, tests do not see the sources
  const { OpenTelemetry } = require('./open-telemetry') as typeof Library;
  const tracing = new OpenTelemetry({
    target,
    resource: {
      'service.name': settings.otelServiceName ?? build.service,
      'service.version': build.version,
      'service.instance.id': randomUUID(),
      'host.name': hostname(),
    },
    version: build.version,
    onOutcome(outcome, count, error) {
      spans.inc({ outcome }, count);
      if (outcome === 'failed') receiver.failed(error);
      if (outcome === 'sent') receiver.worked();
    },
  });
  closers.add('traces of itself', async (budgetMs) => {
    // Spans that cannot be sent now are lost; they are not worth a longer wait at the end of the process.
    await withDeadline(Math.min(budgetMs / 2, FLUSH_MS), tracing.close()).catch(() => undefined);
  });
  logger.info('traces of this process are sent', { to: target.url.origin + target.url.pathname, share: target.share });
  return tracing;
}
