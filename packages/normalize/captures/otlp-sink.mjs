// Receiver of an SDK's OTLP/HTTP exports; returns them as OTLP JSON, protobuf decoded by the definition that the product itself uses.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { gunzipSync, inflateSync } from 'node:zlib';

const require = createRequire(new URL('../../decode/package.json', import.meta.url));
const { Root } = require('protobufjs');
const definitions = new Root();
definitions.resolvePath = (_, target) => fileURLToPath(new URL(`../../../proto/${target}`, import.meta.url));
definitions.loadSync('opentelemetry/proto/collector/trace/v1/trace_service.proto');
definitions.loadSync('opentelemetry/proto/collector/metrics/v1/metrics_service.proto');
const typeOf = (name) => definitions.lookupType(`opentelemetry.proto.collector.${name}`);
const TRACES = typeOf('trace.v1.ExportTraceServiceRequest');
const METRICS = typeOf('metrics.v1.ExportMetricsServiceRequest');

/**
 * Starts the sink. `requests` contains the trace requests in the order received, `metrics` those of metrics, `others` any other request.
 */
export async function startSink() {
  const requests = [];
  const metrics = [];
  const others = [];
  const server = createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      const type = String(headers['content-type']);
      const read = (as) => decoded(as, inflated(chunks, headers), type);
      if (method === 'POST' && url.endsWith('/v1/traces')) requests.push(read(TRACES));
      else if (method === 'POST' && url.endsWith('/v1/metrics')) metrics.push(read(METRICS));
      else others.push(`${method} ${url}`);
      response.writeHead(200, { 'content-type': type.includes('protobuf') ? type : 'application/json' });
      response.end(type.includes('protobuf') ? '' : '{}');
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  return { url: `http://127.0.0.1:${port}`, port, requests, metrics, others, stop: () => server.close() };
}

function inflated(chunks, { 'content-encoding': encoding }) {
  const body = Buffer.concat(chunks);
  if (encoding === 'gzip') return gunzipSync(body);
  return encoding === 'deflate' ? inflateSync(body) : body;
}

function decoded(Request, body, type) {
  if (type.includes('json')) return JSON.parse(body.toString());
  const options = { longs: String, bytes: String, enums: Number, json: true };
  return withHexIds(Request.toObject(Request.decode(body), options));
}

/** OTLP JSON writes ids as hex, where protobuf's JSON writes bytes as base64. */
function withHexIds(value, key = '') {
  if (Array.isArray(value)) return value.map((element) => withHexIds(element));
  if (typeof value === 'string') {
    return ['traceId', 'spanId', 'parentSpanId'].includes(key) ? Buffer.from(value, 'base64').toString('hex') : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withHexIds(member, name)]));
}
