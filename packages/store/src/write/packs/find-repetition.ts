import { rolled } from '../../packs/cut-text';
import { sampleBytes } from '../../packs/piece-memory';

/** Most bytes of a text that are read: what an agent repeats begins with its first messages. */
const MOST_BYTES = 4096;

/** Bits of the rolling hash that are zero at a sample: one position in 256. */
const SAMPLE_MASK = 0xff000000 | 0;

/** Least bytes between two samples of a text, so that a run of one byte costs no more than other text. */
const LEAST_DISTANCE = 64;

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
 * Time: linear in the bytes.
 */
export function repeatEachOther(texts: readonly string[]): boolean {
  if (texts.length < 2) return false;
  const data = Buffer.allocUnsafe(Math.min(MOST_BYTES, 3 * Math.max(...texts.map(({ length }) => length))));
  /** Number of the text in which a sample was first, by its hash. */
  const first = new Map<number, number>();
  let samples = 0;
  let repeated = 0;
  for (const [number, text] of texts.entries()) {
    for (const sample of samplesOf(data, data.write(text))) {
      samples += 1;
      const known = first.get(sample);
      if (known === undefined) first.set(sample, number);
      else if (known !== number) repeated += 1;
    }
    if (repeated >= ENOUGH && repeated >= LEAST_SHARE * samples) return true;
  }
  return repeated > 0 && repeated >= LEAST_SHARE * samples;
}

/** Returns hashes of the passages around the samples of a text, its first `length` bytes. */
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
