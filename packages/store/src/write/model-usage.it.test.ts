import { type Observation, type TraceRecord, receiveStamp } from '@sluice/record';
import { HISTORY_START, testUuid as uuid } from '@sluice/testbed/samples';
import type { ModelUsage } from './port';
import { type TestWriter, openWriter, storeNext } from './writer.testing';

const TRACE = uuid(1);

const reported: ModelUsage[][] = [];
let writer: TestWriter;
beforeAll(() => {
  writer = openWriter({ onUsage: (usage) => void reported.push([...usage]) });
});
afterAll(() => writer.close());

function recordOf(n: number, observations: readonly Observation[]): TraceRecord {
  const receivedAt = HISTORY_START + n * 1000;
  const stamp = receiveStamp(receivedAt, uuid(10 + n));
  return {
    kind: 'trace',
    recordId: uuid(10 + n),
    receivedAt,
    traceId: TRACE,
    updates: [{ stamp, fields: {} }],
    tags: [],
    observations,
  };
}

const observation = (id: number, model: string | undefined, input: number, usd: number): Observation => ({
  id: uuid(id),
  counted: true,
  ...(model !== undefined && { model }),
  usage: { input: { input }, output: { output: 1 } },
  costDetails: { total: usd },
});

test('a stored batch tells what it added by model, and nothing of what it said again', async () => {
  const store = writer.newStore();
  const add = async (...records: readonly TraceRecord[]): Promise<ModelUsage[]> => {
    await storeNext(store, records);
    return reported.pop() ?? [];
  };
  expect(
    await add(
      recordOf(0, [observation(2, 'a', 10, 0.5), observation(3, 'a', 5, 0.25), observation(4, undefined, 0, 0)]),
    ),
  ).toEqual([
    { project: 0, model: 'a', observations: 2, inputTokens: 15, outputTokens: 2, usd: 0.75 },
    { project: 0, model: '', observations: 1, inputTokens: 0, outputTokens: 1, usd: 0 },
  ]);
  expect(await add(recordOf(1, [observation(2, 'a', 10, 0.5)]))).toEqual([]);
  expect(
    await add(recordOf(2, [{ ...observation(2, 'a', 12, 0.5), startTime: HISTORY_START - 86_400e6 * 3 }])),
  ).toEqual([{ project: 0, model: 'a', observations: 0, inputTokens: 2, outputTokens: 0, usd: 0 }]);
  expect(await add(recordOf(3, [observation(2, 'b', 12, 0.5)]))).toEqual([
    { project: 0, model: 'a', observations: -1, inputTokens: -12, outputTokens: -1, usd: -0.5 },
    { project: 0, model: 'b', observations: 1, inputTokens: 12, outputTokens: 1, usd: 0.5 },
  ]);
});
