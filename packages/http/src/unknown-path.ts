import type { IncomingMessage } from 'node:http';
import { type ApiError, notFound } from './api-error';

const LONGEST_PATH = 120;
const LONGEST_SEGMENT = 32;

/** A word, `traces`, or a version, `v1`. Tokens and ids have digits, or are longer. */
const WORD = /^(?:[A-Za-z][A-Za-z_.:-]*|v\d{1,3})$/;

/**
 * The path of a request as a person may read it, in an answer or a log: without host and query, bounded, and with `…`
 * for every part that is not a plain word, because that could be an id, a key or a control character.
 */
export function shownPath(url: string): string {
  const [path = ''] = url.replace(/^[A-Za-z][\w+.-]*:\/\/[^/?#]*/, '').split(/[?#]/, 1);
  const shown = path
    .split('/')
    .map((part) => (part === '' || (part.length <= LONGEST_SEGMENT && WORD.test(part)) ? part : '…'))
    .join('/');
  return shown.length > LONGEST_PATH ? `${shown.slice(0, LONGEST_PATH)}…` : shown;
}

/** 404 for a path or a method that no route has. The path stands in quotes, so that the log counts all of them as one kind. */
export function unknownPath({ method = '', url = '' }: Pick<IncomingMessage, 'method' | 'url'>): ApiError {
  return notFound(`there is no such path or method: "${method} ${shownPath(url)}"`);
}
