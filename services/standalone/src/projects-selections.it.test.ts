import type { TRACE_SEARCHED } from '@sluice/record';
import {
  OBSERVATION_COLUMNS,
  OBSERVATION_GROUPS,
  type ObservationColumn,
  TRACE_COLUMNS,
  TRACE_GROUPS,
  type TraceColumn,
} from '@sluice/record';
import {
  ALL,
  DAY,
  NATIVE,
  PROJECTS,
  type Project,
  SPANS,
  TRACES,
  expectOwn,
  mark,
  productOfProjects,
} from './projects.testing';

/* Every column, searched text and group selects among the data of a project alone: one native trace, and one of each path of OTLP. */

const { ask } = productOfProjects();

/** Numbers of traces, each with one observation: all, those of OTLP, and the native one. */
const [EVERY, OTLP, ONE] = [TRACES.length, SPANS.length, 1];

/** Columns of observations with a text of the project, each with the number of observations that have it. */
const MARKED_OBSERVATIONS = {
  ...{ name: ONE, toolName: ONE, statusMessage: ONE, statusMessageGroup: ONE, version: ONE, environment: ONE },
  ...{ service: OTLP, provider: OTLP, promptName: ONE, metadata: ONE },
  ...{ userId: EVERY, sessionId: ONE, release: ONE, traceTags: ONE, tags: ONE },
} satisfies Partial<Record<ObservationColumn, number>>;

/** Columns of traces with a text of the project, each with the number of traces that have it. */
const MARKED_TRACES = {
  ...{ userId: EVERY, sessionId: ONE, release: ONE, version: ONE, environment: ONE, tags: ONE },
  ...{ service: OTLP, metadata: ONE },
} satisfies Partial<Record<TraceColumn, number>>;

const number = (column: string, value: number, operator = '=') => ({ type: 'number', column, operator, value });
const options = (column: string, ...value: string[]) => ({ type: 'stringOptions', column, operator: 'any of', value });
const text = (column: string, value: string) => ({ type: 'string', column, operator: '=', value });
const since = (column: string) => ({ type: 'datetime', column, operator: '>=', value: DAY });
const none = (column: string) => ({ type: 'null', column, operator: 'is null' });
const flag = (column: string, value: boolean) => ({ type: 'boolean', column, operator: '=', value });

type Cases<Column extends string> = Readonly<
  Record<Column, (project: Project) => readonly [condition: object, found: number]>
>;

/** Conditions on the other columns of observations: what all projects have, and numbers of their own. */
const OTHER_OBSERVATIONS: Cases<Exclude<ObservationColumn, keyof typeof MARKED_OBSERVATIONS>> = {
  id: () => [options('id', 'b'.repeat(16)), OTLP],
  parentObservationId: () => [none('parentObservationId'), EVERY],
  isRootObservation: () => [flag('isRootObservation', true), EVERY],
  type: () => [options('type', 'TOOL'), ONE],
  level: (project) => [options('level', 'ERROR'), project === 'acme' ? ONE : 0],
  startTime: () => [since('startTime'), EVERY],
  endTime: () => [since('endTime'), OTLP],
  model: () => [text('model', 'shared'), EVERY],
  providedModelName: () => [text('providedModelName', 'shared'), EVERY],
  promptVersion: () => [number('promptVersion', 1), ONE],
  latency: () => [number('latency', 0), OTLP],
  timeToFirstToken: () => [number('timeToFirstToken', 0, '>='), 0],
  tokensPerSecond: () => [number('tokensPerSecond', 0, '>='), 0],
  inputTokens: (project) => [number('inputTokens', PROJECTS[project]), EVERY],
  outputTokens: () => [number('outputTokens', 0), EVERY],
  totalTokens: (project) => [number('totalTokens', PROJECTS[project]), EVERY],
  tokens: (project) => [number('tokens', PROJECTS[project]), EVERY],
  inputCost: () => [number('inputCost', 0, '>'), 0],
  outputCost: () => [number('outputCost', 0, '>'), 0],
  totalCost: () => [number('totalCost', 0, '>'), 0],
  traceId: () => [options('traceId', NATIVE), ONE],
  traceName: () => [text('traceName', 'shared'), EVERY],
};

