/** How a type of observation looks: its hue, and its shape for who does not see hues. */
export interface Kind {
  readonly word: string;
  readonly shape: string;
  readonly colour: string;
}

const SPAN: Kind = { word: 'span', shape: '▪', colour: 'var(--span)' };

const KINDS: Readonly<Record<string, Kind>> = {
  AGENT: { word: 'agent', shape: '◼', colour: 'var(--agent)' },
  GENERATION: { word: 'model call', shape: '●', colour: 'var(--generation)' },
  TOOL: { word: 'tool', shape: '◆', colour: 'var(--tool)' },
  RETRIEVER: { word: 'retriever', shape: '▲', colour: 'var(--retriever)' },
  EMBEDDING: { word: 'embedding', shape: '▲', colour: 'var(--retriever)' },
  GUARDRAIL: { word: 'guardrail', shape: '⬟', colour: 'var(--guardrail)' },
  EVALUATOR: { word: 'evaluator', shape: '⬟', colour: 'var(--guardrail)' },
  CHAIN: { ...SPAN, word: 'chain' },
  EVENT: { ...SPAN, word: 'event' },
};

export const kindOf = (type: string): Kind => KINDS[type] ?? SPAN;
