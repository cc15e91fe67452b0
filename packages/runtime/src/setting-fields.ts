import { resolve } from 'node:path';
import { type Reading, refused } from './parse-result';
import { readSettingFile } from './setting-file';
import type { Field } from './settings';

/** Meaning of an unset variable: its default, an error, or (with neither) undefined; and the purpose of the field. */
export interface Presence<T> {
  readonly about?: string;
  readonly default?: T;
  readonly required?: true;
}

/** Value of a field: never undefined if there is a default or the variable is required. */
export type Present<T, P> = P extends { readonly default: T } | { readonly required: true } ? T : T | undefined;

/** Syntax by which text becomes a value. */
export interface Syntax<T> {
  /** Accepted values, to follow "expected": `an integer from 1 to 65535`. */
  readonly accepted: string;
  /** Parses a text; undefined if the text is not accepted. */
  readonly parse: (raw: string) => T | undefined;
  /** Whether the text is a secret, which is never shown, not even a wrong one. */
  readonly secret?: boolean;
  /** Formats a value as people write it. */
  readonly show?: (value: T) => string;
}

const LONGEST_SHOWN = 80;

/** Field with a syntax of its own. */
export function parsed<T, const P extends Presence<T>>(
  name: string,
  syntax: Syntax<T>,
  presence: P,
): Field<Present<T, P>> {
  const { accepted, parse, secret = false, show } = syntax;
  return {
    name,
    secret,
    about: presence.about,
    ...(show && { show: (value) => (value === undefined ? '' : show(value)) }),
    read(raw) {
      if (raw === undefined) {
        if (presence.required) return refused(`required: ${accepted}`);
        return { ok: true, value: presence.default as Present<T, P> };
      }
      const value = parse(raw);
      if (value !== undefined) return { ok: true, value: value as Present<T, P> };
      const got = secret ? 'another value (not shown)' : JSON.stringify(raw.slice(0, LONGEST_SHOWN));
      return refused(`expected ${accepted}, got ${got}`);
    },
  };
}

/** Field of unchanged text. */
export function text<const P extends Presence<string>>(name: string, presence: P): Field<Present<string, P>> {
  return parsed(name, { accepted: 'text', parse: (raw) => raw }, presence);
}

/** Field of text that no message may show. */
export function secret<const P extends Presence<string>>(name: string, presence: P): Field<Present<string, P>> {
  return parsed(name, { accepted: 'a secret text', parse: (raw) => raw, secret: true }, presence);
}

/** Field of a decimal integer within bounds, both included. */
export function integer<const P extends Presence<number> & { readonly min?: number; readonly max?: number }>(
  name: string,
  options: P,
): Field<Present<number, P>> {
  const { min = 0, max = Number.MAX_SAFE_INTEGER } = options;
  const accepted = max === Number.MAX_SAFE_INTEGER ? `an integer from ${min}` : `an integer from ${min} to ${max}`;
  const parse = (raw: string): number | undefined => {
    const value = /^-?\d{1,16}$/.test(raw.trim()) ? Number(raw) : NaN;
    return value >= min && value <= max ? value : undefined;
  };
  return parsed<number, P>(name, { accepted, parse }, options);
}

/** Field of a TCP port. 0 lets the system choose one. */
export function port<const P extends Presence<number>>(name: string, presence: P): Field<Present<number, P>> {
  return integer(name, { ...presence, min: 0, max: 65_535 });
}

const UNITS: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['B', 1],
  ['KiB', 2 ** 10],
  ['MiB', 2 ** 20],
  ['GiB', 2 ** 30],
]);

/** Field of a number of bytes: `20MiB`, `512KiB`, `1GiB` or a plain integer. */
export function bytes<const P extends Presence<number> & { readonly min?: number }>(
  name: string,
  options: P,
): Field<Present<number, P>> {
  const { min = 1 } = options;
  const parse = (raw: string): number | undefined => {
    const [, digits, unit] = /^(\d{1,15}) ?([A-Za-z]*)$/.exec(raw.trim()) ?? [];
    const value = Number(digits) * (UNITS.get(unit ?? '?') ?? NaN);
    return Number.isSafeInteger(value) && value >= min ? value : undefined;
  };
  const accepted = 'a size such as 20MiB, 512KiB or 1048576';
  return parsed<number, P>(name, { accepted, parse, show: formatBytes }, options);
}

