import type { Trace } from '@sluice/store/read';
import { joined } from '../fragments.testing';
import { presentTrace } from './trace';

const TIME = Date.UTC(2026, 10, 20, 22) * 1000 + 123_999;

const trace: Trace = {
  id: '00000000-0000-4000-8000-000000000001',
  timestamp: TIME,
  name: null,
  userId: 'u',
  sessionId: null,
  release: null,
  version: null,
  environment: 'default',
  public: false,
  tags: '["a","b"]',
  latency: 1_234_567,
  totalCost: 0.000001,
  usage: { input: '9007199254740993', output: '2', total: '9007199254740995' },
  createdAt: TIME,
  updatedAt: TIME + 1_000_000,
};
const all = { io: true, scores: true, observations: true, metrics: true };
const io = { input: '{"b":1.0,"a":"\\u00e9"}', output: '"42"', metadata: '{"n":12345678901234567890}' };
const options = { trace, io, fields: all, projectId: 'my project', observations: '["x"]' };

it('has every field of the contract, times in UTC with milliseconds, seconds and US dollars', () => {
  expect(JSON.parse(joined(presentTrace(options)))).toEqual({
    id: trace.id,
    timestamp: '2026-11-20T22:00:00.123Z',
    name: null,
    userId: 'u',
    sessionId: null,
    release: null,
    version: null,
    environment: 'default',
    public: false,
    bookmarked: false,
    tags: ['a', 'b'],
    input: { a: 'é', b: 1 },
    output: '42',
    metadata: { n: 12345678901234567890 },
    latency: 1.234567,
    totalCost: 0.000001,
    usage: { input: 2 ** 53, output: 2, total: 2 ** 53 + 4 }, // all that a double can hold of it
    observations: ['x'],
    scores: [],
    htmlPath: '/project/my%20project/traces/00000000-0000-4000-8000-000000000001',
    projectId: 'my project',
    externalId: null,
    createdAt: '2026-11-20T22:00:00.123Z',
    updatedAt: '2026-11-20T22:00:01.123Z',
  });
});

it('answers absent values as null, absent metadata as {}', () => {
  const nothing = { input: null, output: null, metadata: null };
  expect(JSON.parse(joined(presentTrace({ ...options, io: nothing })))).toMatchObject({
    input: null,
    output: null,
    metadata: {},
  });
});

it('never leaves a key out for a group that was not asked for', () => {
  const fields = { io: false, scores: false, observations: false, metrics: false };
  const bare = JSON.parse(joined(presentTrace({ ...options, fields, observations: '[]' }))) as object;
  expect(Object.keys(bare).sort()).toEqual(Object.keys(JSON.parse(joined(presentTrace(options))) as object).sort());
  expect(bare).toMatchObject({
    input: null,
    output: null,
    metadata: {},
    latency: -1,
    totalCost: -1,
    usage: { input: -1, output: -1, total: -1 },
    observations: [],
    scores: [],
  });
});
