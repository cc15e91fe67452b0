import { randomUUID } from 'node:crypto';
import { decodeOtlpProtobuf, DEFAULT_LIMITS as DECODE_LIMITS } from '@sluice/decode';
import { DEFAULT_LIMITS as NORMALIZE_LIMITS, normalizeOtlp } from '@sluice/normalize';
import { encodeRecord } from '@sluice/record';
import { otlpMessage } from '@sluice/testbed/samples';
import { mode } from '../command/modes';
import { integer } from '../command/options';
import { protobufRequests } from '../load/workloads';
import { createRandom } from '../random-source';
import { formatTable } from '../report/table';
import { bodyOf, spend } from './plain-decode';

const SPANS = 100;
const WARM_UP_MS = 1_000;

/** The same array for all requests, as in a gateway, because the normalizer caches by it. */
const PREFIXES = ['langfuse', 'vendor'];

/** Measures the processor time of each step from a span's bytes to its record, in comparison with a plain protobuf decoder. */
export const decodeCost = mode(
  'decode',
  {
    seconds: integer({ default: 3, min: 1, max: 3600 }),
    'span-bytes': integer({ default: 1800, min: 700, max: 100_000 }),
  },
  async ({ seconds, 'span-bytes': bytes }, context) => {
    const source = protobufRequests(SPANS, { bytes })(createRandom(1));
    const body = (): Buffer => bodyOf(source);
    const normalized = () =>
      normalizeOtlp(decodeOtlpProtobuf(body(), DECODE_LIMITS), {
        receivedAt: Date.now() * 1000,
        newRecordId: randomUUID,
        prefixes: PREFIXES,
        limits: NORMALIZE_LIMITS,
      });
    const plain = otlpMessage('trace');
    const steps = {
      'the request itself': body,
      'a plain decoder (protobufjs)': () => plain.decode(body()),
      decode: () => decodeOtlpProtobuf(body(), DECODE_LIMITS),
      'decode, normalize': normalized,
      'decode, normalize, encode': () => normalized().records.map((record) => encodeRecord(record)),
    };
    const costs: [string, number][] = [];
    for (const [name, step] of Object.entries(steps)) {
      context.signal.throwIfAborted();
      spend(step, WARM_UP_MS);
      costs.push([name, spend(step, seconds * 1_000) / SPANS]);
      await new Promise(setImmediate);
    }
    const [[, request] = ['', 0], [, decoder] = ['', 0]] = costs;
    const rows = costs.slice(1).map(([name, micros]) => {
      const own = micros - request;
      return [name, `${own.toFixed(1)} µs`, (own / (decoder - request)).toFixed(2)];
    });
    context.print(formatTable([['', 'processor a span', 'ratio'], ...rows]));
    return 0;
  },
);
