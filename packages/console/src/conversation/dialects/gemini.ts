import { type Exact, isArray } from '../../json/exact-value';
import { firstText, firstValue, mediaAt, mediaOf, mediaPart, objectIn, textIn } from '../values';
import type { Dialect } from './dialect';

/** Members that a text part may have. An object with more is not a text part, but for example a retrieved document. */
const BESIDE_TEXT = ['text', 'thought', 'thoughtSignature', 'thought_signature', 'metadata'];

/** Google's Gemini, with the member names of JSON and of Python; also the Agent Development Kit. */
export const gemini: Dialect = {
  part(value, { answer }) {
    const { text } = value;
    if (typeof text === 'string' && Object.keys(value).every((key) => BESIDE_TEXT.includes(key))) {
      return value['thought'] === true ? { kind: 'reasoning', text } : { kind: 'text', text };
    }
    const call = objectIn(firstValue(value, 'functionCall', 'function_call'));
    if (call !== undefined && 'args' in call) {
      return { kind: 'call', id: textIn(call['id']), name: textIn(call['name']) ?? '', input: call['args'] };
    }
    const response = objectIn(firstValue(value, 'functionResponse', 'function_response'));
    if (response !== undefined) {
      const parts = answer(response['response']);
      return { kind: 'result', id: textIn(response['id']), name: textIn(response['name']), isError: false, parts };
    }
    const blob = objectIn(firstValue(value, 'inlineData', 'inline_data'));
    const data = textIn(blob?.['data']);
    if (blob !== undefined && data !== undefined) {
      return mediaPart(mediaOf(data, firstText(blob, 'mimeType', 'mime_type')));
    }
    const file = objectIn(firstValue(value, 'fileData', 'file_data'));
    const uri = file && firstText(file, 'fileUri', 'file_uri');
    if (file !== undefined && uri !== undefined) {
      return mediaPart(mediaAt(uri, firstText(file, 'mimeType', 'mime_type')));
    }
    const name = ['executableCode', 'executable_code', 'codeExecutionResult', 'code_execution_result'].find(
      (each) => objectIn(value[each]) !== undefined,
    );
    return name === undefined ? undefined : { kind: 'value', name, value: value[name] ?? null };
  },

  envelope(value) {
    const { contents, candidates, content } = value;
    if (contents !== undefined && (isArray(contents) || typeof contents === 'string')) {
      const messages: Exact = typeof contents === 'string' ? [{ role: 'user', content: contents }] : contents;
      const config = objectIn(value['config']);
      const system =
        firstValue(value, 'systemInstruction', 'system_instruction') ??
        (config && firstValue(config, 'systemInstruction', 'system_instruction'));
      return { messages, system, role: 'user', used: ['contents', 'systemInstruction', 'system_instruction'] };
    }
    if (isArray(candidates)) {
      const messages = candidates.map((each) => {
        const { content, message, finishReason, finish_reason } = objectIn(each) ?? {};
        return { ...objectIn(content ?? message), finish_reason: finishReason ?? finish_reason ?? null };
      });
      return { messages, role: 'assistant', used: ['candidates'] };
    }
    if (isArray(objectIn(content)?.['parts'])) {
      const finish = firstValue(value, 'finish_reason', 'finishReason');
      return {
        messages: [content ?? null],
        role: 'assistant',
        finish,
        used: ['content', 'finish_reason', 'finishReason'],
      };
    }
    return undefined;
  },
};
