import {
  type Endpoint,
  type QueryEndpoint,
  type QueryParameters,
  type QueryValues,
  ignoredParameters,
  listedNames,
  queryNames,
  queryReader,
  sdkName,
} from '@sluice/api';
import { type Handler, type NeededScope, badRequest } from '@sluice/http';

type Request = Parameters<Handler>[0];
type Response = Parameters<Handler>[1];

/** Endpoint and the handler of its requests. */
export interface Read<Scope extends Endpoint['scope'] = NeededScope> {
  readonly endpoint: Endpoint & { readonly scope: Scope };
  readonly handle: Handler;
}

/** Makes a read of an endpoint. @param answer gets the values of the endpoint's query, which are read when it uses them */
export function readOf<Query extends QueryParameters, Scope extends Endpoint['scope']>(
  endpoint: QueryEndpoint<Query> & { readonly scope: Scope },
  answer: (parameters: QueryValues<Query>, request: Request, response: Response) => Promise<void> | void,
): Read<Scope> {
  const read = queryReader(endpoint);
  const varies = endpoint.headers?.includes(sdkName) ?? false;
  return {
    endpoint,
    handle: (request, response) => {
      if (varies) response.vary(sdkName.name);
      return answer(read(request.query), request, response);
    },
  };
}

/** Header of the names in a query that an answer leaves out. */
const IGNORED_HEADER = 'Sluice-Ignored-Parameters';

/** The read refuses misspelt parameters, and lists with its answer the others that it has ignored. */
export function withKnownParameters<Scope extends Endpoint['scope']>({ endpoint, handle }: Read<Scope>): Read<Scope> {
  const known = queryNames(endpoint);
  return {
    endpoint,
    handle: async (request, response) => {
      const ignored = ignoredParameters(request.query, known);
      if (ignored.length > 0 && endpoint.unknownParameters === 'refused') {
        throw badRequest(`${listedNames(ignored)}: expected no parameter but ${known.join(', ')}`);
      }
      if (ignored.length > 0) response.setHeader(IGNORED_HEADER, listedNames(ignored));
      try {
        await handle(request, response);
      } catch (error) {
        if (!response.headersSent) response.removeHeader(IGNORED_HEADER);
        throw error;
      }
    },
  };
}
