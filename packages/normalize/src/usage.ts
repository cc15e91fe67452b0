import { MAX_COUNT, sideOfUsageType } from '@sluice/record';
import type { TokenCounts, Usage } from '@sluice/record';
import type { Draft } from './draft';
import { put } from './draft';
import { ALL_INCLUDED, inclusionsOf } from './token-inclusion';
import type { KnownInclusions, Inclusions } from './token-inclusion';

/**
 * Wholes and their parts as sent: of `input` the tokens read from and written to caches, and the audio; of `output` the reasoning and the
 * audio. Audio is inside its whole.
 */
export interface SentCounts {
  readonly input?: number | undefined;
  readonly cacheRead?: number | undefined;
  readonly cacheWrite?: number | undefined;
  /** Part of `cacheWrite` that is cached for an hour; the rest is cached for five minutes. */
  readonly cacheWriteHour?: number | undefined;
  readonly inputAudio?: number | undefined;
  readonly output?: number | undefined;
  readonly reasoning?: number | undefined;
  readonly outputAudio?: number | undefined;
  readonly total?: number | undefined;
}

type Counts = Record<string, number>;

const nothingKnown = (): KnownInclusions => ({});

/** Other spellings of the three plain usage types (contract: Usage and cost). */
const SPELLINGS = new Map([
  ['prompt', 'input'],
  ['promptTokens', 'input'],
  ['prompt_tokens', 'input'],
  ['inputTokens', 'input'],
  ['input_tokens', 'input'],
  ['completion', 'output'],
  ['completionTokens', 'output'],
  ['completion_tokens', 'output'],
  ['outputTokens', 'output'],
  ['output_tokens', 'output'],
  ['totalTokens', 'total'],
  ['total_tokens', 'total'],
]);

/** Parses a count of tokens: an integer from 0 to `MAX_COUNT`, also written as `10.0` or `"10"`; undefined for anything else. */
export function toCount(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,13}(\.0*)?$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= MAX_COUNT
    ? number
    : undefined;
}

/**
 * Converts usage that is disjoint as sent: `usage_details`, `usageDetails`. Inclusive counts sent in addition fill a plain usage type that
 * the details lack, and the total. The result replaces all usage that was sent before (contract: Native batch): groups without a count are
 * empty.
 */
export function usageOfDetails(details: Readonly<Record<string, number>>, inclusive: SentCounts = {}): Usage {
  const groups: { input?: Counts; output?: Counts; other?: Counts } = {};
  let total: number | undefined;
  for (const [sent, count] of Object.entries(details)) {
    const name = SPELLINGS.get(sent) ?? sent;
    if (name === 'total') {
      if (sent === 'total' || total === undefined) total = count;
      continue;
    }
    const group = (groups[sideOfUsageType(name)] ??= emptyBuckets());
    // The plain spelling wins over the others.
    if (sent === name || group[name] === undefined) group[name] = count;
  }
  return {
    input: filled(groups.input, 'input', inclusive.input) ?? {},
    output: filled(groups.output, 'output', inclusive.output) ?? {},
    other: groups.other ?? {},
    total: total ?? inclusive.total ?? null,
  };
}

/**
 * Converts counts: each whole without its parts, and the parts. A part without its whole stays alone.
 * @param known known inclusions of the sender
 * @param documented inclusions of the counts' document, if nothing else decides
 */
export function usageOfCounts(
  counts: SentCounts,
  known: () => KnownInclusions = nothingKnown,
  documented: Inclusions = ALL_INCLUDED,
): Usage | undefined {
  const { input, output, total } = counts;
  const usage: Draft<Usage> = {};
  const caches = (counts.cacheRead ?? 0) + (counts.cacheWrite ?? 0);
  const reasoning = counts.reasoning ?? 0;
  // Most counts have no parts, so their inclusion is not determined.
  const inclusions =
    caches + reasoning === 0
      ? ALL_INCLUDED
      : inclusionsOf({ input, output, total, caches, reasoning }, known, documented);
  const wholeInput = inclusions.caches === 'separate' && input !== undefined ? input + caches : input;
  const wholeOutput = inclusions.reasoning === 'separate' && output !== undefined ? output + reasoning : output;
  put(usage, 'input', filled(inputParts(counts, wholeInput), 'input', wholeInput));
  put(usage, 'output', filled(outputParts(counts, wholeOutput), 'output', wholeOutput));
  put(usage, 'total', total);
  return usage.input === undefined && usage.output === undefined && total === undefined ? undefined : usage;
}

