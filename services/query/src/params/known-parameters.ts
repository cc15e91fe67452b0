import { openApiDocument } from '@sluice/api';
import { OBSERVATION_FILTERS } from './observation-params';

/** What is read only to be refused, and so stands in no document. */
const READ_TO_REFUSE: Readonly<Record<string, readonly string[]>> = {
  '/api/public/observations': OBSERVATION_FILTERS,
  '/api/public/health': ['failIfNoRecentEvents'],
};

/**
 * The names of the query parameters of an endpoint, in every spelling: those of the OpenAPI document.
 * @param path of the route, as express has it
 * @throws Error where the document does not have the endpoint
 */
export function knownParameters(path: string): readonly string[] {
  const operation = openApiDocument.paths[path.replace(/:(\w+)/g, '{$1}')]?.get;
  if (operation === undefined) throw new Error(`the OpenAPI document has no GET ${path}`);
  const documented = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
  // A list may be repeated with brackets behind its name, unless it is one text.
  const spelled = documented.flatMap(({ name, schema, explode }) =>
    schema['type'] === 'array' && explode === true ? [name, `${name}[]`] : [name],
  );
  return [...spelled, ...(READ_TO_REFUSE[path] ?? [])];
}
