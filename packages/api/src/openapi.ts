import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenApiDocument } from './document';
import { type Endpoint, documentedEndpoint } from './endpoint';
import { endpoints } from './endpoints';
import { headers, responses } from './responses';
import { answerSchemas } from './schemas/answers';
import { valueSchemas } from './schemas/values';

const all: Readonly<Record<string, Endpoint>> = endpoints;

const { version } = JSON.parse(readFileSync(join(__dirname, '../package.json'), 'utf8')) as {
  readonly version: string;
};

/** The interface of the product (spec 4; contract), for people and for generators of clients. */
export const openApiDocument: OpenApiDocument = {
  openapi: '3.1.0',
  info: {
    title: 'Sluice',
    version,
    summary: 'Traces and metrics of LLM and agent workloads',
    description: [
      'OpenTelemetry and Langfuse clients send to it, and it answers through the read endpoints of the Langfuse v3 API.\n',
      '- A write is answered 200 when its rows are committed. After no answer, a timeout or 503 it may or may not be stored: send the same again, native metric points with an `Idempotency-Key`, and nothing is stored twice.',
      '- Wrong parameters and members are refused with their name and what is accepted, never clamped. An empty parameter is an absent one. A name that is nearly that of a parameter, and `user`, `session`, `tag`, is refused with the one that was meant; other unknown ones are ignored and named in `Sluice-Ignored-Parameters`. A parameter with one value may not be given twice with different ones. A start after its end selects nothing.',
      '- In a query a space is read as the `+` of a time zone that was not encoded.',
      '- Path and method are looked at first, then the credentials, then query and body. HEAD is answered like GET without a body; other methods and unknown paths are 404. Repeated and trailing slashes of a path are ignored.',
      '- Every answer has an `X-Request-Id` and `X-Content-Type-Options: nosniff`; every answer to credentials has `Cache-Control: private, no-cache` and `Vary: Authorization`. An error has the three members of `Error` and no other.',
      '- Limits are the defaults: the operator may have set others. Characters are Unicode code points. U+0000 and lone surrogates in text become U+FFFD; a JSON body that is not UTF-8 is refused.',
      '- CORS is off unless the operator has allowed origins; a preflight needs no credentials. A write that a browser sends with Basic credentials for a page of another origin is 403.',
      '- `/livez`, `/readyz` and `/metrics` (Prometheus) have a port of their own, which is not public, and are not described here.',
    ].join('\n'),
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: '/', description: 'The server that this document comes from' }],
  security: [{ bearer: [] }, { basic: [] }],
  tags: [
    { name: 'Ingestion', description: 'What takes data in. 200 means committed.' },
    { name: 'Traces', description: 'Traces and observations, as the Langfuse v3 API answers them.' },
    { name: 'Metrics', description: 'Daily figures of traces, and time series of metric points.' },
    { name: 'Service', description: 'The server itself.' },
  ],
  paths: inOne(Object.entries(all).map(([name, endpoint]) => documentedEndpoint(name, endpoint))),
  components: {
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer', description: 'An API token.' },
      basic: {
        type: 'http',
        scheme: 'basic',
        description: 'The public key as user name and the secret key as password, as the Langfuse SDKs send them.',
      },
    },
    schemas: inOne([...Object.values(all).map(({ schemas = {} }) => schemas), answerSchemas, valueSchemas]),
    headers,
    responses,
  },
};

/** @throws Error where two parts have the same name: one would be lost without a word */
function inOne<T>(parts: readonly Readonly<Record<string, T>>[]): Readonly<Record<string, T>> {
  const whole: Record<string, T> = {};
  for (const [name, value] of parts.flatMap((part) => Object.entries(part))) {
    if (Object.hasOwn(whole, name)) throw new Error(`the document has ${name} twice`);
    whole[name] = value;
  }
  return whole;
}
