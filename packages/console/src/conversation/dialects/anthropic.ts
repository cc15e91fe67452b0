import { firstText, mediaAt, mediaOf, mediaPart, objectIn, textIn } from '../values';
import type { Dialect } from './dialect';

/** Anthropic's messages. */
export const anthropic: Dialect = {
  part(value, { answer }) {
    const { type } = value;
    const name = textIn(value['name']);
    switch (type) {
      case 'thinking':
        return typeof value['thinking'] === 'string' ? { kind: 'reasoning', text: value['thinking'] } : undefined;
      case 'redacted_thinking':
        return { kind: 'reasoning', text: undefined };
      case 'tool_use':
      case 'server_tool_use':
      case 'mcp_tool_use':
        return name === undefined ? undefined : { kind: 'call', id: textIn(value['id']), name, input: value['input'] };
      case 'image':
      case 'document': {
        const source = objectIn(value['source']);
        const mime = textIn(source?.['media_type']);
        const title = textIn(value['title']);
        const data = textIn(source?.['data']);
        if (source?.['type'] === 'text' && data !== undefined) return { kind: 'text', text: data };
        if (data !== undefined) return mediaPart(mediaOf(data, mime, title));
        const address = source === undefined ? undefined : firstText(source, 'url', 'file_id');
        return address === undefined ? undefined : mediaPart(mediaAt(address, mime ?? type, title));
      }
      default: {
        // `tool_result`, and `web_search_tool_result` and others for tools that Anthropic runs.
        const id = textIn(value['tool_use_id']);
        if (typeof type !== 'string' || id === undefined) return undefined;
        const isError = value['is_error'] === true;
        return { kind: 'result', id, name, isError, parts: answer(value['content']) };
      }
    }
  },
};
