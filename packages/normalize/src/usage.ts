import { MAX_COUNT } from '@sluice/record';
import type { Buckets, Usage } from '@sluice/record';
import type { Draft } from './draft';
import { put } from './draft';

/**
 * Inclusive counts: `input` contains what was read from and written to caches, and the audio, `output` the reasoning and
 * the audio.
 */
export interface InclusiveCounts {
  readonly input?: number | undefined;
  readonly cacheRead?: number | undefined;
  readonly cacheWrite?: number | undefined;
  readonly inputAudio?: number | undefined;
  readonly output?: number | undefined;
  readonly reasoning?: number | undefined;
  readonly outputAudio?: number | undefined;
  readonly total?: number | undefined;
}

type Counts = Record<string, number>;

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
export function usageOfDetails(details: Readonly<Record<string, number>>, inclusive: InclusiveCounts = {}): Usage {
  const groups: { input?: Counts; output?: Counts; other?: Counts } = {};
  let total: number | undefined;
  for (const [sent, count] of Object.entries(details)) {
    const name = SPELLINGS.get(sent) ?? sent;
    if (name === 'total') {
      if (sent === 'total' || total === undefined) total = count;
      continue;
    }
    const group = (groups[name.includes('input') ? 'input' : name.includes('output') ? 'output' : 'other'] ??=
      emptyBuckets());
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

/** Usage of inclusive counts alone: each whole without its parts, and the parts. A part alone is only itself. */
export function usageOfCounts(counts: InclusiveCounts): Usage | undefined {
  const usage: Draft<Usage> = {};
  const input = filled(inputParts(counts), 'input', counts.input);
  const output = filled(outputParts(counts), 'output', counts.output);
  put(usage, 'input', input);
  put(usage, 'output', output);
  put(usage, 'total', counts.total);
  return input === undefined && output === undefined && counts.total === undefined ? undefined : usage;
}

/** Most have none: nothing is made of them. */
function inputParts({ cacheRead, cacheWrite, inputAudio, input }: InclusiveCounts): Counts | undefined {
  if ((cacheRead ?? cacheWrite ?? inputAudio) === undefined) return undefined;
  return partsOf(
    [
      ['input_cached_tokens', cacheRead],
      ['input_cache_creation', cacheWrite],
    ],
    ['input_audio_tokens', inputAudio],
    input,
  );
}

function outputParts({ reasoning, outputAudio, output }: InclusiveCounts): Counts | undefined {
  if ((reasoning ?? outputAudio) === undefined) return undefined;
  return partsOf([['output_reasoning_tokens', reasoning]], ['output_audio_tokens', outputAudio], output);
}

type Part = readonly [name: string, count: number | undefined];

/**
 * The parts that were sent. Audio that has no room beside the others in the whole is the same tokens once more, cached
 * audio for example, and left out: it must not make an inclusive whole look exclusive.
 */
function partsOf(parts: readonly Part[], [audio, audioCount]: Part, whole: number | undefined): Counts | undefined {
  let counts: Counts | undefined;
  let sum = 0;
  for (const [name, count] of parts) {
    if (count === undefined) continue;
    (counts ??= {})[name] = count;
    sum += count;
  }
  const hasRoom = audioCount !== undefined && (whole === undefined || sum === 0 || sum + audioCount <= whole);
  if (hasRoom) (counts ??= {})[audio] = audioCount;
  return counts;
}

/** Two statements about one observation: each group of the later one replaces as a whole. */
export function mergeUsage(earlier: Usage, later: Usage): Usage {
  return { ...earlier, ...later };
}

/**
 * The parts with a plain bucket before them: the whole less its parts; parts larger than the whole show that the whole
 * was exclusive. Undefined without a count.
 */
function filled(parts: Counts | undefined, plain: string, whole: number | undefined): Buckets | undefined {
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
