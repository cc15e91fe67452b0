import { OBSERVATION_FIELDS, fieldsOf } from '@sluice/record';
import type { JsonText, NameOf, Observation, TokenCounts, Usage } from '@sluice/record';
import {
  costDetails,
  countOf,
  freeForm,
  integer,
  level,
  nameText,
  plainText,
  shortText,
  tags,
  textUpTo,
  time,
  totalCost,
  truth,
  type,
} from './parsers';
import type { Parser } from './parsers';
import type { Inclusion } from './token-inclusion';
import { usageDetails } from './usage-details';

/** Parsers of attributes by the kind of their field; fields of other kinds have sources of several attributes. */
const PARSER_OF = {
  text: textUpTo,
  longText: () => plainText,
  json: () => freeForm,
  time: () => time,
  integer: () => integer,
};

type ParsedKind = keyof typeof PARSER_OF;

/** Fields of an observation that follow from the span itself, its scope or its resource. */
const OF_SPAN = ['name', 'startTime', 'endTime', 'scope', 'service'] as const;

type ObservationField = Exclude<NameOf<typeof OBSERVATION_FIELDS, ParsedKind>, (typeof OF_SPAN)[number]>;

/** Fields of an observation that a dialect reads from one attribute each. */
export const OBSERVATION_FIELDS_READ = fieldsOf(OBSERVATION_FIELDS, ...(Object.keys(PARSER_OF) as ParsedKind[])).filter(
  (name): name is ObservationField => !OF_SPAN.some((ofSpan) => ofSpan === name),
);

/** Fields that a dialect can read from attributes or events of a span. */
export interface Fields extends Required<Pick<Observation, ObservationField>> {
  /** Counts that are disjoint as sent; they win over the counts below. */
  readonly usageDetails: Usage;
  readonly inputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
  /** Part of `cacheWriteTokens` that is cached for an hour. */
  readonly cacheWriteHourTokens: number;
  readonly inputAudioTokens: number;
  /** Inclusion of the parts according to the provider's own usage, if it is sent next to the counts. */
  readonly cachesInclusion: Inclusion;
  readonly reasoningInclusion: Inclusion;
  readonly outputTokens: number;
  readonly reasoningTokens: number;
  readonly outputAudioTokens: number;
  readonly totalTokens: number;
  /** Counts under unknown names, by the names of their attributes. */
  readonly unknownCounts: TokenCounts;
  /** Costs in the product's own attributes, and in those of other dialects. */
  readonly costDetails: Readonly<Record<string, number>>;
  readonly cost: Readonly<Record<string, number>>;
  /** True if the operation only wraps others, whose numbers it repeats (contract: What counts). */
  readonly wraps: boolean;
  /** True on a span that represents the root of its trace. */
  readonly asRoot: boolean;
  readonly userId: string;
  readonly sessionId: string;
  readonly release: string;
  readonly traceName: string;
  /** Name of the trace if its root has no name. */
  readonly workflowName: string;
  readonly traceInput: JsonText;
  readonly traceOutput: JsonText;
  readonly tracePublic: boolean;
  readonly tags: readonly string[];
}

/** Parser of a field that only functions read, from more than one attribute. */
const functionOnly = (): undefined => undefined;

function parserOf(name: ObservationField): Parser<unknown> {
  const { kind, longest }: { readonly kind: ParsedKind; readonly longest?: number } = OBSERVATION_FIELDS[name];
  return PARSER_OF[kind](longest ?? Infinity);
}

/** Parser of each field's attribute, whatever the attribute's name. */
export const PARSERS: { readonly [F in keyof Fields]: Parser<Fields[F]> } = {
  ...(Object.fromEntries(OBSERVATION_FIELDS_READ.map((name) => [name, parserOf(name)])) as {
    readonly [F in ObservationField]: Parser<Fields[F]>;
  }),
  type,
  level,
  usageDetails,
  inputTokens: countOf,
  cacheReadTokens: countOf,
  cacheWriteTokens: countOf,
  cacheWriteHourTokens: countOf,
  inputAudioTokens: countOf,
  cachesInclusion: functionOnly,
  reasoningInclusion: functionOnly,
  outputTokens: countOf,
  reasoningTokens: countOf,
  outputAudioTokens: countOf,
  totalTokens: countOf,
  unknownCounts: functionOnly,
  costDetails,
  cost: totalCost,
  wraps: truth,
  asRoot: truth,
  userId: shortText,
  sessionId: shortText,
  release: shortText,
  traceName: nameText,
  workflowName: nameText,
  traceInput: freeForm,
  traceOutput: freeForm,
  tracePublic: truth,
  tags,
};
