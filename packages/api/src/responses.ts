import { type NeededScope, PRIVATE, RETRY_AFTER_SECONDS } from '@sluice/http';
import { ANSWER_LIMITS, REQUEST_LIMITS } from '@sluice/record';
import type { Content, Header, Reference, Response, Schema } from './document';
import { ref } from './schemas/values';

export const headers: Readonly<Record<string, Header>> = {
  RequestId: {
    description:
      'Id of the request in the log: the `X-Request-Id` of the request, if it has 1 to 64 letters, digits, `_`, `.`, `:` and `-`, otherwise a random id.',
    required: true,
    schema: { type: 'string', pattern: '^[A-Za-z0-9_.:-]{1,64}$' },
  },
  RetryAfter: {
    description: 'Seconds to wait before the same request is sent again.',
    required: true,
    schema: { type: 'integer', const: RETRY_AFTER_SECONDS },
  },
  QuotaRetryAfter: {
    description: 'Seconds until the quota accepts a request again.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  Challenge: {
    description: 'The two accepted schemes.',
    required: true,
    schema: { type: 'string', pattern: '^Bearer .*, Basic ' },
  },
  Receipt: {
    description:
      'Receipt that a later read can send, so that its answer contains this write. `stored`: the write is already readable.',
    required: true,
    schema: { type: 'string', minLength: 1 },
  },
  IgnoredParameters: {
    description: `Unknown names of the query, which were ignored: percent-encoded, separated by commas, at most ${ANSWER_LIMITS.ignored / 1024} KiB. \`+12\` at the end is the number of further names, \`...\` ends a truncated name. Absent if there are none.`,
    required: false,
    schema: { type: 'string', minLength: 1, maxLength: ANSWER_LIMITS.ignored, pattern: '^[!-~]+(?:, [!-~]+)*$' },
  },
  EntityTag: {
    description: 'Version of the answer: changes with it.',
    required: true,
    schema: { type: 'string', pattern: '^(?:W/)?"[^"]+"$' },
  },
  Private: {
    description: 'An answer to credentials can be cached by the client only, which must revalidate it before each use.',
    required: false,
    schema: { type: 'string', const: PRIVATE },
  },
  Vary: {
    description: 'Request headers on which an answer to credentials depends, `Authorization` among them.',
    required: false,
    schema: { type: 'string', pattern: '\\bAuthorization\\b' },
  },
  ContentTypeOptions: {
    description: 'The body has the media type of `Content-Type`; clients must not guess another.',
    required: true,
    schema: { type: 'string', const: 'nosniff' },
  },
  CacheControl: {
    description: 'Time for which the document can be cached.',
    required: true,
    schema: { type: 'string', pattern: 'max-age=[0-9]+' },
  },
};

const header = (name: string): Reference => ({ $ref: `#/components/headers/${name}` });

/** Headers of every answer, and of every one to credentials. */
const EVERY_ANSWER = {
  'X-Request-Id': header('RequestId'),
  'X-Content-Type-Options': header('ContentTypeOptions'),
  'Cache-Control': header('Private'),
  Vary: header('Vary'),
};

/** An answer with a body, and what its headers are beside those of every answer. */
export function answer(description: string, content: Content, more: Readonly<Record<string, string>> = {}): Response {
  return { ...empty(description, more), content };
}

/** An answer without a body. */
export function empty(description: string, more: Readonly<Record<string, string>> = {}): Response {
  const own = Object.entries(more).map(([name, component]) => [name, header(component)] as const);
  return { description, headers: { ...EVERY_ANSWER, ...Object.fromEntries(own) } };
}

/** The JSON of an answer or a body. */
export const json = (schema: Schema, example: unknown): Content => ({ 'application/json': { schema, example } });

/** The bytes of a message of OTLP, which no JSON Schema describes. */
export const protobuf = (message: string): Content => ({
  'application/x-protobuf': { schema: { description: `\`opentelemetry.proto.collector.${message}\`` } },
});

