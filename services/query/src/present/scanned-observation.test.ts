import { endpoints } from '@sluice/api';
import { PUBLIC_OBSERVATION_FIELDS, fieldsOf } from '@sluice/record';
import type { ListedObservation, Observation } from '@sluice/store/read';
import { textOf } from '../fragments.testing';
import { presentScanned } from './scanned-observation';

const T = Date.UTC(2026, 10, 20, 22) * 1000;
const FIELDS = fieldsOf(PUBLIC_OBSERVATION_FIELDS, 'text', 'integer', 'time', 'longText', 'json', 'members');

const observation = {
  ...(Object.fromEntries(FIELDS.map((name) => [name, null])) as Record<(typeof FIELDS)[number], null>),
  ...{ id: '00000000-0000-0000-0123-456789abcdef', traceId: '00000000-0000-4000-8000-000000000001', parentId: null },
  ...{ type: 'GENERATION', startTime: T, endTime: T + 1_500_000, level: 'DEFAULT', environment: 'default' },
  ...{ inputTokens: 1, outputTokens: 2, totalTokens: 3, usageDetails: '{"input":1,"output":2}' },
  ...{ inputCost: null, outputCost: null, totalCost: 0.5, costDetails: null, costSource: null, countedIn: null },
  ...{ createdAt: T, updatedAt: T },
} as Observation;
const trace = { public: true, userId: 'ada', sessionId: null, release: 'r', name: 't', tags: '["a"]' };
const listed = (fields: Partial<Observation> = {}): ListedObservation => ({
  observation: { ...observation, ...fields },
  trace: trace as ListedObservation['trace'],
  isRoot: true,
});
const groupsOf = endpoints.scanObservations.query.fields.kind;
const present = async (fields: string, item = listed(), expanded: readonly string[] = []) => {
  const groups = groupsOf.read({ fields }, 'fields') ?? new Set();
  const text = await textOf([presentScanned(item, { projectId: 'p', groups, expanded: new Set(expanded) })]);
  return JSON.parse(text) as Record<string, unknown>;
};

const ALL = 'basic,time,io,metadata,model,usage,prompt,metrics,trace_context';

it('has the members of the requested groups, and no other', async () => {
  const core = await present('core');
  expect(core).toEqual({
    ...{ id: observation.id, traceId: observation.traceId, parentObservationId: null, type: 'GENERATION' },
    ...{ startTime: '2026-11-20T22:00:00.000Z', endTime: '2026-11-20T22:00:01.500Z', projectId: 'p' },
    ...{ modelId: null, inputPrice: null, outputPrice: null, totalPrice: null },
  });
  const all = await present(ALL);
  const { ScannedObservation: schema } = endpoints.scanObservations.schemas;
  expect(Object.keys(all).sort()).toEqual(Object.keys(schema['properties'] as object).sort());
  expect(all).toMatchObject({
    ...{ isRootObservation: true, public: true, bookmarked: false, userId: 'ada', statusMessage: null },
    ...{ usageDetails: { input: 1, output: 2, total: 3 }, costDetails: { total: 0.5 }, totalCost: 0.5 },
    ...{ latency: 1.5, timeToFirstToken: null, tags: ['a'], release: 'r', traceName: 't', metadata: {} },
  });
});

async function* slices(...texts: readonly string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield await Promise.resolve(Buffer.from(text, 'latin1'));
}
/** Bytes of UTF-8, each as a character. */
const bytes = (text: string): string => Buffer.from(text).toString('latin1');

it.each([
  ['{"a":"é\\n"}', '{"a":"é\\n"}'],
  ['"said \\"é\\""', 'said "é"'],
  ['7', '7'],
])('has the value %s as text, also of one that is read slice by slice', async (json, text) => {
  expect(await present('io', listed({ input: json }))).toMatchObject({ input: text, output: null });
  for (let at = 1; at < bytes(json).length; at += 1) {
    const input = slices(bytes(json).slice(0, at), bytes(json).slice(at));
    // Slices are joined as bytes, because one may end within a character.
    const fragments = presentScanned(listed({ input }), {
      projectId: 'p',
      groups: new Set(['io']),
      expanded: new Set(),
    });
    const parts: Buffer[] = [];
    for (const fragment of fragments) {
      if (typeof fragment === 'string') parts.push(Buffer.from(fragment));
      else for await (const slice of fragment) parts.push(Buffer.from(slice));
    }
    expect(JSON.parse(Buffer.concat(parts).toString())).toMatchObject({ input: text });
  }
});

it('truncates members of metadata by characters, unless they are to be expanded', async () => {
  const face = '\u{1F600}';
  const metadata = JSON.stringify({ long: face.repeat(201), short: face.repeat(200), list: Array(200).fill(1), n: 1 });
  const read = async (...expanded: string[]) =>
    (await present('metadata', listed({ metadata }), expanded))['metadata'] as Record<string, unknown>;
  const [cut, whole] = [await read(), await read('long', 'list')];
  expect(cut).toEqual({
    ...{ long: face.repeat(200), short: face.repeat(200), n: 1 },
    list: `[${Array(200).fill(1).join()}]`.slice(0, 200),
  });
  expect(whole).toEqual(JSON.parse(metadata));
});
