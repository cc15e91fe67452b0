import { createHash } from 'node:crypto';
import { isLonger, parseJson, parseTime } from '@sluice/record';
import { type PriceEntry, type PriceTier, type TypePrices, filePrices } from './file-prices';
import { findJsonError } from './json-location';
import type { PriceTable } from './price-table';
import { type Kind, kindOf } from './token-kinds';

/** Result of reading a file: a table, or sentences with what is accepted. */
export type PriceFileReading =
  { readonly ok: true; readonly value: PriceTable } | { readonly ok: false; readonly problems: readonly string[] };

/** Limit of a price file, in bytes. */
export const LARGEST_PRICE_FILE = 1024 * 1024;

const MAX_MODELS = 2000;
/** Limit of the patterns: a new name is compared with each of them. */
const MAX_PATTERNS = 500;
const MAX_TIERS = 10;
const MAX_TYPES = 50;
const LONGEST_NAME = 500; // of a model (contract: Limits)
const LONGEST_TYPE = 100;
/** Lower limit of a price per million: a price per token in its place is below it; the cheapest real prices are far above. */
const LOWEST_PRICE = 0.0001;
const HIGHEST_PRICE = 1_000_000;

const VERSION = /^[A-Za-z0-9._-]{1,64}$/;

/**
 * Reads an operator's price file (format: docs/operate/prices.md). Nothing is skipped: an unknown member is a problem, because a misspelled
 * price would be replaced by another one.
 * @returns a table whose version names the file's content, or all problems, each with its entry and member
 */
export function readPriceFile(text: string): PriceFileReading {
  const problems: string[] = [];
  const json = readJson(text);
  if (!json.ok) return { ok: false, problems: [json.problem] };
  const file = new Members(json.value, '', problems);
  const version = file.optional('version', '1 to 64 letters, digits, dots, hyphens and underscores', isVersion);
  const models = file.required('models', `an array of up to ${MAX_MODELS} entries`, listUpTo(MAX_MODELS));
  file.refuseOthers();
  const entries = (models ?? []).map((value, index) => readEntry(value, `models[${index}]`, problems));
  problems.push(...repetitions(entries));
  const patterns = new Set(
    entries.flatMap(({ modelName }) => (modelName.includes('*') ? modelName.toLowerCase() : [])),
  );
  if (patterns.size > MAX_PATTERNS) {
    problems.push(`models: expected up to ${MAX_PATTERNS} names with *, got ${patterns.size}`);
  }
  if (problems.length > 0) return { ok: false, problems };
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 12);
  return { ok: true, value: filePrices(`price-file@${version === undefined ? hash : `${version}+${hash}`}`, entries) };
}

function readEntry(value: unknown, at: string, problems: string[]): PriceEntry {
  const entry = new Members(value, at, problems);
  const modelName = entry.required('modelName', `1 to ${LONGEST_NAME} characters`, isModelName);
  const startDate = entry.optional('startDate', 'an ISO 8601 date or time from 1970 to 2199', isTime);
  const prices = readPrices(entry, problems);
  const complete = prices.has('total') || (prices.has('input') && prices.has('output'));
  if (prices.size > 0 && !complete) problems.push(`${at}.usdPerMillion: expected input and output, or total`);
  const given = entry.optional('tiers', `an array of up to ${MAX_TIERS} tiers`, listUpTo(MAX_TIERS)) ?? [];
  entry.refuseOthers();
  const tiers = given.map((tier, index) => readTier(tier, `${at}.tiers[${index}]`, problems));
  if (new Set(tiers.map(({ above }) => above)).size < tiers.length) {
    problems.push(`${at}.tiers: expected a different inputTokensAbove in each`);
  }
  if (complete) problems.push(...withoutEffect(prices, tiers, at));
  const start = startDate === undefined ? undefined : parseTime(startDate)?.micros;
  return { modelName: modelName ?? '', startDate: start, prices, tiers };
}

function readTier(value: unknown, at: string, problems: string[]): PriceTier {
  const tier = new Members(value, at, problems);
  const above = tier.required('inputTokensAbove', 'an integer from 1', isTokens) ?? 0;
  const prices = readPrices(tier, problems);
  tier.refuseOthers();
  return { above, prices };
}

function readPrices(of: Members, problems: string[]): TypePrices {
  const accepted = `an object of 1 to ${MAX_TYPES} usage types with their prices`;
  const given = Object.entries(of.required('usdPerMillion', accepted, isPrices) ?? {});
  for (const [type, price] of given) {
    const at = `${of.at}.usdPerMillion.${type.slice(0, LONGEST_TYPE)}`;
    if (type === '' || isLonger(type, LONGEST_TYPE)) {
      problems.push(`${at}: expected a usage type of 1 to ${LONGEST_TYPE} characters`);
    }
    if (!isPrice(price)) {
      const range = `0 or a number from ${LOWEST_PRICE} to ${HIGHEST_PRICE}`;
      problems.push(`${at}: expected ${range}, in USD per million tokens, got ${shown(price)}`);
    }
  }
  // A file with a problem is not used: the replacement of a wrong price only prevents that the entry seems incomplete.
  return new Map(given.map(([type, price]) => [type, isPrice(price) ? price : 0]));
}

