import type { Content } from '../document';
import type { Endpoint } from '../endpoint';

/** Base of Langfuse, before the path of OTLP. */
const BASE = '/api/public/otel';

type WriteEndpoint = Endpoint & { readonly scope: 'ingest' };

/**
 * The same endpoint at the path of OTLP (contract: OTLP), for exporters that have the address of the server only; its examples and
 * schemas are those of the first.
 */
export function atRoot({ schemas: _schemas, ...endpoint }: WriteEndpoint): WriteEndpoint {
  const { path, summary, body } = endpoint;
  return {
    ...endpoint,
    path: path.slice(BASE.length),
    summary: `${summary}, at the path of OTLP`,
    description: `Same endpoint as \`POST ${path}\`, for exporters that are configured with the address of the server only.`,
    ...(body && { body: withoutExamples(body) }),
  };
}

function withoutExamples(content: Content): Content {
  return Object.fromEntries(Object.entries(content).map(([type, { schema }]) => [type, { schema }]));
}
