import { type Endpoint, type FuzzInput, type FuzzContext, isSuccess, isWrite } from '../input/fuzz-input';
import { READS, queryOf } from '../input/query';
import type { WireAnswer } from '../wire/wire-answer';
import type { Exchange } from '../wire/wire-connection';
import { checkShape, partialSuccessOf } from './answer-shapes';
import { isWellFormed, parsed } from './text';

/** Error codes of spec 7 and of 403, by status; 413 has the code of 400 (contract: HTTP in general). */
const CODES = new Map([
  [400, 'BAD_REQUEST'],
  [401, 'UNAUTHORIZED'],
  [403, 'FORBIDDEN'],
  [404, 'NOT_FOUND'],
  [413, 'BAD_REQUEST'],
  [503, 'SERVICE_UNAVAILABLE'],
]);

/** Statuses of successes. */
const SUCCESSES: readonly number[] = [200, 202, 207];

/** Returns the statuses that an endpoint may answer to valid credentials; never 429, 500 or 503, because no input causes overload. */
function statusesOf(endpoint: Endpoint): readonly number[] {
  if (endpoint === 'none') return [404];
  if (endpoint === '/healthz') return [200];
  if (isWrite(endpoint)) return [...SUCCESSES.filter((status) => isSuccess(endpoint, status)), 400, 413];
  return endpoint.includes('{') ? [200, 400, 404] : [200, 400];
}

/** Answer to the `/healthz` request that some inputs append. */
const HEALTHY = Buffer.from('{"status":"ok"}');

const LONGEST_MESSAGE = 2000;

/** Maximum length of a quotation from the request in a message, in characters. */
const LONGEST_QUOTE = 130;

/**
 * Checks the answers to an input by themselves.
 * @param allowed statuses; default: those that are documented for the request
 * @returns violations
 */
export function judgeExchange(
  exchange: Exchange,
  input: FuzzInput,
  context: FuzzContext,
  allowed: readonly number[] = allowedStatuses(input),
): readonly string[] {
  const { answers, failure } = exchange;
  const wrong = answers.flatMap((answer, n) => {
    const isBehind = n > 0 && answer.status === 200 && answer.body.equals(HEALTHY);
    return isBehind ? [] : (judgeAnswer(answer, input, context, allowed) ?? []);
  });
  // A server that waits for the rest of an incomplete request need not answer.
  const mayBeSilent = input.framing === 'unclear' && answers.length === 0;
  return failure === undefined || mayBeSilent ? wrong : [...wrong, failure];
}

/** Checks one answer to an input, apart from what is stored. @returns a violation, or undefined */
function judgeAnswer(
  answer: WireAnswer,
  input: FuzzInput,
  context: FuzzContext,
  allowed: readonly number[],
): string | undefined {
  const { status } = answer;
  // The root leads to the console, where it is built.
  if (status === 302 && input.method !== 'POST' && /^\/+$/.test(input.path)) return undefined;
  const unclear = input.framing === 'unclear';
  if (!allowed.includes(status)) return `answered ${status}: ${answer.body.toString().slice(0, 300)}`;
  const text = textOf(answer);
  if (text === undefined) return 'the answer is no UTF-8';
  const isHead = input.method === 'HEAD' || (unclear && text === '');
  if (status === 304) return text === '' ? undefined : '304 has a body';
  if (!isSuccess(input.endpoint, status)) return isHead ? undefined : judgeError(answer, text, input, context);
  if (isHead) return undefined;
  return (
    checkShape(input.endpoint, answer, text) ??
    judgeExport(answer, input) ??
    judgeEvents(text, input) ??
    leak(text, context)
  );
}

/** Maximum size of a request's head, and what method and version add to it at most (contract: HTTP in general). */
const HEAD_BYTES = 16 * 1024;
const REQUEST_LINE_BYTES = 20;

function mayBeTooLong({ path, headers }: FuzzInput): boolean {
  const bytes = headers.reduce((sum, [name, value]) => sum + name.length + value.length + 4, path.length);
  return bytes + REQUEST_LINE_BYTES > HEAD_BYTES;
}

function allowedStatuses(input: FuzzInput): readonly number[] {
  const { endpoint, authorized, headers } = input;
  const isConditional = !isWrite(endpoint) && headers.some(([name]) => name === 'If-None-Match');
  const routed = isForeignWrite(input) ? [400, 403] : [...statusesOf(endpoint), ...(isConditional ? [304] : [])];
  if (mayBeTooLong(input)) return [...routed, 400, 401];
  // Requests that are refused before routing: bytes that are no request, and headers that HTTP does not allow.
  if (input.framing === 'unclear') return [...routed, ...statusesOf(endpoint), 400, 401, 404];
  if (endpoint === 'none' || endpoint === '/healthz') return statusesOf(endpoint);
  if (authorized === true) return routed;
  const preflight = headers.some(([name]) => name === 'Expect') ? [400] : [];
  return authorized === false ? [401, ...preflight] : [...routed, 401];
}

