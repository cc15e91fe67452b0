import { useQuery } from '@tanstack/react-query';
import { readText } from '../api/client';
import type { CoreObservation } from '../api/types';
import { briefly } from '../format/format-value';
import { countDelta, durationDelta, percentDelta, usdDelta } from '../format/deltas';
import { count, duration } from '../format/numbers';
import { usdAlike } from '../format/align-usd';
import { isObject, parseExact } from '../json/exact-value';
import { lazyPart } from '../shell/lazy-part';
import { kindOf } from '../trace/kinds';
import { StateLine } from '../ui/state-line';
import { type Column, Table } from '../ui/table';
import { Link } from '../url/link';
import styles from './pair.module.css';
import { type Change, figuresOf } from './rows';

// The text comparison needs a library of its own and is loaded on demand: most pairs are only listed.
const ChangedTexts = lazyPart(() => import('./changed-texts').then((module) => module.ChangedTexts));

const TEXTS = [
  { name: 'input', title: 'Input', role: 'user' },
  { name: 'output', title: 'Output', role: 'assistant' },
  { name: 'modelParameters', title: 'Model parameters', role: undefined },
] as const;

interface PairProps {
  readonly before: CoreObservation | undefined;
  readonly after: CoreObservation | undefined;
  readonly change: Change;
}

/** Step of both traces: its figures at once, then the differences of its texts. */
export function Pair({ before, after, change }: PairProps) {
  const shown = after ?? before;
  const was = useTexts(before);
  const is = useTexts(after);
  const error = was.error ?? is.error;
  const isHere = (before === undefined || was.data !== undefined) && (after === undefined || is.data !== undefined);
  if (shown === undefined) return null;
  return (
    <section className={styles.pair} aria-label="Step" tabIndex={0}>
      <h2 className={styles.title} dir="auto">
        {shown.name ?? 'unnamed'}
      </h2>
      <p className={`${styles.facts} secondary facts`}>
        <span>{kindOf(shown.type).word}</span>
        {change === 'added' && <span>only after</span>}
        {change === 'removed' && <span>only before</span>}
        {before !== undefined && <Opened observation={before} text={after === undefined ? 'Open' : 'Open before'} />}
        {after !== undefined && <Opened observation={after} text={before === undefined ? 'Open' : 'Open after'} />}
      </p>
      <Facts before={before} after={after} />
      {error !== null && <StateLine error={error} again={() => (was.error === null ? is : was).refetch()} />}
      {isHere &&
        TEXTS.map(({ name, title, role }) => (
          <ChangedTexts
            key={name}
            title={title}
            role={role}
            before={was.data?.[name]}
            after={is.data?.[name]}
            isAlone={before === undefined || after === undefined}
          />
        ))}
    </section>
  );
}

function useTexts(observation: CoreObservation | undefined) {
  return useQuery({
    queryKey: ['compare', 'observation', observation?.traceId, observation?.id],
    enabled: observation !== undefined,
    // A structural comparison could change digits.
    structuralSharing: false,
    queryFn: async ({ signal }) => {
      const ids = { observationId: observation?.id ?? '' };
      const query = { traceId: observation?.traceId };
      const found = parseExact(await readText('/api/public/observations/{observationId}', { ids, query, signal }));
      if (!isObject(found)) throw new Error('The answer is no observation.');
      return found;
    },
  });
}

function Opened({ observation, text }: { readonly observation: CoreObservation; readonly text: string }) {
  return <Link to={{ page: 'trace', id: observation.traceId, observation: observation.id }}>{text}</Link>;
}

/** Most characters of an error message, which may have megabytes; the trace page shows all of it. */
const LONGEST = 2_000;

type Fact = readonly [title: string, before: string, after: string, difference: string];

/** Figures and properties of a step that exist on either side. */
function Facts({ before, after }: Pick<PairProps, 'before' | 'after'>) {
  const [from, to] = [figuresOf(before), figuresOf(after)];
  const hasTokens = (from.tokens ?? 0) + (to.tokens ?? 0) > 0;
  const figure = (value: number | null, format: (value: number) => string): string =>
    value === null ? '—' : format(value);
  const cost = usdAlike([from.cost, to.cost]);
  const rows: readonly Fact[] = [
    [
      'Time',
      figure(from.ms, duration),
      figure(to.ms, duration),
      `${durationDelta(from.ms, to.ms)} ${percentDelta(from.ms, to.ms)}`,
    ],
    ['Tokens in', ...tokens(before?.promptTokens, after?.promptTokens)],
    ['Tokens out', ...tokens(before?.completionTokens, after?.completionTokens)],
    ['Cost', figure(from.cost, cost), figure(to.cost, cost), usdDelta(from.cost, to.cost, cost)],
    ['Model', before?.model ?? '', after?.model ?? '', ''],
    ['Status', before?.statusMessage ?? '', after?.statusMessage ?? '', ''],
  ];
  const shown = rows.filter(
    ([title, was, is]) =>
      (was !== '' || is !== '') && (hasTokens || !['Tokens in', 'Tokens out', 'Cost'].includes(title)),
  );
  return (
    <Table
      className={styles.table}
      columns={[
        { name: 'what', title: <span className="visually-hidden">What</span>, isHead: true, show: ([title]) => title },
        ...(before === undefined ? [] : [textColumn('Before', 1)]),
        ...(after === undefined ? [] : [textColumn('After', 2)]),
        ...(before === undefined || after === undefined
          ? []
          : [{ name: 'difference', title: 'Difference', show: ([, , , delta]: Fact) => delta }]),
      ]}
      rows={shown}
      keyOf={([title]) => title}
    />
  );
}

/** Builds the column of the figures of a side. */
const textColumn = (title: string, member: 1 | 2): Column<Fact> => ({
  ...{ name: title, title },
  show: (fact) => briefly(fact[member], LONGEST),
  cell: ([name]) => ({ dir: 'auto', 'data-words': name === 'Status' }),
});

const tokens = (from: number | undefined, to: number | undefined): [string, string, string] => [
  from === undefined ? '' : count(from),
  to === undefined ? '' : count(to),
  countDelta(from ?? null, to ?? null),
];
