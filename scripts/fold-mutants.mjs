const FOLD = 'packages/store/src/write/fold';
const PROJECTS_TEST = `${FOLD}/fold-projects.it.test.ts`;
const FOLD_TEST = `${FOLD}/fold.it.test.ts`;

/** Of `PROJECT_MUTANTS`: what would let the fold mix what is derived of one project with that of another. */
export const FOLD_PROJECT_MUTANTS = [
  [
    'positions go on from those of all projects',
    `${FOLD}/statement.ts`,
    'where p.project = h.project), -1)',
    '), -1)',
    [PROJECTS_TEST],
  ],
  [
    'positions are given to all projects in turn',
    `${FOLD}/statement.ts`,
    'over (partition by k.project, p.key is null',
    'over (partition by p.key is null',
    [PROJECTS_TEST],
  ],
  [
    'a changed place is that of any project',
    `${FOLD}/statement.ts`,
    '    and p.project = f.project and p.position = f.position\n',
    '    and p.position = f.position\n',
    [PROJECTS_TEST],
  ],
  [
    'changed sums are those of any project',
    `${FOLD}/statement.ts`,
    'where not f.is_new and not f.is_gone and s.project = f.project and',
    'where not f.is_new and not f.is_gone and',
    [PROJECTS_TEST],
  ],
  [
    'a place goes in all projects',
    `${FOLD}/statement.ts`,
    'where f.is_gone and p.project = f.project and',
    'where f.is_gone and',
    [PROJECTS_TEST],
  ],
  [
    'sums go in all projects',
    `${FOLD}/statement.ts`,
    'where f.is_gone and s.project = f.project and',
    'where f.is_gone and',
    [PROJECTS_TEST],
  ],
  [
    'a bucket loses its seal in all projects',
    `${FOLD}/statement.ts`,
    'where s.project = t.project and s.bucket = t.bucket',
    'where s.bucket = t.bucket',
    [PROJECTS_TEST],
  ],
  [
    'a value has bits where another project has them',
    `${FOLD}/statement.ts`,
    'where b.project = c.project and b.field = c.field and b.value = c.value)\n  group',
    'where b.field = c.field and b.value = c.value)\n  group',
    [PROJECTS_TEST],
  ],
  [
    'bits go on from those of any project',
    `${FOLD}/statement.ts`,
    'where b.project = c.project and b.field = c.field and b.value = c.value and b.bucket = c.bucket), ',
    'where b.field = c.field and b.value = c.value and b.bucket = c.bucket limit 1), ',
    [PROJECTS_TEST],
  ],
  [
    'bits go in all projects',
    `${FOLD}/statement.ts`,
    'and b.project = n.project and b.field = n.field and',
    'and b.field = n.field and',
    [PROJECTS_TEST],
  ],
  [
    'a value is frequent where all projects have it',
    `${FOLD}/reviews.ts`,
    'where p.project = $1 and p.position between $2 and $3',
    'where p.position between $2 and $3 and $1::integer is not null',
    [PROJECTS_TEST],
  ],
  [
    'a value that another project has bits of gets none',
    `${FOLD}/reviews.ts`,
    'where b.project = $1 and b.field = v.field',
    'where b.field = v.field',
    [PROJECTS_TEST],
  ],
  [
    'bits of a text are made in all projects',
    `${FOLD}/reviews.ts`,
    'join sluice.trace_places p on p.project = $1 and p.${TEXT_FIELDS[field]} = v.value`',
    'join sluice.trace_places p on $1::integer is not null and p.${TEXT_FIELDS[field]} = v.value`',
    [PROJECTS_TEST],
  ],
  [
    'bits of an hour are made in all projects',
    `${FOLD}/reviews.ts`,
    'join sluice.trace_places p on p.project = $1\n',
    'join sluice.trace_places p on $1::integer is not null\n',
    [PROJECTS_TEST],
  ],
  [
    'new bits take the seals of all projects',
    `${FOLD}/reviews.ts`,
    'where s.project = m.project and s.bucket = m.bucket',
    'where s.bucket = m.bucket',
    [PROJECTS_TEST],
  ],
  [
    'a bucket counts as sealed where another project has the seal',
    `${FOLD}/seals.ts`,
    'where s.project = b.project and s.bucket = b.bucket and s.by_position)',
    'where s.bucket = b.bucket and s.by_position)',
    [PROJECTS_TEST],
  ],
  [
    'sums of a bucket are removed in all projects',
    `${FOLD}/seals.ts`,
    'bucket_usage where project = $1 and bucket = $2',
    'bucket_usage where bucket = $2 and $1::integer is not null',
    [PROJECTS_TEST],
  ],
  [
    'a bucket that is sealed takes the seals of all projects',
    `${FOLD}/seals.ts`,
    'bucket_seals where project = $1 and bucket = $2',
    'bucket_seals where bucket = $2 and $1::integer is not null',
    [PROJECTS_TEST],
  ],
  [
    'usage by position is removed in all projects',
    `${FOLD}/seals.ts`,
    "position_usage where project = $1 and ${isInBucket('position'",
    "position_usage where $1::integer is not null and ${isInBucket('position'",
    [PROJECTS_TEST],
  ],
  [
    'sums of a bucket are made of the traces of all projects',
    `${FOLD}/seals.ts`,
    'where p.project = $1 and ${isInBucket(',
    'where ${isInBucket(',
    [PROJECTS_TEST],
  ],
  [
    'sums are made of values that have bits in another project',
    `${FOLD}/seals.ts`,
    'where b.project = $1 and b.bucket = $2 and',
    'where b.bucket = $2 and',
    [PROJECTS_TEST],
  ],
];

/** Of `MUTANTS`: what would make the fold derive something else than what the rows are, in some histories. */
export const FOLD_MUTANTS = [
  [
    'a tag gets bits without the traces that have lost it since they were folded',
    `${FOLD}/reviews.ts`,
    'where v.value = any($2)\n',
    'where v.value = any($2) and false\n',
    [FOLD_TEST],
  ],
  [
    'a trace whose cost alone changes keeps its sums',
    `${FOLD}/statement.ts`,
    '(s.latency, s.cost) is distinct from (f.latency, f.cost)',
    's.latency is distinct from f.latency',
    [FOLD_TEST],
  ],
  [
    'a value that a trace loses keeps its bit',
    `${FOLD}/statement.ts`,
    '& ~coalesce(c.removed, ${NO_BITS}) | coalesce(c.added',
    '| coalesce(c.added',
    [FOLD_TEST],
  ],
];
