import { isArray } from '../../json/exact-value';
import { objectIn, textIn, unwrapped } from '../values';
import type { Dialect } from './dialect';

/** OpenAI's responses: items instead of messages; LiveKit's chat context is written the same way. */
export const openaiResponses: Dialect = {
  part(value, { answer }) {
    const id = textIn(value['call_id']) ?? textIn(value['id']);
    const name = textIn(value['name']);
    switch (value['type']) {
      case 'function_call':
      case 'custom_tool_call':
      case undefined: {
        // LiveKit's answer has no type.
        if (name === undefined || textIn(value['call_id']) === undefined) return undefined;
        if (!('arguments' in value || 'input' in value)) return undefined;
        return { kind: 'call', id, name, input: unwrapped(value['arguments'] ?? value['input']) };
      }
      case 'function_call_output':
      case 'custom_tool_call_output':
        return { kind: 'result', id, name, isError: value['is_error'] === true, parts: answer(value['output']) };
      case 'reasoning': {
        if (!isArray(value['summary'])) return undefined;
        const reasoning = [...value['summary'], ...(isArray(value['content']) ? value['content'] : [])];
        const texts = reasoning.map((each) => textIn(objectIn(each)?.['text']) ?? '');
        return { kind: 'reasoning', text: texts.length === 0 ? undefined : texts.join('\n\n') };
      }
      case 'web_search_call':
      case 'file_search_call':
      case 'code_interpreter_call':
      case 'computer_call':
      case 'image_generation_call':
      case 'local_shell_call':
      case 'mcp_call':
      case 'mcp_list_tools':
        return { kind: 'value', name: textIn(value['type']), value };
      default:
        return undefined;
    }
  },

  message(value) {
    const { type } = value;
    if (type !== 'agent_config_update') return undefined;
    return { role: 'system', beside: [{ kind: 'value', name: type, value }] };
  },

  envelope(value) {
    const { input, output, instructions } = value;
    if (isArray(output) && (value['object'] === 'response' || output.some((item) => hasType(item, 'message')))) {
      return { messages: output, role: 'assistant', used: ['output'] };
    }
    const isRequest = ('model' in value || 'instructions' in value) && !('encoding_format' in value);
    if (isRequest && (typeof input === 'string' || (isArray(input) && input.some((item) => hasRole(item))))) {
      const messages = typeof input === 'string' ? [{ role: 'user', content: input }] : input;
      return { messages, system: instructions, used: ['input', 'instructions'] };
    }
    if (isArray(value['items']) && value['items'].some((item) => hasType(item, 'message'))) {
      return { messages: value['items'], used: ['items'] };
    }
    return undefined;
  },
};

const hasType = (item: Parameters<typeof objectIn>[0], type: string): boolean => objectIn(item)?.['type'] === type;
const hasRole = (item: Parameters<typeof objectIn>[0]): boolean => typeof objectIn(item)?.['role'] === 'string';
