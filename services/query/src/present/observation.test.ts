import type { Observation } from '@sluice/store/read';
import { joined } from '../fragments.testing';
import { presentObservation } from './observation';

const T = Date.UTC(2026, 10, 20, 22) * 1000;

const bare: Observation = {
  id: '00000000-0000-0000-0123-456789abcdef',
  traceId: '00000000-0000-4000-8000-000000000001',
  parentId: null,
  type: 'SPAN',
  name: null,
  startTime: T,
  endTime: null,
  completionStartTime: null,
  model: null,
  modelParameters: null,
  input: null,
  output: null,
  metadata: null,
  level: 'DEFAULT',
  statusMessage: null,
  version: null,
  environment: 'default',
  inputTokens: null,
  outputTokens: null,
  totalTokens: null,
  usageDetails: null,
  inputCost: null,
  outputCost: null,
  totalCost: null,
  costDetails: null,
  createdAt: T,
  updatedAt: T,
};

const present = (fields: Partial<Observation> = {}): unknown =>
  JSON.parse(joined(presentObservation({ ...bare, ...fields })));

it('gives the buckets as sent with the total in force', () => {
  const tokens = { inputTokens: 10, outputTokens: 20, totalTokens: 30 };
  const expected = {
    usage: { input: 10, output: 20, total: 30 },
    usageDetails: { input: 7, input_cached_tokens: 3, output: 20, total: 30 },
    promptTokens: 10,
    completionTokens: 20,
    totalTokens: 30,
  };
  const buckets = '{"input":7,"input_cached_tokens":3,"output":20';
  expect(present({ ...tokens, usageDetails: `${buckets},"total":null}` })).toMatchObject(expected);
  expect(present({ ...tokens, usageDetails: `${buckets},"total":99}` })).toMatchObject(expected);
  expect(present({ ...tokens, usageDetails: `${buckets}}` })).toMatchObject(expected);
});

it('keeps a bucket that is called __proto__', () => {
  const text = joined(presentObservation({ ...bare, totalTokens: 1, usageDetails: '{"__proto__":1}' }));
  expect(text).toContain('"usageDetails":{"__proto__":1,"total":1}');
});

it('gives cost details as sent, else what was computed', () => {
  const computed = { inputCost: 0.1, outputCost: 0.2, totalCost: 0.3 };
  expect(present(computed)).toMatchObject({
    costDetails: { input: 0.1, output: 0.2, total: 0.3 },
    calculatedInputCost: 0.1,
    calculatedOutputCost: 0.2,
    calculatedTotalCost: 0.3,
  });
  expect(joined(presentObservation({ ...bare, ...computed, costDetails: '{"input": 1e-7}' }))).toContain(
    '"costDetails":{"input": 1e-7}',
  );
});
