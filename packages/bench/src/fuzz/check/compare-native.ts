import { storedId } from './sent-events';
import { canonical, storedText } from './text';

type Members = Readonly<Record<string, unknown>>;

/**
 * Compares a native body with the trace that the API returns, where no other input changed the trace (spec 2.1, 2.2; contract: Native
 * batch). Skips members with complex meaning (usage by usage type, costs).
 * @returns the first member that differs
 */
export function compareNative(body: unknown, detail: unknown): string | undefined {
  const { trace, observations } = body as {
    readonly trace: Members;
    readonly observations?: readonly Members[] | null;
  };
  const answered = detail as Members & { readonly observations: readonly Members[] };
  const wrong = firstDifference('trace', answered, expectedTrace(trace));
  if (wrong !== undefined) return wrong;
  const byId = new Map(answered.observations.map((observation) => [observation['id'], observation]));
  const sent = observations ?? [];
  // Observations that are sent twice are merged: this check does not compare which value is stored.
  if (new Set(sent.map(({ id }) => storedId(id))).size < sent.length) return undefined;
  for (const [index, observation] of sent.entries()) {
    const found = byId.get(storedId(observation['id']));
    const differs =
      found && firstDifference(`observations[${index}]`, found, expectedObservation(observation, answered));
    if (differs !== undefined) return differs;
  }
  return undefined;
}

function expectedTrace(trace: Members): Members {
  return {
    name: textOf(trace['name']),
    userId: filledTextOf(trace['userId'], trace['user_id']),
    sessionId: filledTextOf(trace['session_id'], trace['sessionId']),
    release: textOf(trace['release']),
    version: textOf(trace['version']),
    environment: textOf(trace['environment']) ?? 'default',
    public: trace['public'] ?? false,
    tags: [...new Set(((trace['tags'] ?? []) as readonly string[]).map(storedText))],
    metadata: trace['metadata'] ?? {},
    input: trace['input'] ?? null,
    output: trace['output'] ?? null,
    ...timeOf('timestamp', trace['timestamp']),
  };
}

function expectedObservation(sent: Members, trace: Members): Members {
  const parent = storedId(sent['parentObservationId'] ?? '');
  const isNone = parent === storedId(sent['id']) || /^[0-]+$/.test(parent);
  return {
    parentObservationId: isNone ? null : parent,
    type: textOf(sent['type'])?.toUpperCase() ?? 'SPAN',
    name: textOf(sent['name']),
    model: textOf(sent['model']),
    modelParameters: sent['modelParameters'] ?? null,
    input: sent['input'] ?? null,
    output: sent['output'] ?? null,
    metadata: sent['metadata'] ?? {},
    level: textOf(sent['level'])?.toUpperCase() ?? 'DEFAULT',
    statusMessage: textOf(sent['statusMessage']),
    version: textOf(sent['version']),
    environment: textOf(sent['environment']) ?? trace['environment'],
    ...timeOf('startTime', sent['startTime']),
    ...timeOf('completionStartTime', sent['completionStartTime']),
    ...tokens(sent),
  };
}

/** Returns the first value that is text; null counts as absent. */
function textOf(...spellings: readonly unknown[]): string | null {
  const text = spellings.find((spelling) => typeof spelling === 'string');
  return typeof text === 'string' ? storedText(text) : null;
}

/** Returns the first value that is text and not empty (contract: Native batch). */
function filledTextOf(...spellings: readonly unknown[]): string | null {
  return textOf(...spellings.filter((spelling) => spelling !== ''));
}

/** Returns a time where it has the form that JavaScript writes; skips others. */
function timeOf(name: string, sent: unknown): Members {
  return typeof sent === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(sent) ? { [name]: sent } : {};
}

/** Returns the inclusive counts where the body has no usage types. */
function tokens(sent: Members): Members {
  const isSent = (name: string): boolean => sent[name] !== undefined && sent[name] !== null;
  if (isSent('usage') || isSent('usageDetails')) return {};
  const [input, output] = [Number(sent['promptTokens'] ?? 0), Number(sent['completionTokens'] ?? 0)];
  const total = isSent('totalTokens') ? Number(sent['totalTokens']) : input + output;
  return { promptTokens: input, completionTokens: output, totalTokens: total };
}

function firstDifference(path: string, answered: Members, expected: Members): string | undefined {
  for (const [name, value] of Object.entries(expected)) {
    const [is, should] = [canonical(answered[name]), canonical(value)];
    if (is !== should) return `${path}.${name} is answered as ${is.slice(0, 300)}, sent was ${should.slice(0, 300)}`;
  }
  return undefined;
}
