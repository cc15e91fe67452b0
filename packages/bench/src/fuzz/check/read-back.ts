import type { Call } from '../call';
import { type FuzzInput, type FuzzContext, isSuccess } from '../input/fuzz-input';
import { makeInput } from '../input/make-input';
import { checkShape } from './answer-shapes';
import { compareNative } from './compare-native';
import type { Ledger } from './ledger';
import { hasOwnTime, keyOf } from './sent-events';
import { eventsOf, plainBody, sentBy } from './sent-items';
import { bodyText } from './text';
import type { Violation } from './violation';

const PAGE = 200;
const SERIES = '/api/public/metrics/query';
/** A percentile between the least and the greatest doubles has no answer. */
const BEYOND_DOUBLES = 'beyond the range of a double';
const AGGREGATIONS = ['avg', 'max', 'min', 'sum', 'last', 'p50', 'p90', 'p99'];

interface TraceAnswer {
  readonly id: string;
  readonly observations: readonly { readonly id: string }[];
}

export interface ReadBack {
  readonly ledger: Ledger;
  readonly context: FuzzContext;
  readonly call: Call;
  /** Sends an input again. @returns the status of its answer */
  readonly repeat: (input: FuzzInput) => Promise<number | undefined>;
}

/** Reads some of the traces made since the last comparison, and compares them with what was sent. */
export async function readBackSample(parts: ReadBack & { readonly most: number }): Promise<readonly Violation[]> {
  const { ledger } = parts;
  const every = Math.max(1, Math.floor(ledger.readable.length / parts.most));
  const violations: Violation[] = [];
  for (let at = 0; at < ledger.readable.length; at += every) {
    const index = ledger.readable[at] ?? 0;
    const what = await readBack(makeInput(parts.context, index), parts);
    if (what !== undefined) violations.push({ index, what });
  }
  return violations;
}

/** Reads the trace that an accepted input made, if any. @returns what is wrong */
export async function readBack(
  input: FuzzInput,
  { ledger, call, repeat }: Omit<ReadBack, 'context'>,
): Promise<string | undefined> {
  const trace = sentBy(input)?.items.find((item) => ledger.traces.has(item));
  if (trace === undefined) return undefined;
  const expected = ledger.observationsOf(trace);
  const events = input.endpoint === 'events' ? eventsOf(input) : [];
  const id = events.find(({ items }) => items[0] === trace)?.trace ?? trace;
  const path = `/api/public/traces/${encodeURIComponent(id)}`;
  const answer = await call('GET', path);
  const text = answer.body.toString();
  const wrong =
    answer.status === 200
      ? checkShape('/api/public/traces/{traceId}', answer, text)
      : `answered ${answer.status}: ${text}`;
  if (wrong !== undefined) return `trace ${trace} read back: ${wrong}`;
  const detail = JSON.parse(text) as TraceAnswer;
  const ids = detail.observations.map(({ id }) => keyOf('observation', id));
  if (keyOf('trace', detail.id) !== trace) return `trace ${trace} is answered as ${detail.id}`;
  if (ids.length !== expected.size || ids.some((id) => !expected.has(id))) {
    return `trace ${trace} is answered with ${ids.length} observations, ${expected.size} were accepted`;
  }
  // An event without a time of its own has another one when it is sent again.
  if (events.length === 0 ? (ledger.traces.get(trace) ?? 0) > 1 : !events.every(hasOwnTime)) return undefined;
  const body = input.endpoint === 'native' ? plainBody(input) : undefined;
  return (
    (body && compareNative(JSON.parse(bodyText(body)), detail)) ?? compareRepeated(input, path, text, { call, repeat })
  );
}

/** Sends the same body again, which must change nothing, not even `updatedAt` (contract: Updates). */
async function compareRepeated(
  input: FuzzInput,
  path: string,
  first: string,
  { call, repeat }: Pick<ReadBack, 'call' | 'repeat'>,
): Promise<string | undefined> {
  const status = await repeat(input);
  const again = await call('GET', path);
  // An incomplete request may have no answer within the short time that the sender waits.
  const mayBeSilent = input.framing === 'unclear' && status === undefined;
  if ((isSuccess(input.endpoint, status) || mayBeSilent) && again.body.toString() === first) return undefined;
  return `sent again, answered ${String(status)}, it changed ${difference(first, again.body.toString())}`;
}

