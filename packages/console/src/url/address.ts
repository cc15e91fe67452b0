import { type ComparePlace, readCompare, writeCompare } from './compare-place';
import { type DifferentPlace, readDifferent, writeDifferent } from './different-place';
import { type TracesPlace, readList, writeList } from './list-place';
import { type MetricsPlace, readMetrics, writeMetrics } from './metrics-place';
import { decodePart, withQuery } from './query';
import { type SessionPlace, type SessionsPlace, readSessions, writeSessions } from './sessions-place';
import { type StartPlace, readStart, writeStart } from './start-place';
import { type TracePlace, readTrace, writeTrace } from './trace-place';
import { type UsagePlace, readUsage, writeUsage } from './usage-place';

/** Where the user is. The address has all of it: what is shown can be sent to somebody and found again. */
export type Place =
  | TracesPlace
  | TracePlace
  | SessionsPlace
  | SessionPlace
  | UsagePlace
  | MetricsPlace
  | ComparePlace
  | StartPlace
  | DifferentPlace
  | { readonly page: 'unknown'; readonly path: string };

/** @param path of the address below the console, without a slash at its begin */
export function readPlace(path: string, search: string): Place {
  const parameters = new URLSearchParams(search);
  const [first = '', second, ...rest] = path.split('/');
  if (first === '' || (first === 'traces' && second === undefined)) return { page: 'traces', ...readList(parameters) };
  if (first === 'traces' && second !== undefined && rest.length === 0) {
    const id = decodePart(second);
    if (id !== undefined) return readTrace(id, parameters);
  }
  const sessions = first === 'sessions' && rest.length === 0 ? readSessions(second, parameters) : undefined;
  if (sessions !== undefined) return sessions;
  if (path === 'usage') return readUsage(parameters);
  if (path === 'metrics') return readMetrics(parameters);
  if (path === 'compare') return readCompare(parameters);
  if (path === 'start') return readStart(parameters);
  if (path === 'different') return readDifferent(parameters);
  return { page: 'unknown', path };
}

/** The reverse of `readPlace`: path and query. */
export function writePlace(place: Place, query = withQuery): string {
  switch (place.page) {
    case 'traces':
      return writeList(place, query);
    case 'trace':
      return writeTrace(place, query);
    case 'sessions':
    case 'session':
      return writeSessions(place, query);
    case 'usage':
      return writeUsage(place, query);
    case 'metrics':
      return writeMetrics(place, query);
    case 'compare':
      return writeCompare(place, query);
    case 'start':
      return writeStart(place, query);
    case 'different':
      return writeDifferent(place, query);
    case 'unknown':
      return place.path;
  }
}