/** Conditions on the other columns of traces; those on observations are made of the columns above. */
const OTHER_TRACES: Cases<Exclude<TraceColumn, keyof typeof MARKED_TRACES | 'observations'>> = {
  id: () => [options('id', NATIVE), ONE],
  name: () => [text('name', 'shared'), EVERY],
  model: () => [{ type: 'arrayOptions', column: 'model', operator: 'any of', value: ['shared'] }, EVERY],
  timestamp: () => [since('timestamp'), EVERY],
  public: () => [flag('public', false), EVERY],
  bookmarked: () => [flag('bookmarked', false), EVERY],
  latency: () => [number('latency', 0), EVERY],
  totalCost: () => [number('totalCost', 0), EVERY],
  inputTokens: (project) => [number('inputTokens', PROJECTS[project]), EVERY],
  outputTokens: () => [number('outputTokens', 0), EVERY],
  totalTokens: (project) => [number('totalTokens', PROJECTS[project]), EVERY],
  tokens: (project) => [number('tokens', PROJECTS[project]), EVERY],
  observationCount: () => [number('observationCount', 1), EVERY],
  level: (project) => [options('level', 'ERROR'), project === 'acme' ? ONE : 0],
  errorCount: (project) => [number('errorCount', 1), project === 'acme' ? ONE : 0],
  warningCount: () => [number('warningCount', 0), EVERY],
  outcome: (project) => [options('outcome', 'failed'), project === 'acme' ? ONE : 0],
  isOpen: () => [flag('isOpen', false), EVERY],
};

/** Makes conditions on a text, by all operators that find exactly it. */
function onText(columns: Readonly<Record<string, string>>, column: string, value: string): readonly object[] {
  const kind = columns[column];
  if (kind === 'object')
    return ['=', 'contains'].map((operator) => ({ type: 'stringObject', column, key: value, operator, value }));
  if (kind === 'list')
    return ['any of', 'all of'].map((operator) => ({ type: 'arrayOptions', column, operator, value: [value] }));
  return [text(column, value), options(column, value), { type: 'string', column, operator: 'contains', value }];
}

const inAddress = (...conditions: readonly object[]): string => encodeURIComponent(JSON.stringify(conditions));

/** Expects so many observations by both lists, all of them of the project, and as many calls by groups. */
async function expectObservations(project: Project, condition: object, found: number): Promise<void> {
  const own = Array<object>(found).fill({ projectId: project });
  for (const path of ['v2/observations?fields=io,metadata', 'observations?limit=100']) {
    const { body, text: answered } = await ask(project, `/api/public/${path}&filter=${inAddress(condition)}`);
    expect([path, condition, body]).toMatchObject([path, condition, { data: own }]);
    expectOwn(project, answered);
  }
  const groups = `observations/groups?by=model&fromStartTime=${DAY}&filter=${inAddress(condition)}`;
  const { body } = await ask(project, `/api/public/${groups}`);
  expect([condition, body]).toMatchObject([
    condition,
    { data: found === 0 ? [] : [{ value: 'shared', calls: found }] },
  ]);
}

/** Expects so many traces by the list, all of them of the project, and as many by the histogram. */
async function expectTraces(project: Project, condition: object, found: number): Promise<void> {
  const { body, text: answered } = await ask(project, `/api/public/traces?filter=${inAddress(condition)}`);
  const own = Array<object>(found).fill({ projectId: project });
  expect([condition, body]).toMatchObject([condition, { data: own, meta: { totalItems: found } }]);
  expectOwn(project, answered);
  const times = `fromTimestamp=${DAY}&toTimestamp=2026-11-21&buckets=1`;
  const histogram = await ask(project, `/api/public/traces/histogram?${times}&filter=${inAddress(condition)}`);
  expect([condition, histogram.body]).toMatchObject([condition, { data: [{ count: found }] }]);
}

const withStep = (operator: 'some' | 'none', condition: object): object => ({
  ...{ type: 'observation', column: 'observations', operator },
  value: [condition],
});

