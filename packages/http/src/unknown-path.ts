import type { IncomingMessage } from 'node:http';
import { type ApiError, notFound } from './api-error';

const LONGEST_PATH = 120;
const LONGEST_SEGMENT = 32;

/** A word, `traces`, or a version, `v1`. Tokens and ids have digits, or are longer. */
const WORD = /^(?:[A-Za-z][A-Za-z_.:-]*|v\d{1,3})$/;

/**
 * Path of a request for a response or a log: without host and query, limited, and with `…` for every part that is not a plain word, because
 * that could be an id, a key or a control character.
 */
export function shownPath(url: string): string {
  const [path = ''] = url.replace(/^[A-Za-z][\w+.-]*:\/\/[^/?#]*/, '').split(/[?#]/, 1);
  const shown = path
    .split('/')
    .map((part) => (part === '' || (part.length <= LONGEST_SEGMENT && WORD.test(part)) ? part : '…'))
    .join('/');
  return shown.length > LONGEST_PATH ? `${shown.slice(0, LONGEST_PATH)}…` : shown;
}

/** Base of the OTLP paths without the path of a signal, or with one too many, as misconfigured exporters build it. */
const OTLP_BASE = /^(?:\/+api\/+public\/+otel)?(?:\/+v1(?:\/+(?:traces|metrics|logs))?)*\/*$/;
const OTLP_HINT =
  'OTLP exports go to /v1/traces, /v1/metrics or /v1/logs below /api/public/otel or below no path: ' +
  'exporters append these to a base address, and to the address of one signal nothing';

/**
 * 404 for a path or a method that no route has. The path has quotes, so that the log counts all of them as one kind. For an export to a
 * path without its signal, or with the signal twice, the message names the right paths (contract: OTLP).
 */
export function unknownPath({ method = '', url = '' }: Pick<IncomingMessage, 'method' | 'url'>): ApiError {
  const path = shownPath(url);
  const hint = method === 'POST' && OTLP_BASE.test(path) ? `; ${OTLP_HINT}` : '';
  return notFound(`there is no such path or method: "${method} ${path}"${hint}`);
}
