import type { OpenApiDocument, Operation, Reference, Response, Schema } from '../document';
import { type Complaint, schemaCompiler } from './compile-schema';

/** An answer as it came over the wire. */
export interface SeenAnswer {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** Headers of HTTP itself, which no document names. */
const TRANSPORT = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
  'vary',
]);

/** Compares real answers with the OpenAPI document, and remembers what has been seen. */
export class DocumentedAnswers {
  readonly #document: OpenApiDocument;
  readonly #compile: (schema: Schema) => Complaint;
  readonly #compiled = new Map<Schema, Complaint>();
  readonly #seen = new Set<string>();

  constructor(document: OpenApiDocument) {
    this.#document = document;
    this.#compile = schemaCompiler(document);
  }

  /** `<operationId> <status>` of every answer that fits the document; a HEAD counts as `HEAD <operationId>`. */
  get seen(): ReadonlySet<string> {
    return this.#seen;
  }

  /** @throws Error where the document does not have this status, these headers or this body */
  check(answer: SeenAnswer): void {
    const { method, path, status } = answer;
    const operation = this.#operation(method, path);
    const response = this.#response(operation, status);
    const problems =
      response === undefined
        ? ['the document does not have this status']
        : [...this.#headerProblems(response, answer), ...this.#bodyProblems(response, answer)];
    if (problems.length > 0) {
      const text = answer.body.toString('utf8', 0, 500);
      throw new Error(`${method} ${path} was answered ${status}: ${problems.join('; ')}\n${text}`);
    }
    this.#seen.add(`${method === 'HEAD' ? 'HEAD ' : ''}${operation?.operationId ?? 'unknown'} ${status}`);
  }

  #operation(method: string, path: string): Operation | undefined {
    const [requestedPath = ''] = path.split('?');
    const { paths } = this.#document;
    const template =
      paths[requestedPath] === undefined
        ? Object.keys(paths).find((each) => matches(each, requestedPath))
        : requestedPath;
    const item = template === undefined ? undefined : paths[template];
    return method === 'POST' ? item?.post : method === 'GET' || method === 'HEAD' ? item?.get : undefined;
  }

  /** Returns the documented response; a request without an operation has that of an unknown path. */
  #response(operation: Operation | undefined, status: number): Response | undefined {
    const { responses } = this.#document.components;
    if (operation === undefined) return status === 404 ? responses['NotFound'] : undefined;
    const found = operation.responses[String(status)];
    return found !== undefined && isReference(found) ? responses[nameIn(found)] : found;
  }

  #headerProblems(response: Response, { headers }: SeenAnswer): string[] {
    const components = this.#document.components.headers;
    const documented = Object.entries(response.headers).flatMap(([name, reference]) => {
      const value = headers.get(name);
      const header = components[nameIn(reference)];
      if (header === undefined) return [`no component for the header ${name}`];
      if (value === null) return header.required ? [`the header ${name} is missing`] : [];
      const complaint = this.#complaint(header.schema)(header.schema['type'] === 'integer' ? Number(value) : value);
      return complaint === undefined ? [] : [`${name}: ${complaint}`];
    });
    const known = new Set(Object.keys(response.headers).map((name) => name.toLowerCase()));
    const unknown = [...headers.keys()].filter((name) => !known.has(name) && !TRANSPORT.has(name));
    return [...documented, ...unknown.map((name) => `the document does not have the header ${name}`)];
  }

  #bodyProblems({ content }: Response, { method, headers, body }: SeenAnswer): string[] {
    const type = headers.get('content-type');
    if (content === undefined) return body.length > 0 || type !== null ? ['a body was not expected'] : [];
    const mediaType = type === null ? undefined : content[type];
    if (mediaType === undefined) return [`Content-Type: ${String(type)}`];
    if (method === 'HEAD') return body.length > 0 ? ['a body was not expected'] : [];
    const value: unknown = type === 'application/json' ? JSON.parse(body.toString()) : body;
    const complaint = this.#complaint(mediaType.schema)(value);
    return complaint === undefined ? [] : [complaint];
  }

  #complaint(schema: Schema): Complaint {
    const compiled = this.#compiled.get(schema) ?? this.#compile(schema);
    this.#compiled.set(schema, compiled);
    return compiled;
  }
}

/** Whether a path is of a template: `{x}` stands for one segment. */
function matches(template: string, path: string): boolean {
  const segments = template.split('/');
  const requested = path.split('/');
  return (
    segments.length === requested.length && segments.every((part, at) => part.startsWith('{') || part === requested[at])
  );
}

const isReference = (value: Response | Reference): value is Reference => '$ref' in value;
const nameIn = ({ $ref }: Reference): string => $ref.slice($ref.lastIndexOf('/') + 1);
