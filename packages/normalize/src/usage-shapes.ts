import { ITEM_LIMITS, storable } from '@sluice/record';
import type { TokenCounts } from '@sluice/record';
import { ALL_INCLUDED, inclusionsOf } from './token-inclusion';
import type { KnownInclusions, Inclusions } from './token-inclusion';
import { sharedAudio, toCount, usageOfCounts } from './usage';
import type { SentCounts } from './usage';

/** Members of usage as a sender wrote it. */
type Sent = Readonly<Record<string, unknown>>;

/** Result of a shape: counts by side, and the members that it has read. `refused`: details have a part that is not a count. */
export interface Shaped {
  readonly input?: TokenCounts | undefined;
  readonly output?: TokenCounts | undefined;
  readonly total?: number | undefined;
  readonly read: ReadonlySet<string>;
  readonly refused?: boolean;
}

/** Reads usage with the members of a provider or a library, whose wholes and parts are known; undefined for any other. */
export function shapeOf(sent: Sent): Shaped | undefined {
  return (
    withDetails(sent) ??
    FLAT_SHAPES.find(({ isOf }) => isOf.every((names) => names.some((name) => isCount(sent[name]))))?.read(sent)
  );
}

/** Wholes of OpenAI with the names of their details. */
const WHOLES = [
  { whole: 'prompt_tokens', details: 'prompt_tokens_details', side: 'input' },
  { whole: 'input_tokens', details: 'input_tokens_details', side: 'input' },
  { whole: 'completion_tokens', details: 'completion_tokens_details', side: 'output' },
  { whole: 'output_tokens', details: 'output_tokens_details', side: 'output' },
] as const;

const TOTALS = ['total', 'total_tokens', 'totalTokens'];

/** Names next to the details that repeat a name inside them: LiteLLM sends them as Anthropic does, and DeepSeek. */
const INPUT_TWICE = new Map([
  ['cache_read_input_tokens', 'cached_tokens'],
  ['cache_read_tokens', 'cached_tokens'],
  ['prompt_cache_hit_tokens', 'cached_tokens'],
  ['cache_creation_input_tokens', 'cache_creation_tokens'],
  ['cache_write_tokens', 'cache_creation_tokens'],
]);
const OUTPUT_TWICE = new Map([['reasoning_tokens', 'reasoning_tokens']]);

/**
 * Order of the parts: a division by kind follows a division by price. Reasoning beside its whole fits, because the whole is raised by it.
 */
const RANKS = [/reasoning/, /cache/, /audio/, /image|video/, /^(?!text)/];

/**
 * Reads OpenAI's shapes: the details are parts of their whole, which contains the caches always and the reasoning unless it is beside
 * (`inclusionsOf`). Details that exceed what the details before them leave are the same tokens in another division of the whole (xAI), and
 * omitted.
 */
function withDetails(sent: Sent): Shaped | undefined {
  const shaped: { input?: TokenCounts; output?: TokenCounts; read: Set<string>; refused?: boolean } = {
    read: new Set(),
  };
  const countOf = (side: 'input' | 'output'): number | undefined => {
    const names = WHOLES.filter((each) => each.side === side).map(({ whole }) => whole);
    return names.map((name) => toCount(sent[name])).find((count) => count !== undefined);
  };
  const total = TOTALS.map((name) => toCount(sent[name])).find((count) => count !== undefined);
  for (const { whole, details: name, side } of WHOLES) {
    const [count, details] = [toCount(sent[whole]), sent[name]];
    if (count === undefined || !isObject(details) || Object.keys(details).length > ITEM_LIMITS.usageTypes) continue;
    shaped.read.add(whole).add(name);
    const parts = new Map<string, number>();
    for (const [part, tokens] of Object.entries(details)) {
      addCount(parts, storable(part), tokens);
      if (['number', 'string'].includes(typeof tokens) && !isCount(tokens)) shaped.refused = true;
    }
    for (const [again, part] of side === 'input' ? INPUT_TWICE : OUTPUT_TWICE) {
      if (!isCount(sent[again])) continue;
      shaped.read.add(again);
      if (!parts.has(part)) addCount(parts, part, sent[again]);
    }
    if (side === 'input' && isCount(sent['prompt_cache_miss_tokens'])) shaped.read.add('prompt_cache_miss_tokens');
    const reasoning = side === 'output' ? (parts.get('reasoning_tokens') ?? 0) : 0;
    const inclusions = inclusionsOf(
      { input: countOf('input'), output: countOf('output'), total, caches: 0, reasoning },
      () => ({}),
      ALL_INCLUDED,
    );
    shaped[side] = divided(side, inclusions.reasoning === 'separate' ? count + reasoning : count, parts);
  }
  return shaped.read.size === 0 ? undefined : shaped;
}

