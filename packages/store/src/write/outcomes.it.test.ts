import { summaryDisagreements } from '@sluice/contracts';
import { type Observation, type TraceRecord, receiveStamp } from '@sluice/record';
import { HISTORY_START, deliveryOf, testUuid as uuid } from '@sluice/testbed/samples';
import fc from 'fast-check';
import { expectedOutcomes, outcomeHistory } from './outcomes.testing';
import { type TestWriter, openWriter } from './writer.testing';

let writer: TestWriter;
beforeAll(() => {
  writer = openWriter();
});
afterAll(() => writer.close());

/** Outcomes by project and trace id, as the view answers them. */
async function stored() {
  const { rows } = await writer.owner.query<{ key: string; outcome: string; isOpen: boolean }>(
    `select project || '/' || id as key, outcome, is_open as "isOpen" from sluice.trace_view`,
  );
  return new Map(rows.map(({ key, ...rest }) => [key, rest]));
}

test('the outcome follows from the observations, whatever the order of their records and however often one is repeated', async () => {
  await fc.assert(
    fc.asyncProperty(
      outcomeHistory.chain((records) => fc.tuple(fc.constant(records), deliveryOf(records))),
      async ([records, batches]) => {
        await writer.clear();
        const expected = expectedOutcomes(records);
        for (const batch of batches) {
          await writer.storeAll([batch]);
          expect(await summaryDisagreements(writer.owner)).toEqual([]);
        }
        expect(await stored()).toEqual(expected);
        await writer.clear();
        await writer.storeAll([records]);
        expect(await stored()).toEqual(expected);
      },
    ),
    { numRuns: 150 },
  );
});

test('of observations that start together the one with the lower id is the root', async () => {
  const record = (n: number, observation: Partial<Observation>): TraceRecord => ({
    ...{ kind: 'trace', recordId: uuid(50 + n), receivedAt: HISTORY_START + n, traceId: uuid(1), tags: [] },
    updates: [{ stamp: receiveStamp(HISTORY_START + n, uuid(50 + n)), fields: {} }],
    observations: [
      {
        id: uuid(n),
        parentId: uuid(9),
        startTime: HISTORY_START,
        endTime: HISTORY_START,
        counted: true,
        ...observation,
      },
    ],
  });
  await writer.clear();
  await writer.storeAll([[record(2, { level: 'ERROR' })], [record(3, {})]]);
  expect([...(await stored()).values()]).toEqual([{ outcome: 'failed', isOpen: expect.any(Boolean) as boolean }]);
});
