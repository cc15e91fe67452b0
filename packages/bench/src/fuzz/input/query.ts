import { type ParsedUrlQuery, parse } from 'node:querystring';
import { type Parameter, openApiDocument } from '@sluice/api';
import type { Choices } from './choices';
import { type DrawOptions, drawn } from './draw-schema';
import { type Draft, type FuzzContext, SHARED_TRACES, ownSpanId, ownTraceId, sharedTraceId } from './fuzz-input';
import { TEXTS } from './edge-values';
import { expressionText } from './expressions';
import { type JsonTree, list, object, text, toText } from './json-tree';
import { LABEL_NAMES, METRIC_NAMES } from './metrics';
import { spelled } from './native';
import { shortText, timeText } from './values';

/** GET of the document. */
export interface Read {
  /** Path with its parameters in braces, which is the endpoint of the request. */
  readonly path: `/${string}`;
  /** Parameters in the path and the query. */
  readonly parameters: readonly Parameter[];
  readonly needsCredentials: boolean;
}

export const READS: readonly Read[] = Object.entries(openApiDocument.paths).flatMap(([path, { get }]): Read[] => {
  const parameters = (get?.parameters ?? []).filter(({ in: where }) => where !== 'header');
  return get ? [{ path: path as Read['path'], parameters, needsCredentials: get.security === undefined }] : [];
});

/** Returns the values of the query of a path by name, however many there are. */
export const queryOf = (path: string): ParsedUrlQuery =>
  parse(path.slice(path.indexOf('?') + 1), '&', '=', { maxKeys: 0 });

/** Reads of the stored data of a project. */
export const STORED_READS = READS.filter(({ needsCredentials }) => needsCredentials);

/** Reads with the most conditions: one in three reads is one of these, however many others there are. */
const FILTERED_READS = STORED_READS.filter(({ parameters }) => parameters.some(({ name }) => name === 'filter'));

/** Values that parameters of another kind have, and values that none has. */
const ODD_VALUES = [
  ...['0', '1', '200', '201', '1000', '1001', '-1', '1.0', '1e2', '+1', '٣', '0x1', '999999999999999', 'abc', ' 1'],
  ...['9007199254740993', '99999999999999999999', 'NaN', 'timestamp', 'timestamp.up', '.asc', 'id.asc.desc', 'asc'],
  ...['__proto__.asc', 'name.desc;--', 'DESC', ' io ', '[]', '{}', 'null', '{', '{"a":1}', '{"a":null}', '{"a":"b"'],
  ...['{"__proto__":"x"}', '{"a":"\\u0000"}', ' { } ', '{"\\ud800":"\\udc00"}', '{"a":"b","a":"c"}', '%', '_', '%%'],
  ...['{"a":{"b":"c"}}', '\\%', 'I', '\u0000', 'x'.repeat(200), 'x'.repeat(201), 'x'.repeat(5000), '😀'.repeat(200)],
  ...['1s', 'p95', 'x', ',', '2026-11-20T10:00:00Z,', '2026-11-20T10:00:00Z,x', `,${'0'.repeat(32)}`, ...TEXTS],
];

const NO_IDS = [
  ...['0', 'x', '%00', '..%2f', '%', 'ffffffff-ffff-ffff-ffff-ffffffffffff', '0'.repeat(32), 'null', '__proto__'],
  ...[encodeURIComponent('😀'), 'a'.repeat(3000), '2026-11-20T10:00:00Z'],
];

const NO_NAMES = ['unknown', 'x', '__proto__', 'constructor', 'hasOwnProperty', ''];

/** Parameters with the most forms. */
const OFTEN = new Set(['filter', 'cursor', 'q', 'interval', 'orderBy', 'ids', 'type', 'level']);

const BROKEN_PAIRS = [
  ...['limit=%', 'name=%zz', '%=1', 'userId=%ff', 'userId=%c0%80', 'name=%ed%a0%80', '&&&', '=', 'a=b=c', '%00=%00'],
  ...['userId=%00', 'tags=%F0%9F%98', '#'],
];

/** Makes a GET with the parameters of its endpoint: combined, repeated, invalid, and encoded in several ways. */
export function queryDraft(context: FuzzContext, index: number, choices: Choices): Draft {
  const { path: endpoint, parameters } = choices.pick(choices.oneIn(3) ? FILTERED_READS : STORED_READS);
  const makes = makesOf(context, index, choices, endpoint);
  const valuesOf = ({ name, schema }: Pick<Parameter, 'name' | 'schema'>): readonly string[] => {
    if (choices.oneIn(8)) return [choices.pick(ODD_VALUES)];
    if (schema.contentSchema !== undefined && name === 'filter') return [expressionText(schema, choices, makes)];
    const value: unknown = JSON.parse(toText(drawn(schema, choices, { makes, path: name })));
    if (!Array.isArray(value)) return [String(value)];
    return choices.oneIn(4) ? value.map(String) : [value.join(',')];
  };
  const path = endpoint.replace(/\{(\w+)\}/, (_, name: string) => {
    if (choices.oneIn(6)) return choices.pick(NO_IDS);
    const [value = ''] = parameters.filter((parameter) => parameter.name === name).flatMap(valuesOf);
    return encodeURIComponent(wellFormed(value) || 'x');
  });
  const pairs = parameters
    .filter(({ in: where }) => where === 'query')
    .filter(({ name, required = false }) => (required ? !choices.oneIn(10) : choices.oneIn(OFTEN.has(name) ? 3 : 6)))
    .flatMap((parameter) => valuesOf(parameter).map((value) => pair(parameter.name, value, choices)));
  // A search cursor is valid only with a text; another order and a later page only without one.
  if (endpoint === '/api/public/traces' && choices.oneIn(6)) pairs.push(pair('q', search(choices), choices));
  if (choices.oneIn(8)) pairs.push(pair(choices.pick(NO_NAMES), choices.pick(TEXTS), choices));
  if (choices.oneIn(12)) pairs.push(...pairs.slice(0, 1));
  if (choices.oneIn(15)) pairs.push(choices.pick(BROKEN_PAIRS));
  if (choices.oneIn(300)) pairs.push(...Array.from({ length: 1200 }, (_, number) => `tags=t${number}`));
  const slashes = choices.oneIn(20) ? choices.pick(['/', '//']) : '';
  const isUnknown = choices.oneIn(100);
  return {
    // Paths are checked first: a path that cannot be decoded does not exist.
    endpoint: isUnknown || !isDecodable(path) ? 'none' : endpoint,
    method: choices.oneIn(25) ? 'HEAD' : 'GET',
    path: `${slashes}${path}${isUnknown ? '/unknown/path' : slashes}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`,
    done: [],
  };
}

