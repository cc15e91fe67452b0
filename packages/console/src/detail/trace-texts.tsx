import { useQuery } from '@tanstack/react-query';
import { readText } from '../api/client';
import { count } from '../format/numbers';
import { readExact } from '../json/exact-value';
import { LongText } from '../ui/long-text';
import { save } from '../ui/save';
import { StateLine } from '../ui/state-line';
import { membersOf, sliceOf } from './observation-text';
import styles from './trace-texts.module.css';
import { Value } from './value';

const NAMES = ['input', 'output', 'metadata'] as const;
const EMPTY = '{}';
/** Most values of a text that are parsed, and characters of a string that are shown at first. */
const MAX_VALUES = 100_000;
const LONGEST = 4_000;

interface TraceTextsProps {
  readonly head: { readonly id: string; readonly updatedAt: string };
}

/** Input, output and metadata of the trace itself, which may differ from those of its observations. */
export function TraceTexts({ head: { id, updatedAt } }: TraceTextsProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['trace-texts', id, updatedAt],
    queryFn: async ({ signal }) =>
      membersOf(
        await readText('/api/public/traces/{traceId}', { ids: { traceId: id }, query: { fields: 'io' }, signal }),
      ),
    // Texts of up to 20 MB are cached for 30 s only, and not compared.
    gcTime: 30_000,
    structuralSharing: false,
  });
  if (error !== null) return <StateLine error={error} again={() => refetch()} />;
  if (data === undefined) return null;
  const texts = NAMES.flatMap((name) => {
    const text = sliceOf(data, name);
    return text === undefined || text === EMPTY ? [] : [{ name, text }];
  });
  if (texts.length === 0) return <p>The trace itself has none.</p>;
  return texts.map(({ name, text }) => (
    <section key={name} className={styles.texts} aria-label={`Trace ${name}`}>
      <h3>Trace {name}</h3>
      <Text name={name} text={text} />
    </section>
  ));
}

function Text({ name, text }: { readonly name: string; readonly text: string }) {
  const value = readExact(text, MAX_VALUES);
  if (typeof value === 'string') return <LongText text={value} most={LONGEST} className={styles.text} />;
  if (value !== undefined) return <Value value={value} />;
  return (
    <p>
      {count(text.length)} characters of JSON are too many for this view.{' '}
      <button type="button" onClick={() => save(text, `trace-${name}.json`)}>
        Download JSON
      </button>
    </p>
  );
}
