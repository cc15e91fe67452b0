import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PAYLOADS = join(__dirname, '../../../normalize/captures/payloads');

/** A stored trace in the form of `expected.json`: values instead of their text, names instead of ids. */
export interface Reading {
  readonly trace: ReadFields;
  /** Tokens of the observations that count. */
  readonly tokens: { readonly input: number; readonly output: number };
  /** Observations by start time. */
  readonly observations: readonly ReadFields[];
}

/** Fields of a trace or an observation; empty ones are absent. */
export type ReadFields = Readonly<Record<string, unknown>>;

/** Names of all captures, see packages/normalize/captures/README.md. */
export const captureNames = (): readonly string[] => readdirSync(PAYLOADS).sort();

/** Requests of a capture in the order in which the SDK sent them, as OTLP JSON. */
export const capturedRequests = (name: string): readonly Buffer[] => requestsIn(join(PAYLOADS, name));

const PAIRS = join(__dirname, '../../../normalize/captures/pairs/payloads');

/** Names of the captures of two instrumentations that send the same calls. */
export const pairNames = (): readonly string[] => readdirSync(PAIRS).sort();

/** Requests of such a capture, as `capturedRequests`. */
export const pairRequests = (name: string): readonly Buffer[] => requestsIn(join(PAIRS, name));

const GUIDES = join(__dirname, '../../../normalize/captures/guides');

/** Lines of a guide that were run, their programs, and the tokens that the model was paid for. */
export interface RanGuide {
  readonly lines: string;
  readonly programs: readonly { readonly name: string; readonly text: string }[];
  readonly paid: { readonly input: number; readonly output: number };
}

/** Names of the captures of the guide to frameworks. */
export const guideNames = (): readonly string[] => readdirSync(GUIDES).sort();

/** Trace requests of a guide's capture, as `capturedRequests`. */
export const guideRequests = (name: string): readonly Buffer[] => requestsIn(join(GUIDES, name));

/** Metric requests of a guide's capture. */
export const guideMetrics = (name: string): readonly Buffer[] => requestsIn(join(GUIDES, name), 'metrics-');

/** Reads the part of a guide that has made its capture. */
export const ranGuide = (name: string): RanGuide =>
  JSON.parse(readFileSync(join(GUIDES, name, 'ran.json'), 'utf8')) as RanGuide;

function requestsIn(folder: string, prefix = 'request-'): readonly Buffer[] {
  const files = readdirSync(folder).filter((file) => file.startsWith(prefix));
  return files.sort().map((file) => readFileSync(join(folder, file)));
}

/** Reads the expectation of a capture, which a person has checked. */
export function expectedOf(name: string): Reading {
  return JSON.parse(readFileSync(join(PAYLOADS, name, 'expected.json'), 'utf8')) as Reading;
}

type Compared = Pick<Reading, 'trace' | 'observations'>;

/**
 * Prepares the result and the expectation of a capture for comparison. Metadata is reduced to the expected keys, because a sender's own
 * additions are stored too. Observations are sorted, because those that start in the same millisecond have no order.
 */
export function comparable<Read extends Compared>(read: Read, expected: Read): { read: Read; expected: Read } {
  const wanted = inOneOrder(expected.observations);
  return {
    read: {
      ...read,
      trace: withMetadata(read.trace, expected.trace['metadata']),
      observations: inOneOrder(read.observations).map((one, at) => withMetadata(one, wanted[at]?.['metadata'])),
    },
    expected: { ...expected, observations: wanted },
  };
}

function inOneOrder(observations: readonly ReadFields[]): readonly ReadFields[] {
  const keyOf = ({ name, type, parent, input, output }: ReadFields) =>
    JSON.stringify([name, type, parent, input, output]);
  return [...observations].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

function withMetadata({ metadata, ...rest }: ReadFields, keys: unknown): ReadFields {
  const kept = Object.entries(metadata ?? {}).filter(([key]) => isObject(keys) && key in keys);
  return kept.length === 0 ? rest : { ...rest, metadata: Object.fromEntries(kept) };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
