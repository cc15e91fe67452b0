import type { Call, Message } from '../conversation/model';
import { type Called, loopsOf } from './shared-messages';

/** What is needed to know which observation ran a call of a tool. */
export interface Step extends Called {
  readonly name: string | null;
}

/** Names that frameworks give to every call of a tool, whichever it is. */
const GENERIC = new Set(['ai.toolCall', 'function_tool', 'SimpleTool']);

/**
 * The observations that ran calls of tools, as far as kind, name and order tell: of what a model says the next ones of its loop, of what
 * it was told the last ones before it. A call whose tool left no observation has none.
 *
 * @param id of the call of a model
 */
export function toolCalls<Each extends Step>(
  observations: readonly Each[],
  id: string,
  inputMessages: readonly Message[],
  outputMessages: readonly Message[],
): ReadonlyMap<Call, Each> {
  const found = new Map<Call, Each>();
  const [asked, history] = [callsIn(outputMessages), callsIn(inputMessages)];
  const byId = new Map(observations.map((each) => [each.id, each]));
  const now = byId.get(id);
  if (now?.type !== 'GENERATION' || asked.length + history.length === 0) return found;
  const loopOf = loopsOf(byId);
  const loop = loopOf(now);
  const inLoop = observations.filter((each) => loopOf(each) === loop);
  const tools = inLoop.filter(({ type }) => type === 'TOOL' || type === 'AGENT').sort(byStart);
  const end = now.endTime === null ? Infinity : Date.parse(now.endTime);
  // As arguments of one call very many would be too many.
  const next = inLoop.reduce(
    (least, each) => (each.type === 'GENERATION' && startOf(each) >= end ? Math.min(least, startOf(each)) : least),
    Infinity,
  );
  const after = tools.filter((each) => startOf(each) >= startOf(now) && startOf(each) < next);
  const before = tools.filter((each) => startOf(each) < startOf(now));
  give(found, asked, after);
  give(found, history.toReversed(), before.toReversed());
  return found;
}

/** The call of a model before a tool in its loop: mostly the one that asked for it. */
export function modelBefore<Each extends Step>(observations: readonly Each[], id: string): Each | undefined {
  const byId = new Map(observations.map((each) => [each.id, each]));
  const tool = byId.get(id);
  if (tool?.type !== 'TOOL') return undefined;
  const loopOf = loopsOf(byId);
  const loop = loopOf(tool);
  return observations
    .filter((each) => each.type === 'GENERATION' && startOf(each) <= startOf(tool) && loopOf(each) === loop)
    .sort(byStart)
    .at(-1);
}

/** Gives each call the next tool of its name, each tool once. */
function give<Each extends Step>(found: Map<Call, Each>, calls: readonly Call[], tools: readonly Each[]): void {
  const free = new Set(tools);
  for (const call of calls) {
    const all = [...free];
    const tool = all.find(({ name }) => isNamed(name, call.name)) ?? all.find(({ name }) => GENERIC.has(name ?? ''));
    if (tool === undefined) continue;
    found.set(call, tool);
    free.delete(tool);
  }
}

/** Whether the name of an observation is that of a tool, alone or as one of its words: `execute_tool search`, `search.tool`. */
function isNamed(name: string | null, tool: string): boolean {
  if (name === null || tool === '') return false;
  const at = name.indexOf(tool);
  return at >= 0 && !isOfWord(name[at - 1]) && !isOfWord(name[at + tool.length]);
}

const isOfWord = (character: string | undefined): boolean => character !== undefined && /[\w-]/.test(character);

/** With more calls in one conversation only the last ones are looked for. */
const MOST_CALLS = 200;

const callsIn = (messages: readonly Message[]): readonly Call[] =>
  messages.flatMap(({ parts }) => parts.filter((part) => part.kind === 'call')).slice(-MOST_CALLS);

const startOf = ({ startTime }: Step): number => Date.parse(startTime);
const byStart = (a: Step, b: Step): number => startOf(a) - startOf(b);