describe.each(ALL)('in the project %s', (project) => {
  test.each(Object.entries(MARKED_OBSERVATIONS))(
    'observations by %s, and traces by an observation with it',
    async (column, count) => {
      for (const other of ALL) {
        const found = other === project ? count : 0;
        for (const condition of onText(OBSERVATION_COLUMNS, column, mark(other))) {
          await expectObservations(project, condition, found);
          await expectTraces(project, withStep('some', condition), found);
          await expectTraces(project, withStep('none', condition), EVERY - found);
        }
      }
    },
  );

  test.each(Object.entries(OTHER_OBSERVATIONS))(
    'observations by %s, which other projects have, too',
    async (_, make) => {
      const [condition, found] = make(project);
      await expectObservations(project, condition, found);
      await expectTraces(project, withStep('some', condition), found);
      await expectTraces(project, withStep('none', condition), EVERY - found);
    },
  );

  test.each(Object.entries(MARKED_TRACES))('traces by %s', async (column, count) => {
    for (const other of ALL) {
      const found = other === project ? count : 0;
      for (const condition of onText(TRACE_COLUMNS, column, mark(other))) await expectTraces(project, condition, found);
    }
  });

  test.each(Object.entries(OTHER_TRACES))('traces by %s, which other projects have, too', async (_, make) => {
    await expectTraces(project, ...make(project));
  });

  test.each(Object.entries(searchedTexts()))('traces by a text in %s', async (searchIn, count) => {
    for (const other of ALL) {
      const { body, text: answered } = await ask(project, `/api/public/traces?q=${mark(other)}&searchIn=${searchIn}`);
      const found = other === project ? count : 0;
      const snippet: unknown = expect.stringContaining(mark(project));
      const own = Array<object>(found).fill({ projectId: project, match: { snippet } });
      expect(body).toMatchObject({ data: own, meta: { totalItems: found, searchedTo: null } });
      expectOwn(project, answered);
    }
  });

  test.each(TRACE_GROUPS)('groups of traces by %s', async (by) => {
    const { body, text: answered } = await ask(project, `/api/public/traces/groups?by=${by}&fromTimestamp=${DAY}`);
    expect(countsOf(body, 'count')).toEqual(TRACE_GROUP_COUNTS[by](project));
    expectOwn(project, answered);
  });

  test.each(OBSERVATION_GROUPS)('groups of observations by %s', async (by) => {
    for (const interval of ['', '&interval=hour']) {
      const path = `/api/public/observations/groups?by=${by}&fromStartTime=${DAY}&toStartTime=2026-11-21${interval}`;
      const { body, text: answered } = await ask(project, path);
      expect(countsOf(body, 'calls')).toEqual(OBSERVATION_GROUP_COUNTS[by](project));
      expectOwn(project, answered);
    }
  });
});

/** Numbers of traces with the text of their project, by where it is searched; their names and ids are those of all projects. */
function searchedTexts(): Readonly<Record<(typeof TRACE_SEARCHED)[number], number>> {
  return { name: 0, id: 0, input: OTLP, output: 0, observations: EVERY, metadata: EVERY, status: ONE, tags: ONE };
}

type Counts = (project: Project) => Readonly<Record<string, number>>;

const TRACE_GROUP_COUNTS: Readonly<Record<(typeof TRACE_GROUPS)[number], Counts>> = {
  name: () => ({ shared: EVERY }),
  userId: (project) => ({ [mark(project)]: EVERY }),
  sessionId: (project) => ({ [mark(project)]: ONE, null: OTLP }),
  tags: (project) => ({ [mark(project)]: ONE, shared: ONE, null: OTLP }),
  environment: (project) => ({ [mark(project)]: ONE, default: OTLP }),
  release: (project) => ({ [mark(project)]: ONE, null: OTLP }),
  version: (project) => ({ [mark(project)]: ONE, null: OTLP }),
  outcome: (project) => (project === 'acme' ? { failed: ONE, ok: OTLP } : { ok: EVERY }),
  service: (project) => ({ [mark(project)]: OTLP, null: ONE }),
};

const OBSERVATION_GROUP_COUNTS: Readonly<Record<(typeof OBSERVATION_GROUPS)[number], Counts>> = {
  name: (project) => ({ [mark(project)]: ONE, shared: OTLP }),
  tool: (project) => ({ [mark(project)]: ONE }),
  type: () => ({ TOOL: ONE, GENERATION: OTLP }),
  model: () => ({ shared: EVERY }),
  provider: (project) => ({ [mark(project)]: OTLP }),
  prompt: (project) => ({ [mark(project)]: ONE }),
  level: (project) => (project === 'acme' ? { ERROR: ONE, DEFAULT: OTLP } : { DEFAULT: EVERY }),
  statusMessage: (project) => ({ [mark(project)]: ONE }),
  userId: (project) => ({ [mark(project)]: EVERY }),
  release: (project) => ({ [mark(project)]: ONE }),
  service: (project) => ({ [mark(project)]: OTLP }),
};

function countsOf(body: unknown, count: string): Readonly<Record<string, unknown>> {
  const { data } = body as { readonly data: readonly Readonly<Record<string, unknown>>[] };
  return Object.fromEntries(data.map((group) => [String(group['value']), group[count]]));
}
