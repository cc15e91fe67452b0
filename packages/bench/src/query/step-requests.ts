import { BUSY_USER, MODELS, TRACE_NAMES } from '../seed/seed-shape';
import { PROMPTS, PROMPT_VERSIONS, SERVICES, TOOLS, tenant } from '../seed/step-shape';
import { type NamedRequest, type Parameters, daysBefore, expression, path } from './requests';

/* Reads of what is below traces: lists and groups of observations, outcomes, and traces by their metadata. */

const HOUR_MS = 3_600_000;

/** Maximum 95th percentiles at a million traces with ten observations each, in milliseconds. */
const LIST_MS = 80;
const DAY_OF_ANY_MS = 1000;
const GROUPS_OF_A_DAY_MS = 100;
const GROUPS_OF_ALL_MS = 500;
const METADATA_MS = 300;
const OUTCOMES_MS = 100;

/** Ids of some traces and sessions of the database, and users of few traces. */
export interface KnownValues {
  readonly traces: readonly string[];
  readonly sessions: readonly string[];
  readonly users: readonly string[];
}

type Condition = Readonly<Record<string, unknown>>;
const filter = (...conditions: readonly Condition[]): Parameters => ({ filter: expression(...conditions) });
const number = (column: string, operator: string, value: number): Condition => ({
  type: 'number',
  column,
  operator,
  value,
});
const text = (column: string, operator: string, value: string): Condition => ({
  type: 'string',
  column,
  operator,
  value,
});

/** Names of some conditions, each with values of which every request has another. */
function listConditions({ traces, sessions, users }: KnownValues): Readonly<Record<string, readonly Parameters[]>> {
  const each = <T>(values: readonly T[], make: (value: T) => Parameters): readonly Parameters[] => values.map(make);
  return {
    'no filter': [{}],
    name: each(['chat', 'invoke_agent', ...TOOLS], (name) => ({ name })),
    type: each(['GENERATION', 'TOOL', 'AGENT', 'EVENT'], (type) => ({ type })),
    model: each(MODELS, ({ name }) => filter(text('model', '=', name))),
    level: each(['ERROR', 'WARNING'], (level) => ({ level })),
    tool: each(TOOLS, (tool) => filter(text('toolName', '=', tool))),
    prompt: each(PROMPTS, (prompt) => filter(text('promptName', '=', prompt))),
    'prompt and version': each(PROMPTS, (prompt) =>
      filter(text('promptName', '=', prompt), number('promptVersion', '=', PROMPT_VERSIONS)),
    ),
    trace: each(traces, (traceId) => ({ traceId })),
    user: each([...users, BUSY_USER], (userId) => ({ userId })),
    session: each(sessions, (sessionId) => ({ sessionId })),
    environment: each(['production', 'staging', 'default'], (environment) => ({ environment })),
    service: each(SERVICES, (service) => filter(text('service', '=', service))),
    'metadata (0.1 % of traces)': each([1, 77, 500, 999], (at) =>
      filter({ type: 'stringObject', column: 'metadata', key: 'tenant', operator: '=', value: tenant(at) }),
    ),
    'trace name': each(TRACE_NAMES.slice(0, 4), (name) => filter(text('traceName', '=', name))),
  };
}

/** Conditions that no index has. */
const OTHER_CONDITIONS: Readonly<Record<string, readonly Parameters[]>> = {
  'latency > 7.9 s': [filter(number('latency', '>', 7.9))],
  'cost > 0.12': [filter(number('totalCost', '>', 0.12))],
  'status message contains': [filter(text('statusMessage', 'contains', 'request 1234'))],
  'name contains, nothing': [filter(text('name', 'contains', 'no such name'))],
  'metadata, not indexed': [
    filter({ type: 'stringObject', column: 'metadata', key: 'no.such.key', operator: 'contains', value: 'x' }),
  ],
};

const GROUPS = ['tool', 'model', 'name', 'type', 'provider', 'prompt', 'service', 'level', 'statusMessage', 'release'];

