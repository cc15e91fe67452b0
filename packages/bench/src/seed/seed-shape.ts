import type { Random } from '../random-source';

/** Values of the seeded data and their frequencies, as in an installation of medium size. */

export const TRACE_NAMES = Array.from({ length: 20 }, (_, index) => `flow-${String(index + 1).padStart(2, '0')}`) as [
  string,
  ...string[],
];
/** Releases, one after the other for a tenth of the time each: release and time of a trace correlate. */
export const RELEASES = Array.from({ length: 10 }, (_, index) => `2026.${index + 1}`);
/** Versions, each of three or four releases. */
export const VERSIONS = ['1.0.0', '1.1.0', '2.0.0'] as const;
const USERS = 10_000;
const SESSIONS = 100_000;
const CUSTOMERS = 10_000;

/** Projects with their share of the traces; '' is the default one, whose credentials a benchmark has. */
export const PROJECTS = [
  { name: '', share: 0.9 },
  { name: 'mobile', share: 0.08 },
  { name: 'research', share: 0.02 },
] as const;

/** The user of two traces in five. */
export const BUSY_USER = 'user-busy';

/** Tags with the share of traces that have them. */
export const TAGS = [
  { tag: 'chat', share: 0.3 },
  { tag: 'beta', share: 0.05 },
  { tag: 'incident', share: 0.001 },
] as const;

export const customerTag = (customer: number): string => `customer-${customer}`;

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

/** Traces of many observations in the default project, for a benchmark of details. */
export const LONG_TRACES = [1_000, 10_000, 100_000].map((observations) => ({
  id: `00000000-0000-4000-8000-${observations.toString(16).padStart(12, '0')}`,
  observations,
}));

export const METRICS = ['request_latency_ms', 'queue_depth'] as const;
export const REGIONS = ['ap-south', 'eu-central', 'eu-west', 'us-east', 'us-west'] as const;

/** Fields of a trace that filters use. */
export interface TraceFacts {
  readonly name: string;
  readonly userId: string | null;
  readonly sessionId: string | null;
  readonly release: string;
  readonly version: string;
  readonly environment: string | null;
  readonly tags: readonly string[];
}

/**
 * Makes the fields of a trace. One name in ten contains an id of the run, as do some tags. A session belongs to one user; one trace in ten
 * has neither.
 * @param progress relative time of the trace in all data, 0 to 1
 */
export function traceFacts(random: Random, progress: number): TraceFacts {
  const session = random.below(SESSIONS);
  const isAnonymous = random.below(10) === 0;
  const release = releaseAt(random, progress);
  const flow = random.pick(TRACE_NAMES);
  return {
    name: random.below(10) === 0 ? `${flow} run ${random.uint32().toString(16)}` : flow,
    userId: isAnonymous ? null : userOf(session),
    sessionId: isAnonymous ? null : `session-${session}`,
    release: RELEASES[release] ?? '',
    version: VERSIONS[Math.floor((release * VERSIONS.length) / RELEASES.length)] ?? VERSIONS[0],
    environment: pickEnvironment(random),
    tags: [
      ...TAGS.filter(({ share }) => random.fraction() < share).map(({ tag }) => tag),
      ...(random.fraction() < 0.3 ? [customerTag(random.below(CUSTOMERS))] : []),
      ...(random.fraction() < 0.05 ? [`run-${random.uint32().toString(16)}`] : []),
    ],
  };
}

/** Returns the number of the release at that time; one trace in ten has the previous one. */
function releaseAt(random: Random, progress: number): number {
  const current = Math.min(Math.floor(progress * RELEASES.length), RELEASES.length - 1);
  return random.below(10) === 0 ? Math.max(0, current - 1) : current;
}

function userOf(session: number): string {
  if (session % 5 < 2) return BUSY_USER;
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
