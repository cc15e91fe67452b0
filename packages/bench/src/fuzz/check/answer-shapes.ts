import { openApiDocument } from '@sluice/api';
import { schemaCompiler } from '@sluice/api/testing';
import { otlpMessage } from '@sluice/testbed/samples';
import { type Endpoint, WRITES, isWrite } from '../input/fuzz-input';
import type { WireAnswer } from '../wire/wire-answer';
import { isWellFormed } from './text';

const compile = schemaCompiler(openApiDocument);

/** Validators of the successes of each endpoint, from the OpenAPI document. */
const SHAPES = new Map<string, ReturnType<typeof compile>>();

function shapeOf(endpoint: Exclude<Endpoint, 'none'>, status: number): ReturnType<typeof compile> {
  const known = SHAPES.get(`${status} ${endpoint}`);
  if (known !== undefined) return known;
  const { paths } = openApiDocument;
  const operation = isWrite(endpoint) ? paths[WRITES[endpoint]]?.post : paths[endpoint]?.get;
  const response = operation?.responses[String(status)];
  const content = response === undefined || '$ref' in response ? undefined : response.content;
  const schema = content?.['application/json']?.schema;
  if (schema === undefined) throw new Error(`the document has no ${status} of ${endpoint}`);
  const shape = compile(schema);
  SHAPES.set(`${status} ${endpoint}`, shape);
  return shape;
}

/** Checks the body of a success, whose text was read as UTF-8. @returns what is wrong, or undefined */
export function checkShape(endpoint: Endpoint, answer: WireAnswer, text: string): string | undefined {
  const type = answer.headers.get('content-type');
  if (endpoint === 'none') return '200 for a path that does not exist';
  const isProtobuf = isOtlp(endpoint) && type === PROTOBUF;
  if (!isProtobuf && type !== 'application/json') return `200 has the type ${String(type)}`;
  let value: unknown;
  try {
    value = isProtobuf ? readResponse(endpoint, answer) : JSON.parse(text);
  } catch {
    return `200 is none of its type: ${text.slice(0, 200)}`;
  }
  return (
    shapeOf(endpoint, answer.status)(value) ??
    (hasUnstorable(text, value) ? 'an answer holds U+0000 or a lone surrogate' : undefined)
  );
}

const PROTOBUF = 'application/x-protobuf';
const SIGNALS = { otlp: 'trace', 'otlp-metrics': 'metrics', 'otlp-logs': 'logs' } as const;
type OtlpEndpoint = keyof typeof SIGNALS;

const isOtlp = (endpoint: Endpoint): endpoint is OtlpEndpoint => endpoint in SIGNALS;

/** Decodes an Export<Signal>ServiceResponse to its JSON form. @throws Error for other bytes */
function readResponse(endpoint: OtlpEndpoint, { body }: WireAnswer): unknown {
  const type = otlpMessage(SIGNALS[endpoint], 'Response');
  return type.toObject(type.decode(body), { longs: String });
}

/** Reads the partial success of an OTLP answer with a valid schema. */
export function partialSuccessOf(
  endpoint: Endpoint,
  answer: WireAnswer,
): { readonly rejected: number; readonly message: string } {
  const isProtobuf = isOtlp(endpoint) && answer.headers.get('content-type') === PROTOBUF;
  const response: unknown = isProtobuf ? readResponse(endpoint, answer) : JSON.parse(answer.body.toString());
  const { partialSuccess = {} } = response as { readonly partialSuccess?: Readonly<Record<string, string>> };
  const { errorMessage = '', ...rejected } = partialSuccess;
  return { rejected: Number(Object.values(rejected)[0] ?? 0), message: errorMessage };
}

/** Returns whether a string or key contains text that is never stored. Parses values only where the text has such an escape. */
function hasUnstorable(text: string, value: unknown): boolean {
  return /\\u(0000|[dD][89a-fA-F])/.test(text) && holds(value);
}

function holds(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || !isWellFormed(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, member]) => holds(key) || holds(member));
}