/** Formats a size in its largest exact unit; a size that is not a multiple of 1 KiB roughly in MiB, or, if it is small, in bytes. */
function formatBytes(value: number): string {
  if (value === 0) return '0';
  const whole = [...UNITS].reverse().find(([unit, size]) => unit !== '' && unit !== 'B' && value % size === 0);
  if (whole !== undefined) return `${value / whole[1]}${whole[0]}`;
  return value < 2 ** 20 ? `${value}` : `${(value / 2 ** 20).toFixed(1)}MiB`;
}

/** Field of texts separated by commas, without surrounding spaces and empty texts; at least one. */
export function list<const P extends Presence<readonly string[]>>(
  name: string,
  presence: P,
): Field<Present<readonly string[], P>> {
  const parse = (raw: string): readonly string[] | undefined => {
    const parts = raw.split(',').flatMap((part) => part.trim() || []);
    return parts.length > 0 ? Object.freeze(parts) : undefined;
  };
  return parsed<readonly string[], P>(name, { accepted: 'one or more values separated by commas', parse }, presence);
}

/** Field of a closed set of words, in any case; the value is spelled as in the set. */
export function choice<const T extends string, const P extends Presence<T>>(
  name: string,
  choices: readonly T[],
  presence: P,
): Field<Present<T, P>> {
  const parse = (raw: string): T | undefined => choices.find((word) => word.toLowerCase() === raw.trim().toLowerCase());
  return parsed<T, P>(name, { accepted: `one of ${choices.join(', ')}`, parse }, presence);
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['yes', true],
  ['false', false],
  ['0', false],
  ['no', false],
]);

/** Field of `true` or `false`; `1`, `0`, `yes` and `no` are accepted too. */
export function boolean<const P extends Presence<boolean>>(name: string, presence: P): Field<Present<boolean, P>> {
  const parse = (raw: string): boolean | undefined => BOOLEANS.get(raw.trim().toLowerCase());
  return parsed<boolean, P>(name, { accepted: 'true or false', parse }, presence);
}

/**
 * Field of a URL with one of the given schemes, stored as it was written. It may contain a password, so no message shows it. A URL whose
 * password is not percent-encoded is refused, because it parses as another host, which a message of the network shows.
 * @param options.schemes without colon: `postgres`
 */
export function url<const P extends Presence<string> & { readonly schemes: readonly string[] }>(
  name: string,
  options: P,
): Field<Present<string, P>> {
  const { schemes } = options;
  const parse = (raw: string): string | undefined => {
    if (!URL.canParse(raw)) return undefined;
    const { protocol, pathname, searchParams, hash } = new URL(raw);
    const misread = [pathname, ...searchParams.keys()].some((part) => part.includes('@')) || hash !== '';
    return schemes.includes(protocol.slice(0, -1)) && !misread ? raw : undefined;
  };
  const beginning = schemes.map((scheme) => `${scheme}://`).join(' or ');
  const accepted = `a URL that begins with ${beginning}, user and password percent-encoded`;
  return parsed<string, P>(name, { accepted, parse, secret: true }, options);
}

/** File that a setting names, with its contents at the start; `SettingFiles` can follow it. */
export interface SettingFile<T> {
  readonly setting: string;
  readonly path: string;
  readonly maxBytes: number;
  readonly read: (text: string) => Reading<T>;
  /** Value of the file when the settings were read. */
  readonly value: T;
}

/** Text that was written into a variable instead of the path of its file: of several lines, or PEM. */
const NO_PATH = /[\r\n]|-----BEGIN /;

/**
 * Field of a file, read with the settings, so that its problems are reported with all others; each of them names the file. Undefined if
 * the variable is unset.
 * @param options.secret whether the file contains a secret, which an operator may have written into the variable: its text is shown only
 * if it is the path of a file
 */
export function file<T>(
  name: string,
  options: Pick<SettingFile<T>, 'maxBytes' | 'read'> & Pick<Presence<T>, 'about'> & { readonly secret?: boolean },
): Field<SettingFile<T> | undefined> {
  const { maxBytes, read, about, secret: isSecret = false } = options;
  return {
    name,
    about,
    read(path) {
      if (path === undefined) return { ok: true, value: undefined };
      if (NO_PATH.test(path)) return refused('expected the path of a file, got its text (not shown)');
      const located = <R>(reading: Reading<R>): Reading<R> =>
        reading.ok ? reading : refused(...reading.problems.map((problem) => `${resolve(path)}: ${problem}`));
      const text = readSettingFile(path, maxBytes);
      if (!text.ok) return isSecret ? text : located(text);
      const readLocated = (content: string): Reading<T> => located(read(content));
      const reading = readLocated(text.value);
      if (!reading.ok) return reading;
      return { ok: true, value: { setting: name, path, maxBytes, read: readLocated, value: reading.value } };
    },
  };
}