interface Failure {
  readonly code: string;
  readonly description: string;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const failure = ({ code, description, message, headers: more }: Failure): Response => {
  const schema = { ...ref('Error'), type: 'object', properties: { code: { const: code } } };
  return answer(description, json(schema, { message, code, data: null }), more);
};

/** The catalogue of spec 7, and 403, which it lacks. The names are those of `errors`. */
export const responses: Readonly<Record<string, Response>> = {
  BadRequest: failure({
    code: 'BAD_REQUEST',
    description:
      'The request is invalid and must not be retried unchanged; `message` names the field and what is accepted.',
    message: `limit: expected an integer from 1 to ${ANSWER_LIMITS.traces}, got "0"`,
  }),
  Unauthorized: failure({
    code: 'UNAUTHORIZED',
    description: 'Credentials are missing or unknown. The body was not read.',
    message: 'valid credentials are required: Bearer with an API token, or Basic with a public and a secret key',
    headers: { 'WWW-Authenticate': 'Challenge' },
  }),
  Forbidden: failure({
    code: 'FORBIDDEN',
    description:
      'The credentials lack the scope that the endpoint needs, or a browser sent a write with Basic credentials for a page of an origin that is not allowed. `message` has the reason.',
    message: 'this endpoint needs the scope read, which these credentials do not have',
  }),
  NotFound: failure({
    code: 'NOT_FOUND',
    description: 'The project has nothing with this id.',
    message: 'there is no trace with this id',
  }),
  TooLarge: failure({
    code: 'BAD_REQUEST',
    description: 'The body, or an item in it, exceeds a limit that `message` names: send less in one request.',
    message: `observations must not have more than ${REQUEST_LIMITS.items} entries`,
  }),
  TooManyRequests: failure({
    code: 'TOO_MANY_REQUESTS',
    description:
      'A quota of the credentials or of their project is used up. Nothing of the body was stored: retry after `Retry-After`.',
    message: 'the quota itemsPerSecond of the credentials "ci", 1000, is used up: send again after 2 s',
    headers: { 'Retry-After': 'QuotaRetryAfter' },
  }),
  InternalError: failure({
    code: 'INTERNAL_ERROR',
    description: 'A bug of the server. The log contains it with the `X-Request-Id`.',
    message: 'internal error',
  }),
  Unavailable: failure({
    code: 'SERVICE_UNAVAILABLE',
    description:
      'The server is overloaded, or the database is unavailable. Retry the same request after `Retry-After`; a write may already be stored.',
    message: 'the records could not be stored: send again',
    headers: { 'Retry-After': 'RetryAfter' },
  }),
};

const response = (name: string): Reference => ({ $ref: `#/components/responses/${name}` });

export const notFound = { '404': response('NotFound') };
export const unavailable = { '503': response('Unavailable') };

/** Refusals of a request before the reasons of its endpoint, by what the endpoint needs. */
export function refusals({
  scope,
  hasQuery,
  hasBody,
}: {
  readonly scope: NeededScope | 'none';
  readonly hasQuery: boolean;
  readonly hasBody: boolean;
}): Readonly<Record<string, Reference>> {
  const known = {
    '400': response('BadRequest'),
    '401': response('Unauthorized'),
    ...(scope !== 'any' && { '403': response('Forbidden') }),
    ...(hasBody && { '413': response('TooLarge') }),
    '429': response('TooManyRequests'),
    '500': response('InternalError'),
    ...unavailable,
  };
  if (scope !== 'none') return known;
  return hasQuery ? { '400': known['400'] } : {};
}

/**
 * Rules of every body. `Content-Encoding` is no parameter: a generated client would set the header and compress
 * nothing.
 */
export const BODY =
  `At most ${REQUEST_LIMITS.bytes / 2 ** 20} MiB, inflated ${REQUEST_LIMITS.inflatedBytes / 2 ** 20} MiB. ` +
  '`Content-Encoding` may be `gzip`, `deflate` (a zlib stream), `identity`, or on Node 22.15 and newer `zstd` (one frame).';

/** Headers of the answer to each write. */
export const RECEIPT = { 'Sluice-Receipt': 'Receipt' };

/** Headers of the answer to a read. */
export const IGNORED = { 'Sluice-Ignored-Parameters': 'IgnoredParameters' };

/** Headers of the answer to a read that has a version and refuses unknown parameters. */
export const TAGGED = { ETag: 'EntityTag' };

/** Headers of the answer to a read that has a version. */
export const VERSIONED = { ...IGNORED, ...TAGGED };

/** Answer to a conditional read whose version is current. */
export const notModified = { '304': empty('The answer with this `ETag` has not changed.', VERSIONED) };
