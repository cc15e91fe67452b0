import { endOfString } from '@sluice/record';
import type { JsonText } from '@sluice/record';

/** Members that label a message or a part of one, and are no content. */
const LABELS = new Set('type id index finish_reason finishReason stop_reason tool_call_id toolCallId'.split(' '));

/** An object or an array while it is read. */
interface Level {
  /** Which member of the object around it it is. */
  readonly key: string | undefined;
  readonly isObject: boolean;
  /** Whether it is a message: it has a role, or a `message` that has one. */
  isMessage: boolean;
  /** Whether it has labels; where nothing around it is a message they are content. */
  isLabelled: boolean;
  /** Whether it has a name: that of a message is a label, any other one, as that of a tool to call, is content. */
  isNamed: boolean;
}

/**
 * Whether the text of any valid JSON has content: a number, a truth value, or text that is not empty. What labels a
 * message is no content: its role and name, and the types, ids and reasons to finish inside it. The text is read once,
 * up to the first content (contract: OTLP).
 */
export function hasContent(text: JsonText): boolean {
  const outside = newLevel(undefined, false);
  const around: Level[] = [];
  let level = outside;
  let key: string | undefined;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = endOfString(text, at);
      const isKey = level.isObject && key === undefined;
      if (!isKey && end - at > EMPTY && isContent(key, level)) return true;
      key = isKey ? text.slice(at + 1, end - 1) : undefined;
      at = end;
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      around.push(level);
      level = newLevel(key, code === OPEN_BRACE);
      key = undefined;
      at++;
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      const outer = around.pop() ?? outside;
      if (endsWithContent(level, outer)) return true;
      level = outer;
      at++;
    } else if (isBetween(code)) {
      at++;
    } else {
      if (code !== LETTER_N && isContent(key, level)) return true;
      key = undefined;
      at = endOfWord(text, at);
    }
  }
  return outside.isLabelled;
}

function newLevel(key: string | undefined, isObject: boolean): Level {
  return { key, isObject, isMessage: false, isLabelled: false, isNamed: false };
}

/** Whether a value that is not empty is content where it stands; a label is noted. */
function isContent(key: string | undefined, level: Level): boolean {
  if (key === 'role') level.isMessage = true;
  else if (key === 'name') level.isNamed = true;
  else if (key !== undefined && LABELS.has(key)) level.isLabelled = true;
  else return true;
  return false;
}

/** Whether a level that ends has content after all; what is not known yet the one around it settles. */
function endsWithContent(level: Level, outer: Level): boolean {
  if (level.isMessage) {
    if (level.key === 'message') outer.isMessage = true;
    return false;
  }
  if (level.isLabelled) outer.isLabelled = true;
  return level.isNamed;
}

const QUOTE = 0x22;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const COMMA = 0x2c;
const COLON = 0x3a;
const SPACE = 0x20;
/** What `null` begins with. */
const LETTER_N = 0x6e;
/** The length of empty text with its quotes. */
const EMPTY = 2;

/** White space, commas and colons. */
function isBetween(code: number): boolean {
  return code <= SPACE || code === COMMA || code === COLON;
}

/** The index after the number, truth value or `null` that starts at `start`. */
function endOfWord(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (isBetween(code) || code === CLOSE_BRACE || code === CLOSE_BRACKET) break;
    at++;
  }
  return at;
}
