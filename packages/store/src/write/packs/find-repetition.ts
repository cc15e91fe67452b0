import { rolled } from '../../packs/cut-text';
import { sampleBytes } from '../../packs/piece-memory';

/** Characters at the beginning of a text, and at its end, that are read: a text grows at one of them, or between. */
const READ = 1024;

/** Bits of the rolling hash that are zero at a sample: one position in 128. */
const SAMPLE_MASK = 0xfe000000 | 0;

/** Least bytes between two samples of a text, so that a run of one byte costs no more than other text. */
const LEAST_DISTANCE = 32;

/** Bytes before and behind a sample by which passages are equal. */
const COMPARED = 16;
const AROUND = { bytes: 2 * COMPARED, distance: 4 } as const;

/** Share of the samples that texts must repeat: packs of texts that repeat less need more disk than the texts (RATIONALE.md, "Packs"). */
const LEAST_SHARE = 1 / 4;

/** Repeated samples from which on the texts that follow are not read, if these samples are a share of all so far. */
const ENOUGH = 32;

/**
 * Returns whether texts repeat passages of each other. Passages of a text that repeats itself do not count: the compression of its column
 * finds them. Samples are where the content says, so that an equal passage has equal samples. A forged sample only packs a text.
 * Time: linear in the number of texts.
 */
export function repeatEachOther(texts: readonly string[]): boolean {
  if (texts.length < 2) return false;
  const data = Buffer.allocUnsafe(3 * 2 * READ);
  /** Number of the text in which a sample was first, by its hash. */
  const first = new Map<number, number>();
  let samples = 0;
  let repeated = 0;
  for (const [number, text] of texts.entries()) {
    for (const sample of samplesOf(data, data.write(endsOf(text)))) {
      samples += 1;
      const known = first.get(sample);
      if (known === undefined) first.set(sample, number);
      else if (known !== number) repeated += 1;
    }
    if (repeated >= ENOUGH && repeated >= LEAST_SHARE * samples) return true;
  }
  return repeated > 0 && repeated >= LEAST_SHARE * samples;
}

const endsOf = (text: string): string => (text.length > 2 * READ ? text.slice(0, READ) + text.slice(-READ) : text);

/** Returns hashes of the passages around the samples of a text, the first `length` bytes of `data`. */
function samplesOf(data: Buffer, length: number): number[] {
  const samples: number[] = [];
  let rolling = 0;
  let last = -LEAST_DISTANCE;
  for (let at = 0; at < length - COMPARED; at += 1) {
    rolling = rolled(rolling, data[at] as number);
    if ((rolling & SAMPLE_MASK) !== 0 || at - last < LEAST_DISTANCE || at < COMPARED) continue;
    samples.push(sampleBytes(data, at - COMPARED, AROUND));
    last = at;
  }
  return samples;
}
