import { PUBLIC_TRACE_FIELDS, fieldsOf } from '@sluice/record';
import type {
  Portions,
  StoredText,
  TokenSums,
  Trace,
  TraceIo,
  TraceListItem,
  TraceMatch,
  TraceSummary,
} from '@sluice/store/read';
import type { FieldGroups } from '../queries/field-groups';
import { previewOf } from './preview';
import { spliceObject } from './splice';
import { presentSeconds, presentTime } from './times';

const TEXTS = fieldsOf(PUBLIC_TRACE_FIELDS, 'text');

/** Placeholder of a number that was not requested, so that typed clients find a number. */
const NOT_ASKED = -1;
const NO_USAGE: TokenSums = { input: `${NOT_ASKED}`, output: `${NOT_ASKED}`, total: `${NOT_ASKED}` };

export interface PresentTraceOptions {
  readonly trace: Trace;
  readonly io: TraceIo;
  /** Written if present. */
  readonly summary?: TraceSummary | undefined;
  /** Written if present. */
  readonly match?: TraceMatch | undefined;
  /** JSON arrays. */
  readonly scores: StoredText;
  readonly observations: StoredText;
}

/** Form of traces in a response. */
export interface TraceForm {
  readonly fields: FieldGroups;
  readonly projectId: string;
}

/**
 * Writes a trace, in fragments (spec 2.4; contract: Reading traces). No key is ever omitted, except for those of a summary. The last
 * fragments are `scores`, the key of `observations`, `observations` and the closing brace, so that other arrays can replace the two.
 */
export function presentTrace(
  { trace, io, summary, match, scores, observations }: PresentTraceOptions,
  { fields, projectId }: TraceForm,
): StoredText[] {
  const core = {
    id: trace.id,
    timestamp: presentTime(trace.timestamp),
    ...Object.fromEntries(TEXTS.map((name) => [name, trace[name]])),
    public: trace.public,
    bookmarked: false,
    latency: fields.metrics ? presentSeconds(trace.latency) : NOT_ASKED,
    totalCost: fields.metrics ? trace.totalCost : NOT_ASKED,
    htmlPath: `/project/${encodeURIComponent(projectId)}/traces/${encodeURIComponent(trace.id)}`,
    projectId,
    externalId: null,
    createdAt: presentTime(trace.createdAt),
    updatedAt: presentTime(trace.updatedAt),
    ...(summary && presentSummary(summary)),
    ...(match && { match }),
  };
  return spliceObject(core, [
    ['usage', usageText(fields.metrics ? trace.usage : NO_USAGE)],
    ['tags', trace.tags],
    ...(summary ? summaryTexts(summary, trace) : []),
    ['input', (fields.io ? io.input : null) ?? 'null'],
    ['output', (fields.io ? io.output : null) ?? 'null'],
    ['metadata', (fields.io ? io.metadata : null) ?? '{}'],
    ['scores', scores],
    ['observations', observations],
  ]);
}

/** Writes the traces of a list, with commas between them. */
export async function* presentTraces(portions: Portions<TraceListItem>, form: TraceForm): AsyncGenerator<StoredText[]> {
  let separator = '';
  for await (const portion of portions) {
    for (const { trace, io, summary, match, scoreIds, observationIds } of portion) {
      const ids = { scores: scoreIds ?? '[]', observations: observationIds ?? '[]' };
      yield [separator, ...presentTrace({ trace, io, summary, match, ...ids }, form)];
      separator = ',';
    }
  }
}

const presentSummary = ({ observations, errors, warnings, input, output, ...summary }: TraceSummary): object => ({
  observationCount: observations,
  errorCount: errors,
  warningCount: warnings,
  outcome: summary.outcome,
  isOpen: summary.isOpen,
  failure: summary.failure,
  inputPreview: previewOf(input),
  outputPreview: previewOf(output),
});

const summaryTexts = ({ models }: TraceSummary, { usage }: Trace): [string, StoredText][] => [
  ['models', models],
  ['inputTokens', usage.input],
  ['outputTokens', usage.output],
  ['totalTokens', usage.total],
];

const usageText = ({ input, output, total }: TokenSums): string =>
  `{"input":${input},"output":${output},"total":${total}}`;
