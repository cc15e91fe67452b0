import { MAKE_METRIC_STATE, compareDerived } from '@sluice/store/operate';
import { plural } from '@sluice/runtime';
import { inquireIfNamed } from './inquiry';
import { type Finding, findingsAbout } from './finding';

/** Judges whether the trace index matches the rows, in some segments of each project. */
export async function judgeDerived(
  databaseUrl: string | undefined,
  setting = 'DATABASE_URL',
): Promise<readonly Finding[]> {
  const about = findingsAbout('fast reads');
  const { found, findings } = await inquireIfNamed('fast reads', databaseUrl, compareDerived, setting);
  if (found === undefined) return findings;
  if (!found.hasMetricState) {
    const change = `run in one transaction: ${MAKE_METRIC_STATE}`;
    return [about.wrong('sluice.metric_rollup_state has no row: metrics are no longer rolled up', change)];
  }
  if (!found.isComplete)
    return [about.warn('not all traces are indexed: reads are slower', 'let a writer run, and wait for it')];
  const { segments, wrongTraces, wrongBitmaps, wrongBlocks } = found;
  if (wrongTraces + wrongBitmaps + wrongBlocks === 0)
    return [about.ok(`${plural(segments, 'segment')} of traces compared with the rows`)];
  const wrong = `${plural(wrongTraces, 'trace')}, ${plural(wrongBitmaps, 'value')} and ${plural(wrongBlocks, 'block')} of observations`;
  const differ = `${wrong} of ${plural(segments, 'segment')} differ from the rows`;
  return [about.wrong(`${differ}: lists, totals and groups may be wrong`, 'rebuild it: sluice rebuild-counters')];
}
