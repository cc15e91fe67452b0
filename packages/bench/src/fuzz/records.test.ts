import { deepEqual } from 'node:assert';
import {
  DEFAULT_LIMITS,
  decodeMetricBatch,
  decodeNativeBatch,
  decodeOtlpJson,
  decodeOtlpProtobuf,
  otlpMetricsJsonPortions,
  otlpMetricsProtobufPortions,
} from '@sluice/decode';
import {
  DEFAULT_LIMITS as NORMALIZE_LIMITS,
  OtlpMetricNormalizer,
  normalizeBatch,
  normalizeMetrics,
  normalizeOtlp,
} from '@sluice/normalize';
import { type SluiceRecord, decodeRecord, encodeRecord } from '@sluice/record';
import { type FuzzInput, TARGETS } from './input/fuzz-input';
import { makeInput } from './input/make-input';

const WORLD = { seed: 11, bearerToken: 't', publicKey: 'p', secretKey: 's' };
const INPUTS = 900;
const RECEIVED_AT = Date.UTC(2026, 10, 21) * 1000;
const ID = '00000000-0000-4000-8000-000000000001';
const CONTEXT = {
  receivedAt: RECEIVED_AT,
  newRecordId: () => ID,
  prefixes: ['langfuse', 'vendor'],
  limits: NORMALIZE_LIMITS,
};

/** @throws DecodeError */
function recordsOf({ endpoint, body, target }: FuzzInput): readonly SluiceRecord[] {
  switch (endpoint) {
    case 'native':
      return normalizeBatch(decodeNativeBatch(body, DEFAULT_LIMITS), CONTEXT);
    case 'otlp': {
      const decode = target === 'otlp-json' ? decodeOtlpJson : decodeOtlpProtobuf;
      return normalizeOtlp(decode(body, DEFAULT_LIMITS), CONTEXT).records;
    }
    case 'metrics':
      return normalizeMetrics(decodeMetricBatch(body, DEFAULT_LIMITS, RECEIVED_AT), {
        ...CONTEXT,
        recordIdOfChunk: () => ID,
      });
    case 'otlp-metrics': {
      const portionsOf = target === 'otlp-metrics-json' ? otlpMetricsJsonPortions : otlpMetricsProtobufPortions;
      const normalizer = new OtlpMetricNormalizer({ ...CONTEXT, recordIdOfChunk: () => ID });
      const portions = [...portionsOf(body, DEFAULT_LIMITS, RECEIVED_AT)];
      return [...portions.flatMap((points) => normalizer.records(points)), ...normalizer.rest()];
    }
    default:
      return [];
  }
}

test('every record that an accepted body becomes is the same after its way through a bus of bytes', () => {
  let records = 0;
  const sources = new Set<string>();
  for (let index = 0; index < INPUTS; index += 1) {
    const input = makeInput(WORLD, index);
    let made: readonly SluiceRecord[] = [];
    try {
      if (!input.heavy) made = recordsOf(input);
    } catch {
      continue; // refused
    }
    for (const record of made) {
      records += 1;
      sources.add(input.target);
      // Not Jest's equality, to which the two zeros differ; nothing else does.
      deepEqual(decodeRecord(encodeRecord(record)), record);
    }
  }
  expect(records).toBeGreaterThan(INPUTS / 4);
  // All that have bodies of their own: headers are not read here.
  expect([...sources]).toEqual(expect.arrayContaining(TARGETS.filter((target) => !/query|headers/.test(target))));
});
