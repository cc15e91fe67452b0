import { type Observation, type TraceRecord, explainingStep, outcomeOf } from '@sluice/record';
import { HISTORY_START as NOW, testUuid as uuid } from '@sluice/testbed/samples';
import fc from 'fast-check';
import { type TestWriter, openWriter } from '../write/writer.testing';
import { collect } from './collect-fragments.testing';
import { type TestReader, openReader } from './reader.testing';

let writer: TestWriter;
let reader: TestReader;
beforeAll(() => {
  writer = openWriter();
  reader = openReader();
});
afterAll(async () => {
  await reader.close();
  await writer.close();
});
beforeEach(() => writer.clear());

const PROJECTS = [undefined, 'acme'] as const;

const traceOf = (n: number, observations: readonly Observation[], project?: string): TraceRecord => ({
  ...{ kind: 'trace', recordId: uuid(9000 + n), receivedAt: NOW, traceId: uuid(n), updates: [], tags: [] },
  ...(project !== undefined && { project }),
  observations,
});

async function failuresOf(project: string | undefined) {
  const list = await reader.reads.of(project).listTraces({
    ...{ filter: { tags: [], environments: [] }, page: 1, limit: 50, order: { field: 'id', direction: 'asc' } },
    include: { io: false, observations: false, summary: true },
  });
  const items = await collect(list.portions);
  return new Map(items.map(({ trace, summary }) => [trace.id, summary?.failure]));
}

const observation = fc.record({
  id: fc.integer({ min: 1, max: 6 }).map(uuid),
  parentId: fc.option(fc.integer({ min: 1, max: 6 }).map(uuid)),
  name: fc.constantFrom('search', 'chat'),
  level: fc.constantFrom('ERROR', 'ERROR', 'ERROR', 'WARNING'),
  statusMessage: fc.constantFrom('', 'timed out', 'refused', 'é'.repeat(400)),
  startTime: fc.integer({ min: 0, max: 3 }).map((seconds) => NOW + seconds),
  endTime: fc.integer({ min: 0, max: 3 }).map((seconds) => NOW + seconds),
  counted: fc.constant(true),
});
const trace = fc.uniqueArray(observation, { selector: ({ id }) => id, maxLength: 6 });

test('a page has the step and the message that explain each outcome, of each project its own', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(trace, trace), { minLength: 1, maxLength: 3 }), async (traces) => {
      await writer.clear();
      const records = traces.map((both, n) => both.map((each, of) => traceOf(n, each, PROJECTS[of])));
      await writer.storeAll([records.flat()]);
      for (const [of, project] of PROJECTS.entries()) {
        const expected = traces.map((both, n) => [uuid(n), explanationOf(both[of] ?? [])]);
        expect(await failuresOf(project)).toEqual(new Map(expected as [string, unknown][]));
      }
    }),
    { numRuns: 60 },
  );
});

/** Returns what explains the outcome of observations, by the function that the server and the console share. */
function explanationOf(observations: readonly Observation[]) {
  const failed = observations.filter(({ level }) => level === 'ERROR');
  const roots = observations.filter(({ parentId }) => parentId === null);
  const [first] = observations.toSorted((a, b) => (a.startTime ?? 0) - (b.startTime ?? 0) || (a.id < b.id ? -1 : 1));
  const ofRoots = (roots.length > 0 ? roots : first === undefined ? [] : [first]).filter((root) =>
    failed.includes(root),
  );
  const outcome = outcomeOf({ rootErrors: ofRoots.length, errors: failed.length, warnings: 0 });
  const steps = failed.map(({ id, parentId, statusMessage = '', startTime: start = 0, endTime: end = 0, name }) => ({
    ...{ id, parentId, name, message: statusMessage, start, end: Math.max(start, end) },
  }));
  const step = explainingStep(steps, outcome === 'failed');
  return step === undefined ? null : { observationId: step.id, name: step.name, message: step.message.slice(0, 300) };
}

it('compares the steps that started last where the trace failed, else the first ones', async () => {
  const failed = (n: number): Observation => ({
    ...{ id: uuid(100 + n), parentId: uuid(99), level: 'ERROR', statusMessage: `${n}`, counted: true },
    ...{ startTime: NOW + n, endTime: NOW + n },
  });
  const many = Array.from({ length: 250 }, (_, n) => failed(n));
  // One of these is compared where the trace failed: it ends last, but starts first.
  const [slow = failed(0), ...others] = many;
  const steps = [{ ...slow, endTime: NOW + 1000 }, ...others];
  const root = { id: uuid(99), parentId: null, startTime: NOW, counted: true };
  await writer.storeAll([[traceOf(1, [{ ...root, level: 'ERROR' }, ...steps]), traceOf(2, [root, ...steps])]]);
  const found = await failuresOf(undefined);
  expect(found.get(uuid(1))?.message).toBe('249');
  expect(found.get(uuid(2))?.message).toBe('0');
});
