import { type ExactObject, isArray } from '../../json/exact-value';
import { firstText, objectIn, textIn } from '../values';
import type { Dialect } from './dialect';

/** Roles by the type of a message, and by the class of a message that was written as its constructor. */
const ROLES: ReadonlyMap<string, string> = new Map([
  ['human', 'user'],
  ['HumanMessage', 'user'],
  ['ai', 'assistant'],
  ['AIMessage', 'assistant'],
  ['system', 'system'],
  ['SystemMessage', 'system'],
  ['developer', 'developer'],
  ['tool', 'tool'],
  ['ToolMessage', 'tool'],
  ['function', 'function'],
  ['FunctionMessage', 'function'],
]);

/** LangChain and LangGraph: messages as their constructors, as `data`, or flat. */
export const langchain: Dialect = {
  message(value) {
    const fields = fieldsOf(value);
    const type = textIn(fields?.['type']) ?? (value['lc'] === 1 ? classOf(value) : textIn(value['type']));
    const role = type === 'chat' ? textIn(fields?.['role']) : ROLES.get((type ?? '').replace(/Chunk$/, ''));
    if (fields === undefined || role === undefined || !('content' in fields)) return undefined;
    const more = objectIn(fields['additional_kwargs']);
    const thought = more && firstText(more, 'reasoning_content');
    const called = isArray(fields['tool_calls']) && fields['tool_calls'].length > 0 ? fields['tool_calls'] : undefined;
    return {
      role,
      name: fields['name'],
      content: fields['content'],
      beside: thought === undefined ? [] : [{ kind: 'reasoning', text: thought }],
      // The content of some vendors contains the calls too.
      calls: hasCalls(fields) ? undefined : (called ?? more?.['tool_calls']),
      callId: textIn(fields['tool_call_id']),
      isError: fields['status'] === 'error',
      finish: objectIn(fields['response_metadata'])?.['finish_reason'],
    };
  },

  envelope(value) {
    const { generations, update, output } = value;
    if (isArray(generations) && generations.length === 1 && isArray(generations[0])) {
      const messages = generations[0].map((each) => {
        const { message, text } = objectIn(each) ?? {};
        return message ?? { role: 'assistant', content: text ?? null };
      });
      return { messages, used: ['generations', 'type'] };
    }
    const updated = objectIn(update)?.['messages'];
    if (isArray(updated)) return { messages: updated, used: ['update'] };
    const only = objectIn(output);
    if (only !== undefined && Object.keys(value).length === 1 && textIn(only['type']) !== undefined) {
      return { messages: [only], used: ['output'] };
    }
    return undefined;
  },
};

/** Returns the last name of a constructor: `["langchain_core", "messages", "AIMessage"]`. */
function classOf({ id }: ExactObject): string | undefined {
  return isArray(id) ? textIn(id.at(-1)) : undefined;
}

function fieldsOf(value: ExactObject): ExactObject | undefined {
  if (value['lc'] === 1) return objectIn(value['kwargs']);
  if (typeof value['type'] !== 'string') return undefined;
  return objectIn(value['data']) ?? ('role' in value && value['type'] !== 'chat' ? undefined : value);
}

function hasCalls({ content }: ExactObject): boolean {
  return (
    isArray(content) &&
    content.some((part) => ['tool_use', 'functionCall'].includes(textIn(objectIn(part)?.['type']) ?? ''))
  );
}