/** Divides a whole into its parts and the rest. */
function divided(side: 'input' | 'output', whole: number, parts: ReadonlyMap<string, number>): TokenCounts {
  const rankOf = (name: string): number => {
    const rank = RANKS.findIndex((kind) => kind.test(name));
    return rank < 0 ? RANKS.length : rank;
  };
  const counts = Object.create(null) as Record<string, number>;
  counts[side] = whole;
  let rest = whole;
  for (const [name, count] of [...parts].sort(([a], [b]) => rankOf(a) - rankOf(b))) {
    if (count <= rest) {
      counts[`${side}_${name}`] = count;
      rest -= count;
    } else if (name === 'audio_tokens' && side === 'input') {
      const shared = sharedAudio(counts['input_cached_tokens'] ?? 0, count, count - rest);
      if (shared === undefined) continue;
      Object.assign(counts, shared);
      rest = 0;
    }
  }
  counts[side] = rest;
  return counts;
}

interface FlatShape {
  /** Identifying members of the shape: one of each list must be present. */
  readonly isOf: readonly (readonly string[])[];
  readonly read: (sent: Sent) => Shaped;
}

/** Names of each count, the first that was sent wins; `prompts` are input under a usage type of their own. */
type Names = { readonly [Count in keyof SentCounts]?: readonly string[] } & { readonly prompts?: readonly string[] };

/** @param inclusions inclusions by the document of these members, or the known ones of the provider's own object */
function flat(isOf: FlatShape['isOf'], names: Names, inclusions: Inclusions, known: KnownInclusions = {}): FlatShape {
  return {
    isOf,
    read(sent) {
      const read = new Set<string>();
      const first = (each: readonly string[] = []): number | undefined => {
        const found = each.filter((name) => isCount(sent[name]));
        for (const name of found) read.add(name);
        return found[0] === undefined ? undefined : toCount(sent[found[0]]);
      };
      const { prompts, ...own } = names;
      const counts = Object.fromEntries(Object.entries(own).map(([count, each]) => [count, first(each)])) as SentCounts;
      const prompt = first(prompts);
      const total = counts.total === undefined ? undefined : counts.total - (prompt ?? 0);
      const { input, output } = usageOfCounts({ ...counts, total }, () => known, inclusions) ?? {};
      const withPrompt = prompt === undefined ? input : { ...input, input_tool_use_prompt_tokens: prompt };
      return { input: withPrompt, output, total: counts.total, read };
    },
  };
}

const FLAT_SHAPES: readonly FlatShape[] = [
  // Google: `UsageMetadata` of Gemini and Vertex AI. Tokens of tools' prompts are in addition to the prompt.
  ...[(name: string) => name, camelCase].map((spelled) =>
    flat(
      [['prompt_token_count', 'candidates_token_count', 'thoughts_token_count', 'total_token_count'].map(spelled)],
      {
        input: ['prompt_token_count'].map(spelled),
        prompts: ['tool_use_prompt_token_count'].map(spelled),
        cacheRead: ['cached_content_token_count'].map(spelled),
        output: ['candidates_token_count', 'response_token_count'].map(spelled),
        reasoning: ['thoughts_token_count'].map(spelled),
        total: ['total_token_count'].map(spelled),
      },
      { caches: 'included', reasoning: 'separate' },
    ),
  ),
  // Bedrock: `TokenUsage` of Converse, the provider's own object.
  flat(
    [['cacheReadInputTokens', 'cacheWriteInputTokens', 'cacheReadInputTokenCount', 'cacheWriteInputTokenCount']],
    {
      input: ['inputTokens'],
      cacheRead: ['cacheReadInputTokens', 'cacheReadInputTokenCount'],
      cacheWrite: ['cacheWriteInputTokens', 'cacheWriteInputTokenCount'],
      output: ['outputTokens'],
      total: ['totalTokens'],
    },
    ALL_INCLUDED,
    { caches: 'separate' },
  ),
  // AI SDK: `LanguageModelUsage` of version 5 and 6.
  flat(
    [
      ['inputTokens', 'promptTokens', 'outputTokens', 'completionTokens'],
      ['cachedInputTokens', 'reasoningTokens'],
    ],
    {
      input: ['inputTokens', 'promptTokens'],
      cacheRead: ['cachedInputTokens'],
      output: ['outputTokens', 'completionTokens'],
      reasoning: ['reasoningTokens'],
      total: ['totalTokens'],
    },
    ALL_INCLUDED,
  ),
];

function camelCase(name: string): string {
  return name.replace(/_[a-z]/g, (letter) => letter.slice(1).toUpperCase());
}

function addCount(counts: Map<string, number>, name: string, value: unknown): void {
  const count = toCount(value);
  if (count !== undefined) counts.set(name, count);
}

function isCount(value: unknown): boolean {
  return toCount(value) !== undefined;
}

function isObject(value: unknown): value is Sent {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
