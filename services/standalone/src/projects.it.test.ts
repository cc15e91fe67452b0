import { TRACE_FILTERS, TRACE_ORDERS, TRACE_VALUES } from '@sluice/record';
import { RawGrpc, framed } from '@sluice/testbed/network';
import { otlpProtobuf, testUuid } from '@sluice/testbed/samples';
import {
  ALL,
  DAY,
  NATIVE,
  OTLP_METRICS,
  PROJECTS,
  type Project,
  SPANS,
  TRACES,
  WRITES,
  dashed,
  expectOwn,
  mark,
  productOfProjects,
} from './projects.testing';
import { productRoutes } from './routes.testing';

/* Every endpoint of the API has its own data alone: see projects-selections.it.test.ts for what selects them. */

const { product, ask, send } = productOfProjects();

const list = (project: Project, query: string) => ask(project, `/api/public/traces?${query}`);
const metric = (project: Project, name: string) =>
  ask(project, `/api/public/metrics/query?name=${encodeURIComponent(name)}&from=${DAY}&to=2026-11-21&step=1d&agg=sum`);

async function ofOneGroup(project: keyof typeof PROJECTS, path: string): Promise<void> {
  const { body, text } = await ask(project, `/api/public/${path}`);
  const own = { value: mark(project), errors: project === 'acme' ? 1 : 0 };
  expect(body).toMatchObject({ data: [own], meta: { totalItems: 1 } });
  expectOwn(project, text);
}

async function ofOwnScore(project: Project, path: string): Promise<void> {
  for (const other of ALL) {
    const { body, text } = await ask(project, `/api/public/${path}?name=${mark(other)}`);
    const own = { id: 'shared', projectId: project, value: PROJECTS[project] };
    expect([other, body]).toMatchObject([other, { data: other === project ? [own] : [] }]);
    expectOwn(project, text);
  }
}

async function oneScore(project: Project, path: string): Promise<void> {
  const { body, text } = await ask(project, `/api/public/${path}/shared`);
  expect(body).toMatchObject({ projectId: project, value: PROJECTS[project], comment: mark(project), traceId: NATIVE });
  expectOwn(project, text);
}

