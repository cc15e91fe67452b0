/** Inclusion of a part in its whole: `included` if the whole contains the part, otherwise `separate`. */
export type Inclusion = 'included' | 'separate';

/** Inclusion of the tokens read from and written to caches in the input, and of the reasoning in the output. */
export interface Inclusions {
  readonly caches: Inclusion;
  readonly reasoning: Inclusion;
}

/** Known inclusions of a sender; undefined if unknown. */
export interface KnownInclusions {
  readonly caches?: Inclusion | undefined;
  readonly reasoning?: Inclusion | undefined;
}

export const ALL_INCLUDED: Inclusions = { caches: 'included', reasoning: 'included' };

/** Wholes and parts as sent. */
export interface SentCounts {
  readonly input: number | undefined;
  readonly output: number | undefined;
  readonly total: number | undefined;
  /** 0 if none was sent; the same for reasoning. */
  readonly caches: number;
  readonly reasoning: number;
}

/**
 * Decides whether wholes include their parts; the only place of this rule (contract: Usage and cost). In this order: parts larger than
 * their whole are separate; if a larger total shows that parts are in addition to both wholes, the only reading that yields this total;
 * then what is known of the sender; then the document of the attributes. A total that equals input plus output contradicts that document
 * alone: frameworks add it up themselves.
 */
export function inclusionsOf(sent: SentCounts, known: () => KnownInclusions, documented: Inclusions): Inclusions {
  const { input, output, total, caches, reasoning } = sent;
  const separateInput = input !== undefined && caches > input;
  const separateOutput = output !== undefined && reasoning > output;
  const excess = input === undefined || output === undefined || total === undefined ? NaN : total - input - output;
  const shown = excess > 0 ? readingOf(sent, separateInput, separateOutput, excess) : undefined;
  if (shown !== undefined) return shown;
  const ofSender = known();
  const usual = excess === 0 && !separateInput && !separateOutput ? ALL_INCLUDED : documented;
  return {
    caches: separateInput ? 'separate' : (ofSender.caches ?? usual.caches),
    reasoning: separateOutput ? 'separate' : (ofSender.reasoning ?? usual.reasoning),
  };
}

/** Returns the only reading whose separate parts equal the excess of the total over both wholes. */
function readingOf(
  { caches, reasoning }: SentCounts,
  separateInput: boolean,
  separateOutput: boolean,
  excess: number,
): Inclusions | undefined {
  const fitting: Inclusions[] = [];
  for (const cachesInclusion of mayBe(caches, separateInput)) {
    for (const reasoningInclusion of mayBe(reasoning, separateOutput)) {
      const separate =
        (cachesInclusion === 'separate' ? caches : 0) + (reasoningInclusion === 'separate' ? reasoning : 0);
      if (separate === excess) fitting.push({ caches: cachesInclusion, reasoning: reasoningInclusion });
    }
  }
  return fitting.length === 1 ? fitting[0] : undefined;
}

function mayBe(count: number, mustBeSeparate: boolean): readonly Inclusion[] {
  if (mustBeSeparate) return ['separate'];
  return count > 0 ? ['included', 'separate'] : ['included'];
}
