import { TRACE_VALUES } from '@sluice/record';
import { BUSY_USER, METRICS, TAGS, TRACE_NAMES } from '../seed/seed-shape';
import { type NamedRequest, type Parameters, daysBefore, expression, path } from './requests';

const MAX_IDS = 50;
/** Prefixes that some values of a field have; other fields are not requested with a prefix. */
const PREFIXES: Readonly<Partial<Record<string, string>>> = {
  ...{ name: 'flow-03 run', userId: 'user-90', sessionId: 'session-471', tags: 'customer-47', model: 'gpt-4' },
};

/** Ids in the database: of observations of one trace, and of a session. */
export interface KnownIds {
  readonly traceId: string;
  readonly sessionId: string;
  readonly ids: readonly string[];
}

/** Returns the requests of an interface besides lists, details and figures. None of them has a target of its own. */
export function furtherRequests(newest: Date, days: number, known: KnownIds): readonly NamedRequest[] {
  const toTimestamp = newest.toISOString();
  const ask = (name: string, base: string, parameters: Parameters = {}): NamedRequest => ({
    name,
    path: path(`/api/public/${base}`, parameters),
  });
  const bounded = (request: NamedRequest): NamedRequest => ({ ...request, mayBeRefused: true });
  const histogram = (name: string, parameters: Parameters): NamedRequest =>
    bounded(ask(`histogram, ${name}`, 'traces/histogram', { toTimestamp, ...parameters }));
  const values = (name: string, parameters: Parameters): NamedRequest =>
    bounded(ask(`values, ${name}`, 'traces/values', parameters));
  const slow = expression({ type: 'number', column: 'latency', operator: '>', value: 30 });
  const failed = expression({ type: 'stringOptions', column: 'level', operator: 'any of', value: ['ERROR'] });
  const named = expression({ type: 'string', column: 'name', operator: 'contains', value: 'run' });
  const userAndFailed = { userId: BUSY_USER, filter: failed };
  const [name] = TRACE_NAMES;
  const [chat, , incident] = TAGS.map(({ tag }) => tag) as [string, string, string];
  const lastDay = { fromTimestamp: daysBefore(newest, 1) };
  const all = { fromTimestamp: daysBefore(newest, days) };
  const { traceId, ids, sessionId } = known;
  const [id = ''] = ids;
  const many = ids.slice(0, MAX_IDS).join(',');
  const metric = METRICS[0];
  return [
    histogram('1 day', lastDay),
    histogram('7 days', { fromTimestamp: daysBefore(newest, 7) }),
    histogram(`${days} days`, all),
    histogram(`${days} days by latency`, { ...all, by: 'latency' }),
    histogram(`${days} days, user (36 %)`, { ...all, userId: BUSY_USER }),
    histogram(`${days} days, tag (0.1 %)`, { ...all, tags: incident }),
    histogram('1 day, tag (30 %)', { ...lastDay, tags: chat }),
    histogram('7 days, latency', { fromTimestamp: daysBefore(newest, 7), filter: slow }),
    histogram('7 days, level', { fromTimestamp: daysBefore(newest, 7), filter: failed }),
    ask('sessions, page 1', 'sessions'),
    ask('sessions, page 100', 'sessions', { page: '100' }),
    ask('sessions, 7 days', 'sessions', { fromTimestamp: daysBefore(newest, 7) }),
    ask('sessions, environment', 'sessions', { environment: 'production' }),
    ask('sessions, last turn, cursor', 'sessions', { orderBy: 'lastTimestamp', cursor: 'newest', fields: 'summary' }),
    ask('sessions, cost, 1 day', 'sessions', { orderBy: 'totalCost', ...lastDay }),
    ask('sessions, cost, 7 days', 'sessions', { orderBy: 'totalCost', fromTimestamp: daysBefore(newest, 7) }),
    ask('sessions, turns, all', 'sessions', { orderBy: 'traceCount' }),
    ask('session of few traces', `sessions/${sessionId}`),
    ...TRACE_VALUES.flatMap((field) => {
      const { [field]: prefix } = PREFIXES;
      return [
        values(field, { field }),
        ...(prefix === undefined ? [] : [values(`${field}, prefix`, { field, prefix })]),
      ];
    }),
    values('tags of a name', { field: 'tags', name }),
    values('names of 7 days', { field: 'name', fromTimestamp: daysBefore(newest, 7) }),
    values('models of a user', { field: 'model', userId: BUSY_USER }),
    ask('labels of a metric', 'metrics/labels', { name: metric }),
    ask('values of a label', 'metrics/labels', { name: metric, key: 'model' }),
    ask('list, fields=summary', 'traces', { fields: 'summary' }),
    ask('list, fields=core,summary, user', 'traces', { fields: 'core,summary', userId: BUSY_USER }),
    ask('list, latency', 'traces', { filter: slow }),
    ask('list, level', 'traces', { filter: failed }),
    ask('list, name contains', 'traces', { filter: named }),
    ask('daily, latency', 'metrics/daily', { filter: slow }),
    ask('daily, level', 'metrics/daily', { filter: failed }),
    ask('daily, 7 days, name contains', 'metrics/daily', { fromTimestamp: daysBefore(newest, 7), filter: named }),
    ask('daily, user, level', 'metrics/daily', userAndFailed),
    ask('daily, tag (0.1 %), latency', 'metrics/daily', { tags: incident, filter: slow }),
    ask('observation', `observations/${id}`),
    ask('observation, traceId', `observations/${id}`, { traceId }),
    ask(`${MAX_IDS} observations`, 'observations', { ids: many }),
    ask(`${MAX_IDS} observations, traceId`, 'observations', { ids: many, traceId }),
    ask('search, a word of a name', 'traces', { q: 'flow-03' }),
    ask('search, nothing', 'traces', { q: 'no text has this' }),
    ask('search, nothing in inputs of a day', 'traces', { q: 'no text has this', searchIn: 'input', ...lastDay }),
    ask('projects', 'projects'),
  ];
}
