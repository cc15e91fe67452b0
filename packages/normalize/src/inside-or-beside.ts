/** Where the parts of a whole are counted: inside of it, or beside it. */
export type Place = 'inside' | 'beside';

/** What was read from and written to caches, of the input, and the reasoning, of the output. */
export interface Places {
  readonly caches: Place;
  readonly reasoning: Place;
}

export const ALL_INSIDE: Places = { caches: 'inside', reasoning: 'inside' };

/** Wholes and parts as sent. */
export interface SentParts {
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
export function placesOf(sent: SentParts, known: Partial<Places>, documented: Places): Places {
  const mustBeside = {
    caches: sent.input !== undefined && sent.caches > sent.input,
    reasoning: sent.output !== undefined && sent.reasoning > sent.output,
  };
  const { input, output, total } = sent;
  const excess = input === undefined || output === undefined || total === undefined ? NaN : total - input - output;
  const shown = readingOf(sent, mustBeside, excess);
  if (shown !== undefined) return shown;
  const usual = excess === 0 && !mustBeside.caches && !mustBeside.reasoning ? ALL_INSIDE : documented;
  return {
    caches: mustBeside.caches ? 'beside' : (known.caches ?? usual.caches),
    reasoning: mustBeside.reasoning ? 'beside' : (known.reasoning ?? usual.reasoning),
  };
}

/** The only reading by which parts beside their wholes are what the total has more than both. */
function readingOf(
  { caches, reasoning }: SentParts,
  mustBeside: { readonly caches: boolean; readonly reasoning: boolean },
  excess: number,
): Places | undefined {
  if (!(excess > 0)) return undefined;
  const fitting: Places[] = [];
  for (const cachesPlace of mayBe(caches, mustBeside.caches)) {
    for (const reasoningPlace of mayBe(reasoning, mustBeside.reasoning)) {
      const beside = (cachesPlace === 'beside' ? caches : 0) + (reasoningPlace === 'beside' ? reasoning : 0);
      if (beside === excess) fitting.push({ caches: cachesPlace, reasoning: reasoningPlace });
    }
  }
  return fitting.length === 1 ? fitting[0] : undefined;
}

function mayBe(count: number, mustBeside: boolean): readonly Place[] {
  if (mustBeside) return ['beside'];
  return count > 0 ? ['inside', 'beside'] : ['inside'];
}
