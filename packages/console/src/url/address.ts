import { type CompareAddress, readCompare, writeCompare } from './compare-address';
import { type DifferencesAddress, readDifferent, writeDifferent } from './differences-address';
import { type TracesAddress, readList, writeList } from './list-address';
import { type MetricsAddress, readMetrics, writeMetrics } from './metrics-address';
import { decodePart, withQuery } from './query';
import { type SessionAddress, type SessionsAddress, readSessions, writeSessions } from './sessions-address';
import { type StartAddress, readStart, writeStart } from './start-address';
import { type TraceAddress, readTrace, writeTrace } from './trace-address';
import { type UsageAddress, readUsage, writeUsage } from './usage-address';

/** Address of a page of the console. It contains the whole state of the page, so that a link shows the same to another user. */
export type Address =
  | TracesAddress
  | TraceAddress
  | SessionsAddress
  | SessionAddress
  | UsageAddress
  | MetricsAddress
  | CompareAddress
  | StartAddress
  | DifferencesAddress
  | { readonly page: 'unknown'; readonly path: string };

/** @param path of the URL below the console, without a leading slash */
export function readAddress(path: string, search: string): Address {
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

/** Writes an address as path and query: the reverse of `readAddress`. */
export function writeAddress(address: Address, query = withQuery): string {
  switch (address.page) {
    case 'traces':
      return writeList(address, query);
    case 'trace':
      return writeTrace(address, query);
    case 'sessions':
    case 'session':
      return writeSessions(address, query);
    case 'usage':
      return writeUsage(address, query);
    case 'metrics':
      return writeMetrics(address, query);
    case 'compare':
      return writeCompare(address, query);
    case 'start':
      return writeStart(address, query);
    case 'different':
      return writeDifferent(address, query);
    case 'unknown':
      return address.path;
  }
}