function inputParts(counts: SentCounts, whole: number | undefined): Counts | undefined {
  const { cacheRead, cacheWrite, inputAudio } = counts;
  if ((cacheRead ?? cacheWrite ?? inputAudio) === undefined) return undefined;
  const hour = Math.min(counts.cacheWriteHour ?? 0, cacheWrite ?? 0);
  const shorter = cacheWrite === hour && hour > 0 ? undefined : (cacheWrite ?? 0) - hour;
  return partsOf(
    [
      ['input_cached_tokens', cacheRead],
      ['input_cache_creation', cacheWrite === undefined ? undefined : shorter],
      ['input_cache_creation_1h', hour === 0 ? undefined : hour],
    ],
    ['input_audio_tokens', inputAudio],
    whole,
  );
}

function outputParts({ reasoning, outputAudio }: SentCounts, whole: number | undefined): Counts | undefined {
  if ((reasoning ?? outputAudio) === undefined) return undefined;
  return partsOf([['output_reasoning_tokens', reasoning]], ['output_audio_tokens', outputAudio], whole);
}

type TokenCount = readonly [name: string, count: number | undefined];

/**
 * Returns the parts that were sent. Audio that exceeds what the other parts leave of the whole overlaps with them: the least possible
 * number of tokens is cached audio, a usage type of its own, and is subtracted from both. Audio with reasoning, or larger than its whole,
 * divides the whole once more and is omitted.
 */
function partsOf(
  parts: readonly TokenCount[],
  [audio, audioCount]: TokenCount,
  whole: number | undefined,
): Counts | undefined {
  let counts: Counts | undefined;
  let sum = 0;
  for (const [name, count] of parts) {
    if (count === undefined) continue;
    (counts ??= {})[name] = count;
    sum += count;
  }
  if (audioCount === undefined) return counts;
  const twice = whole === undefined || sum === 0 ? 0 : Math.max(0, sum + audioCount - whole);
  if (twice === 0) return { ...counts, [audio]: audioCount };
  const shared = sharedAudio(counts?.['input_cached_tokens'] ?? 0, audioCount, twice);
  return shared === undefined ? counts : { ...counts, ...shared };
}

/**
 * Counts of cached tokens and audio of which `twice` tokens are both: cached audio, subtracted from either. Undefined if one of them has
 * fewer.
 */
export function sharedAudio(cached: number, audio: number, twice: number): TokenCounts | undefined {
  if (twice > cached || twice > audio) return undefined;
  return {
    input_cached_tokens: cached - twice,
    input_cached_audio_tokens: twice,
    input_audio_tokens: audio - twice,
  };
}

/**
 * Usage of a span: the sum of the counts replaces a smaller total, and counts under unknown names are usage types that no sum contains.
 * @param usage is changed
 */
export function usageOfSpan(usage: Draft<Usage> | undefined, unknown: TokenCounts | undefined): Usage | undefined {
  if (typeof usage?.total === 'number') usage.total = { atLeast: usage.total };
  return unknown === undefined ? usage : { ...usage, other: { ...usage?.other, ...unknown } };
}

/** Merges two updates of one observation: each group of the later one replaces as a whole. */
export function mergeUsage(earlier: Usage, later: Usage): Usage {
  return { ...earlier, ...later };
}

/**
 * Adds a plain usage type before the parts: the whole without its parts. Parts larger than the whole, which here are audio alone or details
 * that were sent separately, show that the whole excludes them. Undefined without a count.
 */
function filled(parts: Counts | undefined, plain: string, whole: number | undefined): TokenCounts | undefined {
  if (whole === undefined) return parts;
  if (parts === undefined) return { [plain]: whole };
  if (parts[plain] !== undefined) return parts;
  let sum = 0;
  for (const name in parts) sum += parts[name] ?? 0;
  return { [plain]: sum <= whole ? whole - sum : whole, ...parts };
}

/** Senders choose the names: without a prototype `__proto__` is a name like any other. */
function emptyBuckets(): Counts {
  return Object.create(null) as Counts;
}
