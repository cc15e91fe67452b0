import type { AttributeValue } from '@sluice/decode';
import { splitElements } from '@sluice/record';
import type { JsonText } from '@sluice/record';
import { parseObject } from '../json-text';
import { freeForm, shortText } from '../parsers';
import type { Parser } from '../parsers';
import { attribute, textAttribute } from '../span-view';
import type { SpanView } from '../span-view';
import type { Dialect } from './dialect';

/** Dialect of Pydantic AI and Logfire: short names in addition to GenAI, which have this meaning only in their scopes. */
export const pydanticAi: Dialect = {
  namespaces: [
    'logfire',
    'pydantic_ai',
    'all_messages_events',
    'final_result',
    'agent_name',
    'model_name',
    'prompt',
    'events',
    'tool_arguments',
    'tool_response',
    'request_data',
    'response_data',
    'model_request_parameters',
    'operation',
    'inputs',
  ],
  type: [(view) => (isAgentRun(view) ? 'AGENT' : undefined)],
  model: [(view) => (isAgentRun(view) ? undefined : scoped('model_name', shortText)(view))],
  input: [
    scoped('tool_arguments', freeForm),
    eventsOf('input'),
    'pydantic_ai.all_messages',
    scoped('all_messages_events', freeForm),
    scoped('request_data', freeForm),
    scoped('prompt', freeForm),
    scoped('inputs', freeForm),
  ],
  output: [
    scoped('tool_response', freeForm),
    eventsOf('output'),
    scoped('final_result', freeForm),
    scoped('response_data', freeForm),
  ],
  modelParameters: [scoped('model_request_parameters', freeForm)],
  level: [level],
  cost: ['operation.cost'],
  tags: ['logfire.tags'],
  wraps: [(view) => (isAgentRun(view) ? true : undefined)],
};

/** Whether the span is a whole run, whose usage is the sum of its model calls; before format 5 it names no operation. */
function isAgentRun(view: SpanView): boolean {
  if (!inScope(view) || textAttribute(view, 'gen_ai.operation.name') === 'chat') return false;
  return ['agent_name', 'pydantic_ai.all_messages', 'all_messages_events'].some(
    (key) => attribute(view, key) !== undefined,
  );
}

/** Whether the scope is `pydantic-ai`, `logfire` or below, such as `logfire.openai`. */
function inScope({ scope: { name } }: SpanView): boolean {
  return name === 'pydantic-ai' || name === 'logfire' || name.startsWith('logfire.');
}

function scoped<T>(key: string, parse: Parser<T>): (view: SpanView) => T | undefined {
  return (view) => {
    const value = inScope(view) ? attribute(view, key) : undefined;
    const parsed = value === undefined ? undefined : parse(value, view, key);
    if (parsed !== undefined && view.omitted?.has(key) !== true) view.usedKeys.add(key);
    return parsed;
  };
}

/**
 * Reads the events of the GenAI convention from one attribute: a choice is output (a single one as it is, several as array), others input.
 */
function eventsOf(side: 'input' | 'output'): (view: SpanView) => JsonText | undefined {
  return (view) => {
    const events = inScope(view) ? attribute(view, 'events') : undefined;
    const texts = events === undefined ? [] : elementsOf(events, view);
    const own = texts.filter((text) => isChoice(text) === (side === 'output'));
    if (own.length === 0) return undefined;
    view.usedKeys.add('events');
    return side === 'output' && own.length === 1 ? own[0] : `[${own.join(',')}]`;
  };
}

function elementsOf(events: Exclude<AttributeValue, null>, view: SpanView): readonly JsonText[] {
  const text = freeForm(events, view, 'events');
  return text?.trimStart().startsWith('[') === true ? splitElements(text) : [];
}

function isChoice(event: JsonText): boolean {
  return event.includes('gen_ai.choice') && parseObject(event)?.['event.name'] === 'gen_ai.choice';
}

/** Level by Logfire's numbers, which are those of OpenTelemetry's logs: 5 debug, 9 info, 13 warning, 17 error. */
function level(view: SpanView): string | undefined {
  const number = attribute(view, 'logfire.level_num');
  if (typeof number !== 'number') return undefined;
  if (number >= 17) return 'ERROR';
  if (number >= 13) return 'WARNING';
  return number <= 5 ? 'DEBUG' : undefined;
}

/**
 * Whether a span only announces a running one; Logfire sends such a placeholder with an id of its own and the announced span as parent. The
 * span itself is sent when it has ended.
 */
export function isPlaceholder(attributes: ReadonlyMap<string, unknown>): boolean {
  return attributes.get('logfire.span_type') === 'pending_span';
}
