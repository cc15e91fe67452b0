/** Span by its ids as hex digits, and its name. */
export type SpanIds = readonly [traceId: string, spanId: string, name: string];

/** Line that a program of `exporters` writes: the result of an export, or a warning of the SDK. */
type Line =
  | {
      readonly signal: 'traces' | 'metrics' | 'logs';
      readonly ok: boolean;
      readonly error?: string;
      readonly spans?: readonly SpanIds[];
    }
  | { readonly warning: string };

/** Results that an exporter reported. */
export interface Exported {
  readonly acknowledged: readonly SpanIds[];
  /** Spans that the exporter has given up; each is stored or not. */
  readonly givenUp: readonly SpanIds[];
  /** Whether the export of metrics was acknowledged. */
  readonly metrics: boolean;
  /** Whether the export of a log record was acknowledged, be it in a partial success. */
  readonly logs: boolean;
  /** Errors and warnings, which may name the reason of a partial success. */
  readonly warnings: readonly string[];
}

/** Reads the output of a program. @throws Error for a line of another form, or without the export of a signal */
export function readExported(output: string): Exported {
  const acknowledged: SpanIds[] = [];
  const givenUp: SpanIds[] = [];
  const warnings: string[] = [];
  const results = new Map<string, boolean>();
  for (const text of output.split('\n').filter((each) => each !== '')) {
    const line = parse(text);
    if ('warning' in line) {
      warnings.push(line.warning);
      continue;
    }
    results.set(line.signal, line.ok);
    if (line.error !== undefined) warnings.push(line.error);
    (line.ok ? acknowledged : givenUp).push(...(line.spans ?? []));
  }
  const [traces, metrics, logs] = ['traces', 'metrics', 'logs'].map((signal) => results.get(signal));
  if (acknowledged.length + givenUp.length === 0 && traces !== undefined)
    throw new Error('the export of traces names no spans');
  if (traces === undefined || metrics === undefined || logs === undefined) {
    throw new Error(`the program exported ${[...results.keys()].join(', ') || 'nothing'}: ${output.slice(-2_000)}`);
  }
  return { acknowledged, givenUp, metrics, logs, warnings };
}

/** Returns whether texts of an exporter have the reason of the partial success with which logs are refused. */
export function isReasonOfLogs(texts: readonly string[]): boolean {
  return texts.some((text) => text.includes('logs are not stored'));
}

function parse(text: string): Line {
  try {
    return JSON.parse(text) as Line;
  } catch {
    throw new Error(`the program wrote a line that is no result: ${text.slice(0, 2_000)}`);
  }
}
