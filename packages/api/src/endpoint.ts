import type { ListName } from '@sluice/decode/schemas';
import type { NeededScope } from '@sluice/http';
import type { Content, Operation, Parameter, PathItem, Reference, Response, Schema } from './document';
import type { Kind, Query } from './kinds/kind';
import { type QueryParameters, type QueryValues, documentedQuery } from './kinds/parameter';
import { BODY, refusals } from './responses';

/** Endpoint of the HTTP interface. Its route, the reader of its query and its operation in the document follow from it. */
export interface Endpoint<Parameters extends QueryParameters = QueryParameters> {
  readonly method: 'get' | 'post';
  /** Path in the notation of OpenAPI: `/api/public/traces/{traceId}`. */
  readonly path: string;
  /** Scope that credentials need; `any`: accepted credentials; `none`: no credentials. */
  readonly scope: NeededScope | 'none';
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** Parameters in the path. */
  readonly inPath?: readonly Parameter[];
  /** Parameters in the query, by their names. Absent: the query is not read, and unknown names are not looked for. */
  readonly query?: Parameters;
  /** Parameters of the Langfuse API that are read to be refused; the document does not have them. */
  readonly refused?: Readonly<Record<string, Kind<unknown>>>;
  /** Unknown names in the query are 400. Absent: only those that resemble a parameter are. */
  readonly unknownParameters?: 'refused';
  /** Request headers. */
  readonly headers?: readonly Parameter[];
  readonly body?: Content;
  /** Member with the items of a body that becomes records of one kind: the gateway reads it without a route of its own. */
  readonly list?: ListName;
  /** Answers besides the refusals that follow from scope, query and body. */
  readonly answers: Readonly<Record<string, Response | Reference>>;
  /** Schemas that only this endpoint and those after it refer to. */
  readonly schemas?: Readonly<Record<string, Schema>>;
}

/** Endpoint whose query is read. */
export type QueryEndpoint<Parameters extends QueryParameters> = Endpoint<Parameters> & { readonly query: Parameters };

/** Returns the operation of an endpoint, under path and method. @param operationId name of the endpoint */
export function documentedEndpoint(operationId: string, endpoint: Endpoint): Readonly<Record<string, PathItem>> {
  const { method, path, scope, tag, summary, description, body, answers } = endpoint;
  const { inPath = [], query, headers = [] } = endpoint;
  const parameters = [
    ...inPath,
    ...Object.entries(query ?? {}).map(([name, parameter]) => documentedQuery(name, parameter)),
    ...headers,
  ];
  const operation: Operation = {
    operationId,
    tags: [tag],
    summary,
    description,
    ...(scope === 'none' && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { description: BODY, required: true, content: body } }),
    responses: { ...answers, ...refusals({ scope, hasQuery: query !== undefined, hasBody: body !== undefined }) },
  };
  return { [path]: { [method]: operation } };
}

/** Key of the query in its values: a symbol, because a parameter can have any name. */
const QUERY = Symbol('query');

/**
 * Returns the reader of an endpoint's query. A value is read when it is used, so that of two wrong parameters the one that
 * is used first is named. The accessors are those of a class, made once for all requests: a definition of them for each
 * request costs more than the reading. Values are therefore inherited, and a spread copies none of them.
 * @returns function that throws ApiError 400 for a parameter that is read to be refused; reading a value throws it for
 * that parameter
 */
export function queryReader<Parameters extends QueryParameters>({
  query: parameters,
  refused = {},
}: Pick<QueryEndpoint<Parameters>, 'query' | 'refused'>): (query: Query) => QueryValues<Parameters> {
  const refusals = Object.entries(refused);
  class Values {
    readonly [QUERY]: Query;

    constructor(query: Query) {
      this[QUERY] = query;
    }
  }
  for (const [name, { kind }] of Object.entries(parameters)) {
    Object.defineProperty(Values.prototype, name, {
      enumerable: true,
      get(this: Values) {
        return kind.read(this[QUERY], name);
      },
    });
  }
  return (query) => {
    for (const [name, kind] of refusals) kind.read(query, name);
    return new Values(query) as QueryValues<Parameters>;
  };
}

/** Names that the query of an endpoint can have, in every spelling. */
export function queryNames({ query = {}, refused = {} }: Pick<Endpoint, 'query' | 'refused'>): readonly string[] {
  const spelled = Object.entries(query).flatMap(([name, { kind }]) =>
    kind.several === 'repeated' ? [name, `${name}[]`] : [name],
  );
  return [...spelled, ...Object.keys(refused)];
}
