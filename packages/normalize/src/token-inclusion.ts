/** Where the parts of a whole are counted: inside of it, or beside it. */
export type Inclusion = 'inside' | 'beside';

/** What was read from and written to caches, of the input, and the reasoning, of the output. */
export interface Inclusions {
  readonly caches: Inclusion;
  readonly reasoning: Inclusion;
}

/** What is known of a sender; undefined where nothing is. */
export interface KnownInclusions {
  readonly caches?: Inclusion | undefined;
  readonly reasoning?: Inclusion | undefined;
}

export const ALL_INCLUDED: Inclusions = { caches: 'inside', reasoning: 'inside' };

/** Wholes and parts as sent. */
export interface SentCounts {
  readonly input: number | undefined;
  readonly output: number | undefined;
  readonly total: number | undefined;
  /** 0 where none was sent, likewise below. */
  readonly caches: number;
  readonly reasoning: number;
}

/**
 * The one place for the question whether parts are inside of their whole (contract: Usage and cost). In this order: parts
 * larger than their whole are beside it; parts that a larger total contains beside both wholes are, where one reading alone
 * comes to that total; then what is known of the sender; then what the attribute's own document says. A total that is
 * input and output speaks against that document alone: frameworks add it up themselves.
 */
export function inclusionsOf(sent: SentCounts, known: () => KnownInclusions, documented: Inclusions): Inclusions {
  const { input, output, total, caches, reasoning } = sent;
  const besideInput = input !== undefined && caches > input;
  const besideOutput = output !== undefined && reasoning > output;
  const excess = input === undefined || output === undefined || total === undefined ? NaN : total - input - output;
  const shown = excess > 0 ? readingOf(sent, besideInput, besideOutput, excess) : undefined;
  if (shown !== undefined) return shown;
  const ofSender = known();
  const usual = excess === 0 && !besideInput && !besideOutput ? ALL_INCLUDED : documented;
  return {
    caches: besideInput ? 'beside' : (ofSender.caches ?? usual.caches),
    reasoning: besideOutput ? 'beside' : (ofSender.reasoning ?? usual.reasoning),
  };
}

/** The only reading by which parts beside their wholes are what the total has more than both. */
function readingOf(
  { caches, reasoning }: SentCounts,
  besideInput: boolean,
  besideOutput: boolean,
  excess: number,
): Inclusions | undefined {
  const fitting: Inclusions[] = [];
  for (const cachesInclusion of mayBe(caches, besideInput)) {
    for (const reasoningInclusion of mayBe(reasoning, besideOutput)) {
      const beside = (cachesInclusion === 'beside' ? caches : 0) + (reasoningInclusion === 'beside' ? reasoning : 0);
      if (beside === excess) fitting.push({ caches: cachesInclusion, reasoning: reasoningInclusion });
    }
  }
  return fitting.length === 1 ? fitting[0] : undefined;
}

function mayBe(count: number, mustBeside: boolean): readonly Inclusion[] {
  if (mustBeside) return ['beside'];
  return count > 0 ? ['inside', 'beside'] : ['inside'];
}
