import type { Call, Message } from '../conversation/model';
import { type Called, loopsOf } from './shared-messages';

/** Fields that decide which observation ran a tool call. */
export interface Step extends Called {
  readonly name: string | null;
}

/** Names that frameworks use for every tool call. */
const GENERIC = new Set(['ai.toolCall', 'function_tool', 'SimpleTool']);

/**
 * Matches tool calls to observations by kind, name and order: calls in the output match the tool observations after this generation, calls
 * in the input those before it. A call without an observation has no entry.
 * @param id of the model call
 */
export function toolCalls<Each extends Step>(
  observations: readonly Each[],
  id: string,
  inputMessages: readonly Message[],
  outputMessages: readonly Message[],
): ReadonlyMap<Call, Each> {
  const found = new Map<Call, Each>();
  const [requested, history] = [callsIn(outputMessages), callsIn(inputMessages)];
  const byId = new Map(observations.map((each) => [each.id, each]));
  const now = byId.get(id);
  if (now?.type !== 'GENERATION' || requested.length + history.length === 0) return found;
  const loopOf = loopsOf(byId);
  const loop = loopOf(now);
  const inLoop = observations.filter((each) => loopOf(each) === loop);
  const tools = inLoop.filter(({ type }) => type === 'TOOL' || type === 'AGENT').sort(byStart);
  const end = now.endTime === null ? Infinity : Date.parse(now.endTime);
  // reduce instead of spread arguments, whose number is limited.
  const next = inLoop.reduce(
    (least, each) => (each.type === 'GENERATION' && startOf(each) >= end ? Math.min(least, startOf(each)) : least),
    Infinity,
  );
  const after = tools.filter((each) => startOf(each) >= startOf(now) && startOf(each) < next);
  const before = tools.filter((each) => startOf(each) < startOf(now));
  give(found, requested, after);
  give(found, history.toReversed(), before.toReversed());
  return found;
}

/** Returns the last model call before a tool in its loop, which mostly requested it. */
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

/** Assigns to each call the next free tool observation of its name. */
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

/** Returns whether the name of an observation contains that of a tool as a whole word: `execute_tool search`, `search.tool`. */
function isNamed(name: string | null, tool: string): boolean {
  if (name === null || tool === '') return false;
  const at = name.indexOf(tool);
  return at >= 0 && !isOfWord(name[at - 1]) && !isOfWord(name[at + tool.length]);
}

const isOfWord = (character: string | undefined): boolean => character !== undefined && /[\w-]/.test(character);

/** Most calls of a conversation that are matched; of more, the last ones. */
const MAX_CALLS = 200;

const callsIn = (messages: readonly Message[]): readonly Call[] =>
  messages.flatMap(({ parts }) => parts.filter((part) => part.kind === 'call')).slice(-MAX_CALLS);

const startOf = ({ startTime }: Step): number => Date.parse(startTime);
const byStart = (a: Step, b: Step): number => startOf(a) - startOf(b);