/** Every endpoint with data, and its expected answer for one project. */
const READS: Readonly<Record<string, (project: Project) => Promise<unknown>>> = {
  'GET /api/public/traces': async (project) => {
    const items = (of: { readonly body: object }) => (of.body as { data: { id: string; usage: object }[] }).data;
    for (const field of TRACE_ORDERS) {
      for (const direction of ['asc', 'desc']) {
        const all = await list(project, `orderBy=${field}.${direction}`);
        expect(all.body).toMatchObject({ meta: { totalItems: TRACES.length } });
        expect(
          items(all)
            .map(({ id }) => id)
            .sort(),
        ).toEqual([...TRACES].sort());
        const input = PROJECTS[project];
        for (const item of items(all)) {
          expect(item).toMatchObject({ userId: mark(project), projectId: project, usage: { input } });
          expect(item).toMatchObject({ observations: [expect.any(String)] });
        }
        const page = await list(project, `orderBy=${field}.${direction}&limit=1&page=2&fields=core`);
        expect(page.body).toMatchObject({ data: [{ projectId: project }], meta: { totalPages: TRACES.length } });
        expectOwn(project, all.text + page.text);
      }
    }
    for (const filter of [...Object.keys(TRACE_FILTERS), 'environment', 'tags']) {
      for (const other of ALL) {
        const { body, text } = await list(project, `${filter}=${mark(other)}`);
        const { totalItems } = (body as { meta: { totalItems: number } }).meta;
        expect([filter, other, totalItems > 0]).toEqual([filter, other, other === project]);
        expectOwn(project, text);
      }
    }
    expect((await list(project, `tags=shared&fromTimestamp=${DAY}`)).body).toMatchObject({ meta: { totalItems: 1 } });
    const summaries = await list(project, 'fields=summary');
    const summary = { observationCount: 1, models: ['shared'], inputTokens: PROJECTS[project] };
    for (const item of items(summaries)) expect(item).toMatchObject(summary);
    expect(summaries.text).toContain(`"inputPreview":"${mark(project)}"`);
    expectOwn(project, summaries.text);
    for (const other of ALL) {
      for (const searched of [`q=${mark(other)}`, `q=${mark(other)}&searchIn=input&userId=${mark(project)}`]) {
        const search = await list(project, searched);
        // The native trace has no input of its own, but other texts.
        const texts = searched.includes('searchIn') ? SPANS.length : TRACES.length;
        const found = other === project ? texts : 0;
        expect([searched, search.body]).toMatchObject([searched, { meta: { totalItems: found, searchedTo: null } }]);
        expectOwn(project, search.text);
      }
    }
    expect(items(await list(project, 'q=shared&searchIn=name')).map(({ id }) => id)).toEqual(
      [...TRACES].sort().reverse(),
    );
  },
  'GET /api/public/traces/values': async (project) => {
    for (const field of TRACE_VALUES) {
      const expected = field === 'name' || field === 'model' ? ['shared'] : [mark(project)];
      if (field === 'tags') expected.push('shared');
      if (field === 'environment') expected.unshift('default');
      for (const more of ['', `&fromTimestamp=${DAY}`]) {
        const { body, text } = await ask(project, `/api/public/traces/values?field=${field}${more}`);
        expect([field, body]).toEqual([
          field,
          { data: expected.map((value) => ({ value })), meta: { truncated: false } },
        ]);
        expectOwn(project, text);
      }
      for (const other of ALL.filter((each) => each !== project)) {
        const { body } = await ask(project, `/api/public/traces/values?field=${field}&prefix=${mark(other)}`);
        expect(body).toEqual({ data: [], meta: { truncated: false } });
      }
    }
    for (const member of ALL) {
      const { body } = await ask(project, `/api/public/traces/values?field=metadata&key=${mark(member)}`);
      const data = member === project ? [{ value: mark(project) }] : [];
      expect(body).toEqual({ data, meta: { truncated: false } });
    }
  },
  'GET /api/public/traces/histogram': async (project) => {
    const histogram = async (query: string) => {
      const path = `/api/public/traces/histogram?fromTimestamp=${DAY}&toTimestamp=2026-11-21&buckets=1&${query}`;
      return (await ask(project, path)).body;
    };
    expect(await histogram('')).toMatchObject({ data: [{ count: TRACES.length, errors: project === 'acme' ? 1 : 0 }] });
    for (const other of ALL) {
      const count = other === project ? TRACES.length : 0;
      expect(await histogram(`userId=${mark(other)}`)).toMatchObject({ data: [{ count }] });
    }
  },
  'GET /api/public/traces/groups': (project) => ofOneGroup(project, `traces/groups?by=userId&fromTimestamp=${DAY}`),
  'GET /api/public/observations/groups': (project) =>
    ofOneGroup(project, `observations/groups?by=userId&fromStartTime=${DAY}`),
  'GET /api/public/traces/compare': async (project) => {
    const picked = JSON.stringify([{ type: 'stringOptions', column: 'id', operator: 'any of', value: [TRACES[0]] }]);
    const { body, text } = await ask(
      project,
      `/api/public/traces/compare?fromTimestamp=${DAY}&picked=${encodeURIComponent(picked)}`,
    );
    expect(body).toMatchObject({ meta: { picked: 1, rest: TRACES.length - 1 } });
    expect(text).toContain(mark(project));
    expectOwn(project, text);
  },
  'GET /api/public/traces/{traceId}': async (project) => {
    for (const id of TRACES) {
      const { body, text } = await ask(project, `/api/public/traces/${id}`);
      const own = { usage: { input: PROJECTS[project] }, input: mark(project) };
      expect(body).toMatchObject({ id, userId: mark(project), projectId: project, observations: [own] });
      expect(body).toMatchObject({ htmlPath: `/project/${project}/traces/${id}` });
      expectOwn(project, text);
    }
  },
  'GET /api/public/observations': async (project) => {
    const ids = [testUuid(9), 'b'.repeat(16)].join();
    const own = { traceId: expect.any(String) as string, projectId: project, input: mark(project) };
    const { body, text } = await ask(project, `/api/public/observations?ids=${ids}`);
    expect(body).toMatchObject({ data: [own, own], meta: { totalItems: 2 } });
    expectOwn(project, text);
    for (const id of TRACES) {
      const ofTrace = await ask(project, `/api/public/observations?ids=${ids}&traceId=${id}`);
      expect(ofTrace.body).toMatchObject({ data: [{ ...own, traceId: id }], meta: { totalItems: 1 } });
    }
  },
  'GET /api/public/v2/observations': async (project) => {
    for (const other of ALL) {
      for (const path of ['v2/observations?fields=io&', 'observations?']) {
        const { body, text } = await ask(project, `/api/public/${path}userId=${mark(other)}`);
        const own = Array(other === project ? TRACES.length : 0).fill({ projectId: project, input: mark(project) });
        expect(body).toMatchObject({ data: own });
        expectOwn(project, text);
      }
    }
  },
  'GET /api/public/observations/{observationId}': async (project) => {
    for (const path of [testUuid(9), 'b'.repeat(16), ...SPANS.map(([, id]) => `${'b'.repeat(16)}?traceId=${id}`)]) {
      const { body, text } = await ask(project, `/api/public/observations/${path}`);
      expect(body).toMatchObject({ projectId: project, input: mark(project), usage: { input: PROJECTS[project] } });
      expectOwn(project, text);
    }
  },
  'GET /api/public/scores': (project) => ofOwnScore(project, 'scores'),
  'GET /api/public/v2/scores': (project) => ofOwnScore(project, 'v2/scores'),
  'GET /api/public/v3/scores': (project) => ofOwnScore(project, 'v3/scores'),
  'GET /api/public/scores/{scoreId}': (project) => oneScore(project, 'scores'),
  'GET /api/public/v2/scores/{scoreId}': (project) => oneScore(project, 'v2/scores'),
  'GET /api/public/sessions': async (project) => {
    for (const query of ['', `environment=${mark(project)}`, `fromTimestamp=${DAY}`, 'orderBy=totalCost']) {
      const { body, text } = await ask(project, `/api/public/sessions?${query}`);
      const session = { id: mark(project), createdAt: `${DAY}T10:00:00.000Z`, projectId: project };
      expect(body).toMatchObject({ data: [{ ...session, environment: mark(project) }], meta: { totalItems: 1 } });
      expectOwn(project, text);
    }
    const { body } = await ask(project, '/api/public/sessions?cursor=newest&orderBy=lastTimestamp&fields=summary');
    const summary = { traceCount: 1, inputTokens: PROJECTS[project], users: [mark(project)], userCount: 1 };
    expect(body).toMatchObject({ data: [summary], meta: { nextCursor: null } });
  },
  'GET /api/public/sessions/{sessionId}': async (project) => {
    for (const other of ALL) {
      const { status, body, text } = await ask(project, `/api/public/sessions/${mark(other)}`);
      if (other !== project) expect([status, text]).toEqual([404, expect.not.stringContaining(mark(other))]);
      else
        expect(body).toMatchObject({
          projectId: project,
          traces: [{ id: NATIVE, usage: { input: PROJECTS[project] } }],
        });
    }
  },
  'GET /api/public/metrics/daily': async (project) => {
    const model = { countTraces: 3, countObservations: 3, inputUsage: 3 * PROJECTS[project] };
    const expression = '[{"type":"string","column":"name","operator":"starts with","value":"share"}]';
    const filter = `filter=${encodeURIComponent(expression)}`;
    for (const query of ['', `userId=${mark(project)}`, `fromTimestamp=${DAY}`, 'traceName=shared', filter]) {
      const { body } = await ask(project, `/api/public/metrics/daily?${query}`);
      const usage = [{ model: 'shared', ...model }];
      expect(body).toMatchObject({
        data: [{ date: DAY, countTraces: 3, countObservations: 3, usage }],
        meta: { totalItems: 1 },
      });
    }
    for (const other of ALL.filter((each) => each !== project)) {
      expect((await ask(project, `/api/public/metrics/daily?userId=${mark(other)}`)).body).toMatchObject({ data: [] });
    }
  },
  'GET /api/public/metrics/query': async (project) => {
    for (const name of ['native', ...OTLP_METRICS]) {
      const { body } = await metric(project, name);
      expect([name, body]).toMatchObject([name, { data: [{ values: [{ value: PROJECTS[project] }] }] }]);
    }
    expect((await metric(project, 'repeated')).body).toMatchObject({ data: [{ values: [{ value: 1 }] }] });
    for (const other of ALL) {
      const { body } = await metric(project, mark(other));
      expect(body).toMatchObject({ meta: { series_count: other === project ? 1 : 0 } });
    }
  },
  'GET /api/public/metrics/names': async (project) => {
    const names = ['native', 'repeated', ...OTLP_METRICS, mark(project)].sort();
    expect((await ask(project, '/api/public/metrics/names')).body).toEqual({ data: names });
  },
  'GET /api/public/metrics/labels': async (project) => {
    const labels = async (more = '') => (await ask(project, `/api/public/metrics/labels?name=native${more}`)).body;
    expect(await labels()).toMatchObject({ data: [mark(project), 'shared'] });
    for (const other of ALL) {
      const values = other === project ? [mark(project)] : [];
      expect(await labels(`&key=${mark(other)}`)).toMatchObject({ data: values });
    }
  },
  'GET /api/public/projects': async (project) => {
    expect((await ask(project, '/api/public/projects')).body).toMatchObject({ data: [{ id: project }] });
  },
};

