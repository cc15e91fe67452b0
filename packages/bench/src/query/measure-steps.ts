import type { CommandContext } from '../command/command';
import type { HttpClient } from '../load/http-client';
import { formatCount, formatMilliseconds, formatTable } from '../report/table';
import { SEEDED_DAYS } from '../seed/start-seeded';
import { wordOf } from '../seed/step-shape';
import { type NamedOptions, measure, nameOf, verdict } from './measure';
import { daysBefore, path } from './requests';
import { type KnownValues, stepRequests } from './step-requests';

const MIB = 1024 * 1024;

/** Texts to search: with filters of texts most of what lacks a rare one is not read; of the others everything is. */
const SEARCHES = [
  { name: 'search, a word of some texts', q: wordOf(4711), targetMs: 3000 },
  { name: 'search, a word of no text', q: 'quartzite', targetMs: 3000 },
  { name: 'search, two characters of no text', q: '~q', targetMs: undefined },
] as const;

/** Prints the durations of reads below traces, and of whole searches. */
export async function measureSteps(http: HttpClient, options: NamedOptions, context: CommandContext): Promise<void> {
  const { newest, runs, named } = options;
  const rows: string[][] = [['reads below traces', 'bytes', 'p50', 'p95', 'worst', 'target of p95']];
  const requests = stepRequests(newest, SEEDED_DAYS, await knownValues(http));
  for (const request of requests.filter(({ name }) => name.includes(named))) {
    const measured = await measure(http, request.path, {
      ...request,
      runs,
      signal: context.signal,
    });
    const { bytes, durations } = measured;
    const p95 = durations.quantile(0.95);
    rows.push([
      nameOf(request.name, measured),
      formatCount(bytes),
      ...[durations.quantile(0.5), p95, durations.quantile(1)].map(formatMilliseconds),
      verdict(p95, request.target),
    ]);
  }
  context.print(formatTable(rows));
  await measureSearches(http, options, context);
}

interface SearchAnswer {
  readonly data: readonly unknown[];
  readonly meta: { readonly searchedTo: string | null; readonly searched: { readonly bytes: number } };
}

/** Continues each search until nothing is left. */
async function measureSearches(http: HttpClient, { newest, named }: NamedOptions, context: CommandContext) {
  const rows: string[][] = [['searches', 'first answer', 'complete', 'found', 'MB read', 'MB/s', 'target']];
  const searches = SEARCHES.flatMap((search) => [
    { ...search, window: {} },
    { ...search, name: `${search.name}, 1 d`, window: { fromTimestamp: daysBefore(newest, 1) }, targetMs: 3000 },
  ]);
  for (const { name, q, window, targetMs } of searches.filter((each) => each.name.includes(named))) {
    const begin = performance.now();
    let first: number | undefined;
    let [found, bytes] = [0, 0];
    for (let at: string | null | undefined; at !== null;) {
      context.signal.throwIfAborted();
      const parameters = { q, limit: '50', fields: 'core', ...window, ...(at !== undefined && { searchFrom: at }) };
      const { status, body } = await http.get(path('/api/public/traces', parameters));
      if (status !== 200) throw new Error(`${name} is answered ${status}: ${body.toString()}`);
      first ??= performance.now() - begin;
      const { data, meta } = JSON.parse(body.toString()) as SearchAnswer;
      found += data.length;
      bytes += meta.searched.bytes;
      at = meta.searchedTo;
    }
    const ms = performance.now() - begin;
    rows.push([
      name,
      ...[first ?? 0, ms].map(formatMilliseconds),
      formatCount(found),
      (bytes / MIB).toFixed(0),
      ((bytes / MIB / ms) * 1000).toFixed(0),
      verdict(ms, targetMs),
    ]);
  }
  context.print(formatTable(rows));
}

interface TracesAnswer {
  readonly data: readonly { readonly id: string; readonly userId: string | null; readonly sessionId: string | null }[];
}

/** Returns values of traces spread over all time. */
async function knownValues(http: HttpClient): Promise<KnownValues> {
  const { body } = await http.get(path('/api/public/traces', { limit: '40', fields: 'core', orderBy: 'id.asc' }));
  const { data } = JSON.parse(body.toString()) as TracesAnswer;
  const present = (values: readonly (string | null)[]): readonly string[] => [
    ...new Set(values.filter((value) => value !== null)),
  ];
  return {
    traces: data.map(({ id }) => id),
    sessions: present(data.map(({ sessionId }) => sessionId)),
    users: present(data.map(({ userId }) => userId)),
  };
}
