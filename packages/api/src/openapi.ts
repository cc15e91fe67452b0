import { OBSERVATION_COLUMNS } from '@sluice/record';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenApiDocument, PathItem } from './document';
import { type Endpoint, documentedEndpoint } from './endpoint';
import { endpoints } from './endpoints';
import { conditionSchemas } from './kinds/expression';
import { headers, responses } from './responses';
import { answerSchemas } from './schemas/answers';
import { scoreSchemas } from './schemas/scores';
import { valueSchemas } from './schemas/values';

const all: Readonly<Record<string, Endpoint>> = endpoints;

const { version } = JSON.parse(readFileSync(join(__dirname, '../package.json'), 'utf8')) as {
  readonly version: string;
};

/** Conditions within conditions. */
const CONDITIONS = { ObservationCondition: { anyOf: conditionSchemas(OBSERVATION_COLUMNS) } };

/** The interface of the product (spec 4; contract), for people and for generators of clients. */
export const openApiDocument: OpenApiDocument = {
  openapi: '3.1.0',
  info: {
    title: 'Sluice',
    version,
    summary: 'Traces and metrics of LLM and agent workloads',
    description: [
      'Sluice stores data of OpenTelemetry and Langfuse clients, and returns it by the read endpoints of the Langfuse v3 API.\n',
      '- A write is answered 200 when its rows are committed. After a lost answer, a timeout or 503 it may or may not be stored: retry the same request (native metric points with an `Idempotency-Key`), and nothing is stored twice.',
      '- An invalid parameter or member is refused with its name and what is accepted, never clamped. An empty parameter counts as absent. A name that resembles a parameter, and `user`, `session`, `tag`, is refused with a suggestion; other unknown names are ignored and listed in `Sluice-Ignored-Parameters`. A parameter with one value must not have two different values. A start after its end selects nothing.',
      '- In a time of a query a space is read as the `+` of a time zone that was not encoded.',
      '- Path and method are checked first, then the credentials, then query and body. HEAD is answered like GET without a body; other methods and unknown paths are 404. Repeated and trailing slashes of a path are ignored.',
      '- Every answer has an `X-Request-Id` and `X-Content-Type-Options: nosniff`; every answer to credentials has `Cache-Control: private, no-cache` and `Vary: Authorization`. An error has the three members of `Error` and no other.',
      '- Limits are the defaults; the operator can set others. Characters are Unicode code points. U+0000 and lone surrogates in text become U+FFFD; a JSON body that is not UTF-8 is refused.',
      '- CORS is off unless the operator allows origins; a preflight needs no credentials. A write of a browser with Basic credentials for a page of another origin is 403.',
      '- `/livez`, `/readyz` and `/metrics` (Prometheus) have a separate port, which is not public, and are not described here.',
    ].join('\n'),
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: '/', description: 'The server of this document' }],
  security: [{ bearer: [] }, { basic: [] }],
  tags: [
    { name: 'Ingestion', description: 'Endpoints that store data. 200 means committed.' },
    { name: 'Traces', description: 'Traces and observations, in the form of the Langfuse v3 API.' },
    { name: 'Scores', description: 'Scores of traces, observations and sessions, in the form of the Langfuse API.' },
    { name: 'Metrics', description: 'Daily figures of traces, and time series of metric points.' },
    { name: 'Service', description: 'The server itself.' },
  ],
  paths: pathsOf(Object.entries(all).map(([name, endpoint]) => documentedEndpoint(name, endpoint))),
  components: {
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer', description: 'An API token.' },
      basic: {
        type: 'http',
        scheme: 'basic',
        description: 'The public key as user name and the secret key as password, as the Langfuse SDKs send them.',
      },
    },
    schemas: inOne([
      ...Object.values(all).map(({ schemas = {} }) => schemas),
      ...[answerSchemas, scoreSchemas, valueSchemas, CONDITIONS],
    ]),
    headers,
    responses,
  },
};

/** Returns the paths of all endpoints, each with its methods. @throws Error where two endpoints have one method and path */
function pathsOf(parts: readonly Readonly<Record<string, PathItem>>[]): Readonly<Record<string, PathItem>> {
  const whole: Record<string, PathItem> = {};
  for (const [path, item] of parts.flatMap((part) => Object.entries(part))) {
    whole[path] = inOne<PathItem[keyof PathItem]>([{ ...whole[path] }, { ...item }]);
  }
  return whole;
}

/** @throws Error where two parts have the same name: one would be lost without a word */
function inOne<T>(parts: readonly Readonly<Record<string, T>>[]): Readonly<Record<string, T>> {
  const whole: Record<string, T> = {};
  for (const [name, value] of parts.flatMap((part) => Object.entries(part))) {
    if (Object.hasOwn(whole, name)) throw new Error(`the document has ${name} twice`);
    whole[name] = value;
  }
  return whole;
}