/** Returns whether a browser sent the write with Basic credentials for a page of another origin (contract: HTTP in general). */
function isForeignWrite({ method, headers }: FuzzInput): boolean {
  const has = (wanted: string, value: RegExp) =>
    headers.some(([name, text]) => name.toLowerCase() === wanted && value.test(text));
  return (
    method === 'POST' && has('authorization', /^basic/i) && (has('origin', /./) || has('sec-fetch-site', /^cross/))
  );
}

function judgeError(
  { status, headers }: WireAnswer,
  text: string,
  input: FuzzInput,
  context: FuzzContext,
): string | undefined {
  if (headers.get('content-type') !== 'application/json')
    return `an error has the type ${String(headers.get('content-type'))}`;
  if (status === 401 && headers.get('www-authenticate') === undefined) return '401 has no WWW-Authenticate';
  const body = parsed(text);
  if (typeof body !== 'object' || body === null || Object.keys(body).join() !== 'message,code,data') {
    return `an error has another body: ${text.slice(0, 200)}`;
  }
  const { message, code, data } = body as Readonly<Record<string, unknown>>;
  if (data !== null || code !== CODES.get(status)) return `${status} has code ${String(code)}, data ${String(data)}`;
  if (typeof message !== 'string' || message === '' || message.length > LONGEST_MESSAGE) {
    return `a message of ${String(message).length} characters`;
  }
  if (!isWellFormed(message)) return 'a message holds a lone surrogate';
  if (status === 400 && isPlainRead(input) && !namesParameter(message, input)) {
    return `a refusal names no parameter of the request and what is accepted: ${message.slice(0, 300)}`;
  }
  if (quotes(message, input)) return `a message repeats what was sent: ${message.slice(0, 300)}`;
  return leak(text, context);
}

/** Returns whether a request can be refused for its parameters only. */
function isPlainRead(input: FuzzInput): boolean {
  const { endpoint, framing, headers } = input;
  const isPlain = framing === 'whole' && headers.every(([name]) => name === 'Host' || name === 'Authorization');
  return endpoint.startsWith('/') && isPlain && !mayBeTooLong(input);
}

const REFUSAL =
  /^(?:"((?:[^"\\]|\\.)*)"|(\w+)[\w.[\]-]*): (?:expected|required,|there is no such parameter, did you mean) ./;

/** Returns whether a message has the name of a parameter that the request has or lacks, and what is accepted (contract: HTTP in general). */
function namesParameter(message: string, { endpoint, path }: FuzzInput): boolean {
  const [, quoted, plain] = REFUSAL.exec(message) ?? [];
  if (quoted !== undefined) return true;
  if (plain === undefined) return false;
  const query = queryOf(path);
  const { parameters = [] } = READS.find((read) => read.path === endpoint) ?? {};
  const isRequired = parameters.some(({ name, required }) => name === plain && required === true);
  return isRequired || Object.keys(query).some((name) => name.replace('[]', '') === plain);
}

/** Checks that the media type is that of the request, without parameters (contract: OTLP). */
function judgeExport(answer: WireAnswer, input: FuzzInput): string | undefined {
  if (!input.endpoint.startsWith('otlp')) return undefined;
  const type = answer.headers.get('content-type');
  const sent = input.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  if (sent.split(';')[0]?.trim().toLowerCase() !== type) return `${sent} is answered with the type ${String(type)}`;
  const { message } = partialSuccessOf(input.endpoint, answer);
  return quotes(message, input) ? `a refusal repeats what was sent: ${message.slice(0, 300)}` : undefined;
}

/** Checks that each refused event names a member of it. */
function judgeEvents(text: string, input: FuzzInput): string | undefined {
  if (input.endpoint !== 'events') return undefined;
  const { errors } = JSON.parse(text) as { readonly errors: readonly { readonly message: string }[] };
  for (const { message } of errors) {
    if (!/^batch\[\d+\]/.test(message)) return `a refusal names no event: ${message.slice(0, 300)}`;
    if (message.length > LONGEST_MESSAGE) return `a message of ${message.length} characters`;
    if (quotes(message, input)) return `a refusal repeats what was sent: ${message.slice(0, 300)}`;
  }
  return undefined;
}

/** Returns whether the message repeats a long part of the request: a message may quote only as much as helps to find the error. */
function quotes(message: string, { body, path }: FuzzInput): boolean {
  if (message.length < LONGEST_QUOTE) return false;
  const sent = [body.toString('utf8'), decoded(path)];
  for (let at = 0; at + LONGEST_QUOTE <= message.length; at += 1) {
    const piece = message.slice(at, at + LONGEST_QUOTE);
    if (sent.some((text) => text.includes(piece))) return true;
  }
  return false;
}

function leak(text: string, { bearerToken, secretKey }: FuzzContext): string | undefined {
  return text.includes(bearerToken) || text.includes(secretKey) ? 'an answer holds credentials' : undefined;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Returns the body as text; for protobuf its bytes as Latin-1, because `checkShape` decodes them. */
function textOf({ body, headers }: WireAnswer): string | undefined {
  if (headers.get('content-type') === 'application/x-protobuf') return body.toString('latin1');
  try {
    return utf8.decode(body);
  } catch {
    return undefined;
  }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
