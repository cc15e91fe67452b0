import type { LAYERS } from './minimap-cells';

/** Appearance of an observation type: its colour, and a shape for users who do not see colours. */
export interface Kind {
  readonly word: string;
  readonly shape: string;
  readonly colour: string;
  /** Layer of the minimap in which the type is painted. */
  readonly layer: (typeof LAYERS)[number];
}

const SPAN: Kind = { word: 'span', shape: '▪', colour: 'var(--span)', layer: 'span' };
const kind = (word: string, shape: string, layer: Kind['layer']): Kind => ({
  word,
  shape,
  colour: `var(--${layer})`,
  layer,
});

const KINDS: Readonly<Record<string, Kind>> = {
  AGENT: kind('agent', '◼', 'agent'),
  GENERATION: kind('model call', '●', 'generation'),
  TOOL: kind('tool', '◆', 'tool'),
  RETRIEVER: kind('retriever', '▲', 'retriever'),
  EMBEDDING: kind('embedding', '▲', 'retriever'),
  GUARDRAIL: kind('guardrail', '⬟', 'guardrail'),
  EVALUATOR: kind('evaluator', '⬟', 'guardrail'),
  CHAIN: { ...SPAN, word: 'chain' },
  EVENT: { ...SPAN, word: 'event' },
};

export const kindOf = (type: string): Kind => (Object.hasOwn(KINDS, type) ? KINDS[type] : undefined) ?? SPAN;
