import type { TokenCounts, JsonText, Micros, Usage } from '@sluice/record';
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
  time,
  totalCost,
  truth,
  type,
} from './parsers';
import type { Parser } from './parsers';
import type { Inclusion } from './token-inclusion';
import { usageDetails } from './usage-details';

/** Fields that a dialect can read from attributes or events of a span. */
export interface Fields {
  readonly type: string;
  readonly model: string;
  /** Model that answered. */
  readonly responseModel: string;
  readonly provider: string;
  readonly input: JsonText;
  readonly output: JsonText;
  readonly modelParameters: JsonText;
  readonly completionStartTime: Micros;
  readonly level: string;
  readonly statusMessage: string;
  readonly promptName: string;
  readonly promptVersion: number;
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
  readonly environment: string;
  readonly release: string;
  readonly version: string;
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

/** Parser of each field's attribute, whatever the attribute's name. */
export const PARSERS: { readonly [F in keyof Fields]: Parser<Fields[F]> } = {
  type: type,
  model: shortText,
  responseModel: shortText,
  provider: shortText,
  input: freeForm,
  output: freeForm,
  modelParameters: freeForm,
  completionStartTime: time,
  level: level,
  statusMessage: plainText,
  promptName: nameText,
  promptVersion: integer,
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
  environment: shortText,
  release: shortText,
  version: shortText,
  traceName: nameText,
  workflowName: nameText,
  traceInput: freeForm,
  traceOutput: freeForm,
  tracePublic: truth,
  tags,
};
