import { mediaAt, mediaPart, objectIn, textIn } from '../values';
import type { Dialect } from './dialect';

/** Google's Genkit; its messages and answers are those of others. */
export const genkit: Dialect = {
  part(value, { answer }) {
    const request = objectIn(value['toolRequest']);
    const name = textIn(request?.['name']);
    if (request !== undefined && name !== undefined) {
      return { kind: 'call', id: textIn(request['ref']), name, input: request['input'] };
    }
    const response = objectIn(value['toolResponse']);
    if (response !== undefined) {
      const parts = answer(response['output']);
      return { kind: 'result', id: textIn(response['ref']), name: textIn(response['name']), isError: false, parts };
    }
    const media = objectIn(value['media']);
    const url = textIn(media?.['url']);
    if (url !== undefined) return mediaPart(mediaAt(url, textIn(media?.['contentType'])));
    const reasoning = textIn(value['reasoning']);
    return reasoning === undefined ? undefined : { kind: 'reasoning', text: reasoning };
  },
};
