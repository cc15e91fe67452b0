import type { Random } from '../random';

/** What the seeded data look like: names and how often they occur, as in an installation of medium size. */

export const TRACE_NAMES = Array.from({ length: 20 }, (_, index) => `flow-${String(index + 1).padStart(2, '0')}`) as [
  string,
  ...string[],
];
export const RELEASES = ['2026.1', '2026.2', '2026.3', '2026.4', '2026.5'] as const;
export const VERSIONS = ['1.0.0', '1.1.0', '2.0.0'] as const;
const USERS = 10_000;
const SESSIONS = 100_000;

/** Each with the share of traces that carry it. */
export const TAGS = [
  { tag: 'chat', share: 0.3 },
  { tag: 'beta', share: 0.05 },
  { tag: 'incident', share: 0.001 },
] as const;

/** null reads as `default`. */
const ENVIRONMENTS = [
  { environment: 'production', share: 0.7 },
  { environment: 'staging', share: 0.2 },
  { environment: null, share: 0.1 },
] as const;

/** USD for a million tokens of input and output. */
export interface SeedModel {
  readonly name: string;
  readonly input: number;
  readonly output: number;
}

export const MODELS: readonly [SeedModel, ...SeedModel[]] = [
  { name: 'claude-haiku-4-5', input: 1, output: 5 },
  { name: 'claude-opus-4-5', input: 5, output: 25 },
  { name: 'claude-sonnet-4-5', input: 3, output: 15 },
  { name: 'deepseek-chat', input: 0.28, output: 0.42 },
  { name: 'gemini-2.5-flash', input: 0.3, output: 2.5 },
  { name: 'gemini-2.5-pro', input: 1.25, output: 10 },
  { name: 'gpt-4.1', input: 2, output: 8 },
  { name: 'gpt-4.1-mini', input: 0.4, output: 1.6 },
  { name: 'gpt-4o', input: 2.5, output: 10 },
  { name: 'gpt-4o-mini', input: 0.15, output: 0.6 },
  { name: 'gpt-5', input: 1.25, output: 10 },
  { name: 'mistral-large', input: 2, output: 6 },
];

/** A trace of many observations: the one that a detail benchmark reads. */
export const LONG_TRACE = { id: '00000000-0000-4000-8000-00000000c0de', observations: 1_000 } as const;

export const METRICS = ['request_latency_ms', 'queue_depth'] as const;
export const REGIONS = ['ap-south', 'eu-central', 'eu-west', 'us-east', 'us-west'] as const;

/** What filters select a trace by. */
export interface TraceFacts {
  readonly name: string;
  readonly userId: string | null;
  readonly sessionId: string | null;
  readonly release: string;
  readonly version: string;
  readonly environment: string | null;
  readonly tags: readonly string[];
}

/** A session belongs to one user, and some users have far more of them than others; one trace in ten has neither. */
export function traceFacts(random: Random): TraceFacts {
  const session = random.below(SESSIONS);
  const isAnonymous = random.below(10) === 0;
  return {
    name: random.pick(TRACE_NAMES),
    userId: isAnonymous ? null : userOf(session),
    sessionId: isAnonymous ? null : `session-${session}`,
    release: random.pick(RELEASES),
    version: random.pick(VERSIONS),
    environment: pickEnvironment(random),
    tags: TAGS.filter(({ share }) => random.fraction() < share).map(({ tag }) => tag),
  };
}

function userOf(session: number): string {
  return `user-${Math.floor((session / SESSIONS) ** 2 * USERS)}`;
}

function pickEnvironment(random: Random): string | null {
  let left = random.fraction();
  for (const { environment, share } of ENVIRONMENTS) {
    left -= share;
    if (left < 0) return environment;
  }
  return null;
}
