import { MAX_COUNT, sideOfUsageType } from '@sluice/record';
import type { TokenCounts, Usage } from '@sluice/record';
import type { Draft } from './draft';
import { put } from './draft';
import { ALL_INCLUDED, inclusionsOf } from './token-inclusion';
import type { KnownInclusions, Inclusions } from './token-inclusion';

/**
 * Wholes and their parts as sent: of `input` what was read from and written to caches, and the audio, of `output` the
 * reasoning and the audio. Audio is inside its whole.
 */
export interface SentCounts {
  readonly input?: number | undefined;
  readonly cacheRead?: number | undefined;
  readonly cacheWrite?: number | undefined;
  /** Of `cacheWrite` what is kept for an hour; the rest is kept for five minutes. */
  readonly cacheWriteHour?: number | undefined;
  readonly inputAudio?: number | undefined;
  readonly output?: number | undefined;
  readonly reasoning?: number | undefined;
  readonly outputAudio?: number | undefined;
  readonly total?: number | undefined;
}

type Counts = Record<string, number>;

const nothingKnown = (): KnownInclusions => ({});

/** Other spellings of the three plain buckets; they mean the same (contract: Usage and cost). */
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

/** A count of tokens: an integer from 0 to `MAX_COUNT`, also written as `10.0` or `"10"`; undefined for anything else. */
export function toCount(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,13}(\.0*)?$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= MAX_COUNT
    ? number
    : undefined;
}

/**
 * Usage that is disjoint as sent: `usage_details`, `usageDetails`. Inclusive counts sent beside it fill a plain bucket
 * that the details lack, and the total. It replaces all that was sent before (contract: Native batch): groups that it has
 * no bucket of are empty.
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
 * Usage of counts alone: each whole without its parts, and the parts. A part alone is only itself.
 * @param known what is known of the sender
 * @param documented what the document of the counts says where nothing else does
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
  // Most have no parts: nothing is asked of them.
  const places =
    caches + reasoning === 0
      ? ALL_INCLUDED
      : inclusionsOf({ input, output, total, caches, reasoning }, known, documented);
  const wholeInput = places.caches === 'beside' && input !== undefined ? input + caches : input;
  const wholeOutput = places.reasoning === 'beside' && output !== undefined ? output + reasoning : output;
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

type Part = readonly [name: string, count: number | undefined];

/**
 * The parts that were sent. Audio that has no room beside the others in the whole is in part the same tokens: as few as
 * the whole allows are cached audio, a bucket of its own, and are taken out of both. Audio with reasoning, or larger than
 * its whole, divides the whole once more and is left out.
 */
function partsOf(parts: readonly Part[], [audio, audioCount]: Part, whole: number | undefined): Counts | undefined {
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
 * Buckets of cached tokens and audio of which `twice` tokens are both: cached audio, taken out of either. Undefined where
 * one of them has fewer.
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
 * Usage of a span: its total gives way to the sum of the buckets where that is larger, and counts under names that nobody
 * knows are buckets that are in no sum.
 * @param usage is changed
 */
export function usageOfSpan(usage: Draft<Usage> | undefined, unknown: TokenCounts | undefined): Usage | undefined {
  if (typeof usage?.total === 'number') usage.total = { atLeast: usage.total };
  return unknown === undefined ? usage : { ...usage, other: { ...usage?.other, ...unknown } };
}

/** Two statements about one observation: each group of the later one replaces as a whole. */
export function mergeUsage(earlier: Usage, later: Usage): Usage {
  return { ...earlier, ...later };
}

/**
 * The parts with a plain bucket before them: the whole less its parts. Parts larger than the whole, which here are audio
 * alone or details that were sent apart, show that the whole was without them. Undefined without a count.
 */
function filled(parts: Counts | undefined, plain: string, whole: number | undefined): TokenCounts | undefined {
  if (whole === undefined) return parts;
  if (parts === undefined) return { [plain]: whole };
  if (parts[plain] !== undefined) return parts;
  let sum = 0;
  for (const name in parts) sum += parts[name] ?? 0;
  return { [plain]: sum <= whole ? whole - sum : whole, ...parts };
}

/** Names come from senders: without a prototype `__proto__` is a name like any other. */
function emptyBuckets(): Counts {
  return Object.create(null) as Counts;
}