test('every endpoint that needs credentials is in the matrix', async () => {
  const { scopes } = await productRoutes();
  expect([...Object.keys(WRITES), ...Object.keys(READS)].sort()).toEqual(scopes.map(([route]) => route).sort());
});

describe.each(ALL)('of its own data alone the project %s is told', (project) => {
  test.each(Object.keys(READS))('by %s', async (route) => {
    await READS[route]?.(project);
  });

  test('nothing by a receipt of another one', async () => {
    const place = 'sluice.traces.v1/0@0';
    const receiptOf = (of: Project) => (of === 'default' ? place : `${of}:${place}`);
    for (const other of ALL.filter((each) => each !== project)) {
      const headers = { 'Sluice-Receipt': receiptOf(other) };
      expect((await ask(project, '/api/public/traces?limit=1', { headers })).status).toBe(400);
    }
  });
});

test('an update in one project changes nothing in the others', async () => {
  const before = await Promise.all(ALL.map((project) => ask(project, `/api/public/traces/${NATIVE}`)));
  await send('acme', '/v1/l/batch', {
    trace: { id: NATIVE, name: 'renamed', tags: ['new'] },
    observations: [{ id: testUuid(9), output: 'new' }, { id: testUuid(10) }],
  });
  const after = await Promise.all(ALL.map((project) => ask(project, `/api/public/traces/${NATIVE}`)));
  expect(after[ALL.indexOf('acme')]?.body).toMatchObject({ name: 'renamed', observations: [{}, {}] });
  for (const other of ['default', 'beta'] as const) {
    expect(after[ALL.indexOf(other)]).toEqual(before[ALL.indexOf(other)]);
  }
});