/** Makes values that find what was sent before. */
function makesOf(
  { seed }: FuzzContext,
  index: number,
  choices: Choices,
  endpoint: string,
): NonNullable<DrawOptions['makes']> {
  const before = (): number => Math.max(0, index - 1 - choices.below(2000));
  const traceId = (): string =>
    spelled(
      choices.oneIn(3) ? sharedTraceId(seed, choices.below(SHARED_TRACES)) : ownTraceId(seed, before(), 0),
      choices,
    );
  const time = (): string => {
    const sent = timeText(choices);
    return choices.oneIn(6) ? sent.replace('Z', ' 01:00') : sent;
  };
  const spanId = (): string => ownSpanId(before(), choices.below(3));
  const position = (): JsonTree =>
    text(`${time()},${traceId()}${choices.oneIn(4) ? choices.pick([',0', ',0,1']) : ''}`);
  const observationPosition = (): JsonTree =>
    text([time(), traceId(), spanId(), '0', 'x'].slice(0, choices.oneIn(6) ? choices.below(6) : 3).join());
  const scoreId = (): string => choices.pick([spanId(), 'score', 'a/b?#%', 'ä', 'x'.repeat(801), ',']);
  const scorePosition = (): string => {
    const parts = [time(), scoreId(), '0'].slice(0, choices.oneIn(4) ? choices.below(4) : 2);
    return Buffer.from(parts.join()).toString(choices.oneIn(8) ? 'base64' : 'base64url');
  };
  const ids = (): number => (choices.oneIn(6) ? choices.pick([49, 50, 51]) : 1 + choices.below(3));
  const label = (): JsonTree => text(choices.pick(LABEL_NAMES));
  return {
    WindowTime: () => text(time()),
    TraceId: () => text(traceId()),
    traceId: () => text(traceId()),
    ObservationId: () => text(ownSpanId(before(), 0)),
    ids: () => list(Array.from({ length: ids() }, (_, n) => text(choices.oneIn(10) ? `x${n}` : spanId()))),
    id: () => text(choices.oneIn(2) ? traceId() : spanId()),
    parentObservationId: () => text(choices.oneIn(3) ? '' : spanId()),
    name: () => text(endpoint.includes('/metrics/') ? choices.pick(METRIC_NAMES) : shortText(choices, 'name')),
    traceName: () => text(shortText(choices, 'name')),
    prefix: () => text(choices.pick(['', 'n', 'user-', 'v', '__'])),
    labels: () =>
      text(
        toText(
          object(Object.fromEntries(choices.many(0, 3, () => [choices.pick(LABEL_NAMES), `"v${choices.below(8)}"`]))),
        ),
      ),
    group_by: label,
    key: label,
    q: () => text(search(choices)),
    searchFrom: position,
    scoreId: () => text(scoreId()),
    scoreIds: () => list(choices.many(1, 3, () => text(scoreId()))),
    operator: () => text(choices.pick(['=', '!=', '<', '<=', '>', '>=', '~'])),
    cursor: () => {
      if (endpoint.endsWith('/scores')) return text(scorePosition());
      if (endpoint.endsWith('/observations')) return observationPosition();
      return choices.oneIn(2) ? '"newest"' : position();
    },
  };
}

/** Text that other searches read as operators; here it is literal. */
const OPERATORS = ['"a b"', 'a OR b', '-name', 'name*', 'na_e', '%am%', '(a | b) & !c', 'name:"a"', '\\', 'a.*', '^n'];

function search(choices: Choices): string {
  if (choices.oneIn(8)) return choices.pick(['x', '😀']).repeat(choices.pick([199, 200, 201]));
  if (choices.oneIn(4)) return choices.pick(OPERATORS);
  return choices.oneIn(3) ? choices.pick(['a', 'e', '-1', 'name', '"', ' ', ...TEXTS]) : shortText(choices, 'name');
}

/** Replaces lone surrogates, which cannot be encoded. */
const wellFormed = (value: string): string => value.replace(/\p{Surrogate}/gu, '?');

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function pair(name: string, value: string, choices: Choices): string {
  const encoded = encodeURIComponent(wellFormed(value));
  if (choices.oneIn(10))
    return `${name}=${encoded.replaceAll('%20', '+').replaceAll('%2C', ',').replaceAll('%3A', ':')}`;
  if (choices.oneIn(40)) return name;
  return `${choices.oneIn(20) ? encodeURIComponent(name).replace('a', '%61') : name}=${encoded}`;
}
