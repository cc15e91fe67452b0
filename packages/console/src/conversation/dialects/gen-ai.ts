import { isArray } from '../../json/exact-value';
import { firstText, firstValue, mediaAt, mediaOf, mediaPart, textIn, textPart, unwrapped } from '../values';
import type { Dialect } from './dialect';

/** The parts of OpenTelemetry's `gen_ai.input.messages` and `gen_ai.output.messages`. */
export const genAi: Dialect = {
  part(value, { answer }) {
    const { type } = value;
    const content = textIn(value['content']);
    const mime = textIn(value['mime_type']) ?? textIn(value['modality']);
    switch (type) {
      case 'text':
        return content === undefined ? undefined : textPart(content);
      case 'reasoning':
      case 'thinking':
        return content === undefined ? undefined : { kind: 'reasoning', text: content };
      case 'tool_call':
      case 'server_tool_call': {
        const name = textIn(value['name']);
        if (name === undefined) return undefined;
        const input = unwrapped(firstValue(value, 'arguments', 'args', 'server_tool_call'));
        return { kind: 'call', id: textIn(value['id']), name, input };
      }
      case 'tool_call_response':
      case 'server_tool_call_response': {
        const parts = answer(firstValue(value, 'response', 'result', 'server_tool_call_response'));
        return { kind: 'result', id: textIn(value['id']), name: textIn(value['name']), isError: false, parts };
      }
      case 'blob': {
        const data = content ?? textIn(value['data']);
        return data === undefined ? undefined : mediaPart(mediaOf(data, mime));
      }
      case 'uri':
      case 'file': {
        const address = firstText(value, 'uri', 'file_id');
        return address === undefined ? undefined : mediaPart(mediaAt(address, mime));
      }
      default:
        return undefined;
    }
  },

  message(value) {
    const { role, parts } = value;
    if (!isArray(parts)) return undefined;
    const calls = firstValue(value, 'tool_calls');
    return {
      role: textIn(role) ?? 'user',
      name: value['name'],
      content: parts,
      calls,
      callId: textIn(value['tool_call_id']),
      finish: value['finish_reason'],
    };
  },
};
