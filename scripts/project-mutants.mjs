const STORE = 'packages/store/src';
const QUERY = 'services/query/src';
const PROJECTS_TEST = `${STORE}/write/projects.it.test.ts`;
const RETENTION_TEST = `${STORE}/write/retention/project-retention.it.test.ts`;
const READ_PROJECTS_TEST = `${STORE}/read/projects.it.test.ts`;

/** Of `MUTANTS`: what would let one project see, change or count what is of another. */
export const PROJECT_MUTANTS = [
  [
    'equal ids of two projects are one trace',
    `${STORE}/write/state/fold.ts`,
    'traceKey(project, record.traceId)',
    'traceKey({ ...project, id: 0 }, record.traceId)',
    [`${STORE}/write/state/fold.test.ts`, PROJECTS_TEST],
  ],
  [
    'a record changes the trace of another project',
    `${STORE}/write/existing-traces.ts`,
    'before.project !== trace.project.id || before.publicId !== trace.publicId',
    'before.project < 0',
    [PROJECTS_TEST],
  ],
  [
    'a series is of all projects',
    `${STORE}/write/kinds/metric.ts`,
    '...(id === DEFAULT_PROJECT ? [] : [salt])',
    '...(id === DEFAULT_PROJECT ? [] : [salt]).slice(1)',
    [PROJECTS_TEST],
  ],
  [
    'daily sums of all projects are one',
    `${STORE}/projects.ts`,
    'project * SHARDS + (hash % SHARDS);',
    'project * 0 + (hash % SHARDS);',
    [PROJECTS_TEST],
  ],
  [
    'traces of all projects are shown',
    `${STORE}/read/project.ts`,
    '`t.project = ${project.id} and ${aboveFloor(project)}`',
    '`${project.id} = ${project.id} and ${aboveFloor(project)}`',
    [READ_PROJECTS_TEST],
  ],
  [
    'the floor of a project hides nothing',
    `${STORE}/read/project.ts`,
    'greatest((select part from sluice.retention_floor), ${floorOf(project)})',
    '(select part from sluice.retention_floor)',
    [READ_PROJECTS_TEST],
  ],
  [
    'a total counts the traces of all projects',
    `${STORE}/read/list-traces.ts`,
    "where ${isShardOf('d.shard', project.id)}",
    'where true',
    [READ_PROJECTS_TEST],
  ],
  [
    'a total counts traces that are not shown any more',
    `${STORE}/read/list-traces.ts`,
    'from sluice.traces t where ${isHidden(project)}',
    'from sluice.traces t where false',
    [READ_PROJECTS_TEST],
  ],
  [
    'an observation is found in all projects',
    `${STORE}/read/find-observations.ts`,
    'where ${isVisible(project)}\n          order by f.id',
    'where true\n          order by f.id',
    [`${STORE}/read/find-observations.it.test.ts`],
  ],
  [
    'daily metrics count all projects',
    `${STORE}/read/daily-statement.ts`,
    'where([isShardOf(`${alias}.shard`, project.id), ',
    'where([',
    [READ_PROJECTS_TEST],
  ],
  [
    'daily metrics count traces that are not shown any more',
    `${STORE}/read/daily-metrics.ts`,
    'days && (await surveyHidden(queries))',
    'days && undefined',
    [READ_PROJECTS_TEST],
  ],
  [
    'names of metrics are those of all projects',
    `${STORE}/read/metric-names.ts`,
    's.project = ${project.id}',
    '${project.id} = ${project.id}',
    [READ_PROJECTS_TEST],
  ],
  [
    'a metric has the points of all projects',
    `${STORE}/read/query-metric.ts`,
    's.project = ${project.id}',
    '${project.id} = ${project.id}',
    [READ_PROJECTS_TEST],
  ],
  [
    'a receipt of another project is taken',
    `${QUERY}/routes/receipt.ts`,
    'parseReceipt(receipt, senderOf(response).project)',
    "parseReceipt(receipt.replaceAll('acme.1:', ''), undefined)",
    [`${QUERY}/routes/routes.test.ts`],
  ],
  [
    'what has expired of one project goes of all',
    `${STORE}/write/retention/traces.ts`,
    '`and project = ${project}`',
    "''",
    [RETENTION_TEST],
  ],
  [
    'rows below removed traces of a project stay',
    `${STORE}/write/retention/traces.ts`,
    'for (const table of BELOW) {',
    'for (const table of BELOW.slice(1)) {',
    [RETENTION_TEST],
  ],
  [
    'points that have expired of one project go of all',
    `${STORE}/write/retention/metric-days.ts`,
    'received_on < $1 and ${ofProject}',
    'received_on < $1',
    [RETENTION_TEST],
  ],
  [
    'a writer makes traces where the floor of a project rises',
    `${STORE}/write/retention/projects.ts`,
    'await holdPinFrom(client);',
    '',
    [RETENTION_TEST],
  ],
];
