import type { Random } from '../random-source';
import { RELEASES } from './seed-shape';

/** Values of the steps of seeded traces and their frequencies. */

/** Tools; each is called half as often as the one before, the last two alike. */
export const TOOLS = ['search_orders', 'search_docs', 'run_sql', 'send_mail', 'book_flight', 'read_file'] as const;

/** Prompts of model calls. Their versions follow each other, as releases do. */
export const PROMPTS = ['support-answer', 'plan', 'summary', 'judge'] as const;
export const PROMPT_VERSIONS = RELEASES.length;

export const SERVICES = ['chat-api', 'batch-worker', 'mail-agent'] as const;

/** Tenants in the metadata of roots, each of one trace in a thousand. */
const TENANTS = 1_000;
export const tenant = (number: number): string => `tenant-${number}`;
export const tenantOf = (random: Random): string => tenant(random.below(TENANTS));

/** Messages of steps of a level, with an id that each has of its own. */
const MESSAGES = {
  ERROR: ['upstream timed out after', 'rate limit reached, request', 'no row for order', 'invalid argument in call'],
  WARNING: ['slow answer of request', 'context was cut at'],
} as const;

export const messageOf = (random: Random, level: keyof typeof MESSAGES): string =>
  `${random.pick(MESSAGES[level])} ${random.below(1_000_000)}`;

export function toolOf(random: Random): string {
  let tool = 0;
  while (tool < TOOLS.length - 1 && random.below(2) === 1) tool += 1;
  return TOOLS[tool] ?? TOOLS[0];
}

const SYLLABLES = 'ba ce di fo gu ha ki lo me nu pa ri so ta ve zu'.split(' ');

/** Syllables of a word, and the number of such words: one text in some hundred thousand has a given one. */
const WORD_SYLLABLES = 4;
const WORDS = SYLLABLES.length ** WORD_SYLLABLES;

/** Returns the word with a number from 0 to `WORDS`. */
export function wordOf(number: number): string {
  let word = '';
  for (let at = 0; at < WORD_SYLLABLES; at += 1) word += SYLLABLES[(number >>> (4 * at)) & 15] ?? '';
  return word;
}

export const anyWord = (random: Random): string => wordOf(random.below(WORDS));
