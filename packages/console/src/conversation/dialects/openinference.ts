import { isArray } from '../../json/exact-value';
import { mediaAt, mediaPart, objectIn, textIn, unwrapped } from '../values';
import type { Dialect } from './dialect';

/** Arize's OpenInference, which LlamaIndex and smolagents use: each object is inside a member with its name. */
export const openinference: Dialect = {
  part(value, { parts }) {
    const inner = objectIn(value['message_content']) ?? objectIn(value['tool_call']);
    if (inner !== undefined) {
      const image = objectIn(objectIn(inner['image'])?.['image']);
      const url = textIn(image?.['url']);
      if (url !== undefined) return mediaPart(mediaAt(url, 'image'));
      return parts([inner])?.[0];
    }
    return undefined;
  },

  message(value) {
    const prompt = textIn(objectIn(value['prompt'])?.['text']);
    if (prompt !== undefined) return { role: 'user', content: prompt };
    const completion = textIn(objectIn(value['completion'])?.['text']);
    if (completion !== undefined) return { role: 'assistant', content: completion };
    const message = objectIn(value['message']);
    const role = textIn(message?.['role']);
    if (message === undefined || role === undefined || Object.keys(value).length > 1) return undefined;
    const called = textIn(message['function_call_name']);
    const callsOfOld =
      called === undefined
        ? undefined
        : [{ function: { name: called, arguments: message['function_call_arguments_json'] ?? null } }];
    return {
      role,
      name: message['name'],
      content: isArray(message['contents']) ? message['contents'] : message['content'],
      calls: unwrapped(message['tool_calls']) ?? callsOfOld,
      callId: textIn(message['tool_call_id']),
    };
  },
};
