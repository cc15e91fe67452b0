import { summaryDisagreements } from '@sluice/contracts';
import type { TraceRecord } from '@sluice/record';
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

describe('without a top-level observation and a marked one the root is', () => {
  /** A record of an observation that starts so many microseconds after the others. */
  const record = (received: number, n: number, after: number, level?: 'ERROR'): TraceRecord => ({
    ...{ kind: 'trace', recordId: uuid(50 + received), receivedAt: HISTORY_START + received, traceId: uuid(100) },
    ...{ tags: [], updates: [] },
    observations: [
      {
        ...{ id: uuid(n), parentId: uuid(9), startTime: HISTORY_START + after, counted: true },
        ...(level !== undefined && { level }),
      },
    ],
  });

  test.each<[string, readonly TraceRecord[], string]>([
    ['the lower id of those that start together, stored first', [record(1, 2, 0, 'ERROR'), record(2, 3, 0)], 'failed'],
    ['the lower id of those that start together, stored last', [record(1, 3, 0), record(2, 2, 0, 'ERROR')], 'failed'],
    ['the one that starts first', [record(1, 2, 0), record(2, 3, 1, 'ERROR')], 'recovered'],
    [
      'the next one where the start of the first one is corrected to a later one',
      [record(1, 2, 0, 'ERROR'), record(2, 3, 1), record(3, 2, 2, 'ERROR')],
      'recovered',
    ],
  ])('%s', async (_, records, outcome) => {
    await writer.clear();
    for (const each of records) await writer.storeAll([[each]]);
    expect([...(await stored()).values()]).toEqual([{ outcome, isOpen: true }]);
  });
});
