import { summaryDisagreements } from '@sluice/contracts';
import { deliveryOf } from '@sluice/testbed/samples';
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
