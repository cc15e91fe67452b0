import { ITEM_LIMITS, USAGE_ATTRIBUTES } from '@sluice/record';
import type { TokenCounts } from '@sluice/record';
import { attribute, membersOf, omit } from '../span-view';
import type { SpanView } from '../span-view';
import { toCount } from '../usage';
import type { FieldSources } from './dialect';

/** Names below `gen_ai.usage.`, each with its dots. */
const below = (...names: readonly string[]): readonly string[] => names.map((name) => USAGE_ATTRIBUTES + name);

/** Names of the counts in all generations of the conventions, and other names of senders under `gen_ai.usage.`. */
export const COUNTS = {
  inputTokens: [
    ...below('input_tokens', 'prompt_tokens', 'prompt_token_count'),
    'gen_ai.aggregated_usage.input_tokens',
  ],
  cacheReadTokens: [
    ...below(
      ...['cache_read.input_tokens', 'cache_read_input_tokens', 'cache_read_tokens', 'input_cached_tokens'],
      // Sentry; Mastra until May 2026 and Elastic; Google.
      ...['input_tokens.cached', 'cached_input_tokens', 'cached_tokens', 'cached_content_token_count'],
      ...['prompt_tokens_details.cached_tokens', 'input_tokens_details.cached_tokens'],
      ...['prompt_token_details.cached_tokens', 'prompt_details.cache_read'],
      // Pydantic AI and Logfire: the names of the provider.
      ...['details.cache_read_tokens', 'details.cache_read_input_tokens', 'details.cached_tokens'],
      'details.cached_content_tokens',
    ),
    'gen_ai.aggregated_usage.cache_read.input_tokens',
  ],
  cacheWriteTokens: [
    ...below(
      ...['cache_write.input_tokens', 'cache_creation.input_tokens', 'cache_creation_input_tokens'],
      ...['cache_write_input_tokens', 'cache_write_tokens', 'input_cache_creation', 'cache_creation_tokens'],
      ...['input_tokens.cache_write', 'prompt_details.cache_write'],
      ...['details.cache_write_tokens', 'details.cache_creation_input_tokens'],
    ),
    'gen_ai.aggregated_usage.cache_creation.input_tokens',
  ],
  inputAudioTokens: below(
    ...['audio.input_tokens', 'input_audio_tokens', 'audio_input_tokens', 'prompt_details.audio'],
    'details.input_audio_tokens',
  ),
  outputTokens: [
    ...below('output_tokens', 'completion_tokens', 'candidates_token_count'),
    'gen_ai.aggregated_usage.output_tokens',
  ],
  reasoningTokens: [
    ...below(
      ...['reasoning.output_tokens', 'reasoning_tokens', 'output_reasoning_tokens', 'output_tokens.reasoning'],
      ...['completion_tokens_details.reasoning_tokens', 'output_tokens_details.reasoning_tokens'],
      ...['completion_details.reasoning', 'thoughts_token_count', 'thoughts_tokens'],
      ...['details.reasoning_tokens', 'details.thoughts_tokens'],
    ),
    'gen_ai.aggregated_usage.details.reasoning_tokens',
    'llm.usage.reasoning_tokens',
  ],
  outputAudioTokens: below(
    ...['audio.output_tokens', 'output_audio_tokens', 'audio_output_tokens', 'completion_details.audio'],
    'details.output_audio_tokens',
  ),
  totalTokens: [...below('total_tokens', 'total_token_count'), 'llm.usage.total_tokens'],
} as const satisfies FieldSources;

/** Names of amounts in USD, which are not counts, whether Sluice reads them or not. */
const COST = /cost|price|usd/i;

const KNOWN: ReadonlySet<string> = new Set(Object.values(COUNTS).flat());

/** Family of the unknown attributes below `gen_ai.usage.`: a span without such names is not searched for them. */
export const UNKNOWN_USAGE = {
  name: USAGE_ATTRIBUTES.slice(0, -1),
  has: (attributeName: string): boolean => !KNOWN.has(attributeName) && !COST.test(attributeName),
};

/** Reads the counts under unknown names, which stay in metadata too (contract: Usage and cost). */
export function unknownCounts(view: SpanView): TokenCounts | undefined {
  const counts = Object.create(null) as Record<string, number>;
  let found = 0;
  for (const { attribute: name } of membersOf(view, UNKNOWN_USAGE.name)) {
    const count = toCount(attribute(view, name));
    if (count === undefined) continue;
    if (++found > ITEM_LIMITS.usageTypes) {
      omit(view, name, `is one of more than ${ITEM_LIMITS.usageTypes} counts and was kept in metadata`);
      return undefined;
    }
    counts[name] = count;
  }
  return found === 0 ? undefined : counts;
}