/** Returns the first difference of two texts. */
function difference(before: string, after: string): string {
  let at = 0;
  while (at < before.length && before[at] === after[at]) at += 1;
  const around = (text: string): string => text.slice(Math.max(0, at - 60), at + 60);
  return `from …${around(before)}… to …${around(after)}…`;
}

/** Maximum number of other projects' traces that are requested. */
const FOREIGN = 60;

/** Requests traces that only other projects have: each must be 404. */
export async function readForeign(own: Ledger, others: readonly Ledger[], call: Call): Promise<readonly Violation[]> {
  const isOwn = (id: string): boolean => own.traces.has(id) || own.possible.items.has(id);
  const foreign = others.flatMap(({ traces }) => Array.from(traces.keys()).filter((id) => !isOwn(id)));
  const every = Math.max(1, Math.floor(foreign.length / FOREIGN));
  const violations: Violation[] = [];
  for (let at = 0; at < foreign.length; at += every) {
    const id = foreign[at] ?? '';
    const { status } = await call('GET', `/api/public/traces/${id}`);
    if (status !== 404)
      violations.push({ index: undefined, what: `trace ${id} of another project is answered ${status}` });
  }
  return violations;
}

/** Reads everything through every list: each page is valid, and all pages together contain every trace once. */
export async function readBackAll(
  ledger: Ledger,
  call: Call,
): Promise<{ readonly violations: Violation[]; readonly items: number }> {
  const violations: Violation[] = [];
  const found = (what: string): void => void violations.push({ index: undefined, what });
  const read = async (endpoint: `/${string}`, query = ''): Promise<unknown> => {
    const path = `${endpoint}${query}`;
    const answer = await call('GET', path);
    const text = answer.body.toString();
    if (endpoint === SERIES && answer.status === 400 && text.includes(BEYOND_DOUBLES)) return undefined;
    const wrong =
      answer.status === 200 ? checkShape(endpoint, answer, text) : `answered ${answer.status}: ${text.slice(0, 300)}`;
    if (wrong === undefined) return JSON.parse(text) as unknown;
    found(`GET ${path}: ${wrong}`);
    return undefined;
  };

  const readPages = async <T>(endpoint: `/${string}`, query: string): Promise<readonly T[]> => {
    const items: T[] = [];
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const answer = (await read(endpoint, `${query}&page=${page}`)) as
        { readonly data: readonly T[]; readonly meta: { readonly totalPages: number } } | undefined;
      items.push(...(answer?.data ?? []));
      pages = answer?.meta.totalPages ?? pages;
    }
    return items;
  };

  const listed = await readPages<{ readonly id: string }>('/api/public/traces', `?limit=${PAGE}&orderBy=id.asc`);
  const seen = new Set(listed.map(({ id }) => keyOf('trace', id)));
  if (seen.size < listed.length) found(`${listed.length - seen.size} traces are listed twice`);
  for (const id of ledger.traces.keys()) if (!seen.has(id)) found(`trace ${id} is not listed`);
  if (seen.size !== ledger.traces.size) found(`${seen.size} traces are listed, ${ledger.traces.size} were accepted`);

  const days = await readPages<{ readonly countTraces: number }>('/api/public/metrics/daily', '?limit=1000');
  const daily = days.reduce((sum, { countTraces }) => sum + countTraces, 0);
  if (daily !== seen.size) found(`the days count ${daily} traces, listed are ${seen.size}`);

  const names = (await read('/api/public/metrics/names')) as { readonly data: readonly string[] } | undefined;
  for (const [index, name] of (names?.data ?? []).slice(0, PAGE).entries()) {
    const agg = AGGREGATIONS[index % AGGREGATIONS.length] ?? 'avg';
    // A sum of the largest doubles has no answer.
    const aggregation = agg === 'sum' || agg === 'avg' ? 'last' : agg;
    const window = `from=1970-01-01&to=2199-12-31&step=1d&agg=${aggregation}`;
    await read(SERIES, `?name=${encodeURIComponent(name)}&${window}`);
  }
  return { violations: violations.slice(0, 20), items: seen.size };
}