test('a text that is an id in all projects names a trace of each', async () => {
  const id = 'a chat/1';
  const path = `/api/public/traces/${encodeURIComponent(id)}`;
  for (const project of ALL) {
    const timestamp = `${DAY}T10:00:00Z`;
    const batch = [
      { id: 'e', type: 'trace-create', timestamp, body: { id, name: mark(project) } },
      { id: 'f', type: 'span-create', timestamp, body: { id: 'step', traceId: id, name: mark(project) } },
    ];
    await send(project, '/api/public/ingestion', { batch });
  }
  for (const project of ALL) {
    const own = { name: mark(project), projectId: project, observations: [{ name: mark(project) }] };
    expect((await ask(project, path)).body).toMatchObject(own);
    expect((await ask(project, '/api/public/observations/step')).body).toMatchObject({ name: mark(project) });
  }
});

test('an id that another project has is answered as one that nobody has', async () => {
  const nobody = testUuid(999);
  for (const [n, owner] of ALL.entries()) {
    const id = testUuid(100 + n);
    await send(owner, '/v1/l/batch', { trace: { id } });
    for (const project of ALL) {
      const found = await ask(project, `/api/public/traces/${id}`);
      if (project === owner) expect(found).toMatchObject({ status: 200, body: { id } });
      else expect(found).toEqual({ ...(await ask(project, `/api/public/traces/${nobody}`)), status: 404 });
    }
  }
});

test('over gRPC the same ids of all projects are stored for each', async () => {
  for (const project of ALL) {
    const client = new RawGrpc(product().otlp.grpc, `Bearer token-of-${project}`);
    const spans = [{ traceId: 'c'.repeat(32), spanId: 'c'.repeat(16), name: mark(project) }];
    const sent = client.call(framed(otlpProtobuf({ resourceSpans: [{ scopeSpans: [{ spans }] }] })));
    expect(await sent.finally(() => client.close())).toMatchObject({ status: 0 });
  }
  for (const project of ALL) {
    const own = { body: { projectId: project, observations: [{ name: mark(project) }] } };
    expect(await ask(project, `/api/public/traces/${dashed('c'.repeat(32))}`)).toMatchObject(own);
  }
});