/**
 * Reports prices without effect, or with an effect only for some senders: a tier's `total` in addition to the entry's input and output, and
 * two spellings of the same kind of tokens. Types that belong to plain input or output are types of their own.
 */
function withoutEffect(prices: TypePrices, tiers: readonly PriceTier[], at: string): string[] {
  const problems: string[] = [];
  const spelled = new Map<Kind, string>();
  const places = [
    { prices, at },
    ...tiers.map((tier, index) => ({ prices: tier.prices, at: `${at}.tiers[${index}]` })),
  ];
  for (const place of places) {
    for (const type of place.prices.keys()) {
      const member = `${place.at}.usdPerMillion.${type.slice(0, LONGEST_TYPE)}`;
      if (type === 'total' && !prices.has(type)) {
        problems.push(`${member}: expected input and output, as in ${at}.usdPerMillion, which go before total`);
      }
      const kind = kindOf(type);
      if (kind === undefined || kind === 'input' || kind === 'output') continue;
      const before = spelled.get(kind) ?? type;
      spelled.set(kind, before);
      if (before !== type) {
        problems.push(
          `${member}: expected one spelling in an entry and its tiers, ${before} is the same kind of tokens`,
        );
      }
    }
  }
  return problems;
}

/** Reports two prices of one name from the same time on, because the valid one is unknown. */
function repetitions(entries: readonly PriceEntry[]): string[] {
  const first = new Map<string, number>();
  return entries.flatMap(({ modelName, startDate }, index) => {
    const key = `${startDate ?? ''} ${modelName.toLowerCase()}`;
    const before = first.get(key);
    if (before === undefined) first.set(key, index);
    if (before === undefined || modelName === '') return [];
    return [`models[${index}]: expected another modelName or startDate, models[${before}] has the same`];
  });
}

type Guard<T> = (value: unknown) => value is T;

const isVersion: Guard<string> = (value): value is string => typeof value === 'string' && VERSION.test(value);
const isModelName: Guard<string> = (value): value is string =>
  typeof value === 'string' && value.trim() === value && value !== '' && !isLonger(value, LONGEST_NAME);
const isTime: Guard<string> = (value): value is string => typeof value === 'string' && parseTime(value) !== undefined;
const isTokens: Guard<number> = (value): value is number => Number.isSafeInteger(value) && Number(value) >= 1;
const isObject: Guard<Record<string, unknown>> = (value): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isPrices: Guard<Record<string, unknown>> = (value): value is Record<string, unknown> =>
  isObject(value) && Object.keys(value).length > 0 && Object.keys(value).length <= MAX_TYPES;
const isPrice: Guard<number> = (value): value is number =>
  value === 0 || (typeof value === 'number' && value >= LOWEST_PRICE && value <= HIGHEST_PRICE);
const listUpTo =
  (most: number): Guard<unknown[]> =>
  (value): value is unknown[] =>
    Array.isArray(value) && value.length <= most;

/** Members of an object as they are read; problems are collected with their locations. */
class Members {
  readonly at: string;
  readonly #object: Readonly<Record<string, unknown>>;
  readonly #isObject: boolean;
  readonly #problems: string[];
  readonly #known: string[] = [];

  constructor(value: unknown, at: string, problems: string[]) {
    this.at = at;
    this.#isObject = isObject(value);
    this.#object = isObject(value) ? value : {};
    this.#problems = problems;
    if (!this.#isObject) problems.push(at === '' ? NO_OBJECT : `${at}: expected an object, got ${shown(value)}`);
  }

  required<T>(name: string, accepted: string, guard: Guard<T>): T | undefined {
    if (this.#isObject && this.#object[name] === undefined) this.#report(name, `required: ${accepted}`);
    return this.optional(name, accepted, guard);
  }

  optional<T>(name: string, accepted: string, guard: Guard<T>): T | undefined {
    this.#known.push(name);
    const value = this.#object[name];
    if (value === undefined || guard(value)) return value;
    this.#report(name, `expected ${accepted}, got ${shown(value)}`);
    return undefined;
  }

  refuseOthers(): void {
    for (const name of Object.keys(this.#object)) {
      if (!this.#known.includes(name))
        this.#report(name.slice(0, LONGEST_TYPE), `expected ${this.#known.join(', ')} only`);
    }
  }

  #report(name: string, problem: string): void {
    this.#problems.push(`${this.at === '' ? name : `${this.at}.${name}`}: ${problem}`);
  }
}

const NO_OBJECT = 'expected a JSON object with the member models, got something else';
const LONGEST_SHOWN = 60;

function shown(value: unknown): string {
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (isObject(value)) return `an object of ${members(Object.keys(value).length)}`;
  return JSON.stringify(value).slice(0, LONGEST_SHOWN);
}

const members = (count: number): string => (count === 1 ? '1 member' : `${count} members`);

type Json = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly problem: string };

/** Parses JSON. The engine's message quotes the text, which may be a secret if the path names a wrong file. */
function readJson(text: string): Json {
  try {
    return { ok: true, value: parseJson(text) };
  } catch {
    const { line, column } = findJsonError(text) ?? { line: 1, column: 1 };
    return { ok: false, problem: `line ${line}, column ${column}: expected JSON` };
  }
}