/** Returns the requests, each with the values that are sent in turn. */
export function stepRequests(newest: Date, days: number, known: KnownValues): readonly NamedRequest[] {
  const wholeHours = (count: number): Parameters => {
    const to = new Date(Math.ceil(newest.getTime() / HOUR_MS) * HOUR_MS);
    return { fromStartTime: daysBefore(to, count), toStartTime: to.toISOString() };
  };
  const cut = (count: number): Parameters => ({
    fromStartTime: daysBefore(newest, count),
    toStartTime: newest.toISOString(),
  });
  const windows = [1, 7, days] as const;
  const request = (name: string, base: string, all: readonly Parameters[], target?: number): NamedRequest => ({
    name,
    path: path(`/api/public/${base}`, all[0] ?? {}),
    others: all.slice(1).map((parameters) => path(`/api/public/${base}`, parameters)),
    ...(target !== undefined && { target }),
    mayBeRefused: true,
  });
  const within = (all: readonly Parameters[], window: Parameters): readonly Parameters[] =>
    all.map((parameters) => ({ ...parameters, ...window }));
  return [
    ...Object.entries(listConditions(known)).flatMap(([name, all]) =>
      windows.map((count) =>
        request(`observations, ${name}, ${count} d`, 'v2/observations', within(all, cut(count)), LIST_MS),
      ),
    ),
    ...Object.entries(OTHER_CONDITIONS).flatMap(([name, all]) =>
      windows.map((count) =>
        request(
          `observations, ${name}, ${count} d`,
          'v2/observations',
          within(all, cut(count)),
          count === 1 ? DAY_OF_ANY_MS : 5 * DAY_OF_ANY_MS,
        ),
      ),
    ),
    ...GROUPS.flatMap((by) => [
      request(`groups by ${by}, 1 d`, 'observations/groups', [{ by, ...wholeHours(1) }], GROUPS_OF_A_DAY_MS),
      request(`groups by ${by}, 1 d that cuts hours`, 'observations/groups', [{ by, ...cut(1) }], GROUPS_OF_A_DAY_MS),
      request(`groups by ${by}, ${days} d`, 'observations/groups', [{ by, ...wholeHours(days) }], GROUPS_OF_ALL_MS),
      request(`groups by ${by}, ${days} d by day`, 'observations/groups', [
        { by, interval: 'day', limit: '10', ...wholeHours(days) },
      ]),
    ]),
    request('groups by user, 1 d', 'observations/groups', [{ by: 'userId', ...wholeHours(1) }]),
    request('groups by tool, failed, 1 d', 'observations/groups', [{ by: 'tool', level: 'ERROR', ...wholeHours(1) }]),
    request(
      `traces, metadata (0.1 %), ${days} d`,
      'traces',
      [1, 42, 77].map((at) => ({
        ...filter({ type: 'stringObject', column: 'metadata', key: 'customer', operator: '=', value: `c-${at}` }),
        fromTimestamp: daysBefore(newest, days),
      })),
      METADATA_MS,
    ),
    request(
      'histogram, 1 d',
      'traces/histogram',
      [{ fromTimestamp: daysBefore(newest, 1), toTimestamp: newest.toISOString() }],
      OUTCOMES_MS,
    ),
    request(
      'groups of traces by outcome, 1 d',
      'traces/groups',
      [{ by: 'outcome', fromTimestamp: daysBefore(newest, 1), toTimestamp: newest.toISOString() }],
      OUTCOMES_MS,
    ),
    request('traces, failed, 1 d', 'traces', [
      {
        ...filter({ type: 'stringOptions', column: 'outcome', operator: 'any of', value: ['failed'] }),
        fromTimestamp: daysBefore(newest, 1),
      },
    ]),
    request(
      `traces with a failed call of a tool, ${days} d`,
      'traces',
      TOOLS.map((tool) => ({
        ...filter({
          type: 'observation',
          column: 'observations',
          operator: 'some',
          value: [text('toolName', '=', tool), text('level', '=', 'ERROR')],
        }),
        fromTimestamp: daysBefore(newest, days),
      })),
    ),
  ];
}
