import { pino } from 'pino';
import type { Logger as PinoLogger } from 'pino';
import { prettyFactory } from 'pino-pretty';
import { causeFields, errorFields } from './error-fields';
import { createOutput } from './output';
import type { Output } from './output';
import { choice } from './setting-fields';
import { grouped } from './settings';

/**
 * Named values of a log line. An error has the key `err`; an error of the network or the database, whose stack does not help the operator,
 * has the key `cause`. Never request bodies, credentials or values of rows.
 */
export type LogFields = Readonly<Record<string, unknown>>;

/** Log for the operator. */
export interface Logger {
  /** Details that help to find a fault; off by default. */
  debug(message: string, fields?: LogFields): void;
  /** Events that an operator expects. */
  info(message: string, fields?: LogFields): void;
  /** Conditions that will need an operator; the message names the setting to change. */
  warn(message: string, fields?: LogFields): void;
  /** Failures. */
  error(message: string, fields?: LogFields): void;
  /** Reason why the process ends. */
  fatal(message: string, fields?: LogFields): void;
  /** Returns a logger that adds these fields to every line. */
  child(fields: LogFields): Logger;
}

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;

/** Setting of the log level of every process. */
export const logFields = grouped('Log', {
  logLevel: choice('LOG_LEVEL', LOG_LEVELS, { default: 'info', about: 'debug, info, warn, error or silent' }),
});
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface LoggerOptions {
  readonly level: LogLevel;
  /** Coloured lines for a terminal instead of JSON lines. */
  readonly pretty: boolean;
  /** Standard output if absent. */
  readonly destination?: Pick<Output, 'write'> & Partial<Output>;
}

/** No code logs headers; if code does some day, these are removed. */
const REDACTED = ['authorization', 'cookie', 'password'].flatMap((key) => [key, `*.${key}`, `*.*.${key}`]);

/**
 * Makes a logger of JSON lines: `level`, `time` (ISO 8601), `msg` and the fields. Lines are written synchronously, so that the last one
 * before an exit is not lost. `linesLost` is the number of lines before a line that could not be written.
 */
export function createLogger({ level, pretty, destination = createOutput(1) }: LoggerOptions): Logger {
  const stream = pretty ? prettyStream(destination) : { write: (line: string) => destination.write(line) };
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: (thrown: unknown) => errorFields(thrown), cause: (thrown: unknown) => causeFields(thrown) },
    redact: REDACTED,
    mixin: () => (destination.lost ? { linesLost: destination.lost } : {}),
  };
  return fromPino(pino(options, stream));
}

/** Formats in this thread: a worker would lose the last lines before an exit. */
function prettyStream(destination: Pick<Output, 'write'>): { write(line: string): void } {
  const format = prettyFactory({ colorize: true, singleLine: true });
  return { write: (line) => destination.write(format(line)) };
}

function fromPino(logger: PinoLogger): Logger {
  return {
    debug: (message, fields = {}) => logger.debug(fields, message),
    info: (message, fields = {}) => logger.info(fields, message),
    warn: (message, fields = {}) => logger.warn(fields, message),
    error: (message, fields = {}) => logger.error(fields, message),
    fatal: (message, fields = {}) => logger.fatal(fields, message),
    child: (fields) => fromPino(logger.child(fields)),
  };
}
