import { endOfString } from '@sluice/record';
import type { JsonText } from '@sluice/record';

/** Members that label a message or a part of one, and are not content. */
const LABELS = new Set('type id index finish_reason finishReason stop_reason tool_call_id toolCallId'.split(' '));

/** An object or an array while it is read. */
interface Level {
  /** Key under which the parent object contains this level. */
  readonly key: string | undefined;
  readonly isObject: boolean;
  /** Whether the level is a message: it has a role, or a `message` that has one. */
  isMessage: boolean;
  /** Whether it has labels; they are content if no level around it is a message. */
  isLabelled: boolean;
  /** Whether it has a name: the name of a message is a label, any other name, such as that of a tool, is content. */
  isNamed: boolean;
}

/**
 * Whether the text of any valid JSON has content: a number, a truth value, or text that is not empty. Labels of a message are not content:
 * its role and name, and the types, ids and finish reasons inside it. The text is read once, up to the first content (contract: OTLP).
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

/** Whether a value that is not empty is content under its key; records a label in the level. */
function isContent(key: string | undefined, level: Level): boolean {
  if (key === 'role') level.isMessage = true;
  else if (key === 'name') level.isNamed = true;
  else if (key !== undefined && LABELS.has(key)) level.isLabelled = true;
  else return true;
  return false;
}

/** Whether a closed level has content; if that depends on its parent, the parent's flags are set. */
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
/** First letter of `null`. */
const LETTER_N = 0x6e;
/** Length of empty text with its quotes. */
const EMPTY = 2;

/** Whether a character is white space, a comma or a colon. */
function isBetween(code: number): boolean {
  return code <= SPACE || code === COMMA || code === COLON;
}

/** Returns the index after the number, truth value or `null` that starts at `start`. */
function endOfWord(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (isBetween(code) || code === CLOSE_BRACE || code === CLOSE_BRACKET) break;
    at++;
  }
  return at;
}
