import { pino } from 'pino';
import type { DestinationStream, Logger as PinoLogger } from 'pino';
import { prettyFactory } from 'pino-pretty';
import { errorFields } from './error-fields';

/** Named values of a log line. An error goes under `err`. Never request bodies, credentials or values of rows. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Where the program tells its operator what happens. */
export interface Logger {
  /** What helps to find a fault; off by default. */
  debug(message: string, fields?: LogFields): void;
  /** What an operator expects to happen. */
  info(message: string, fields?: LogFields): void;
  /** What is still right but will need an operator; the message says what to change. */
  warn(message: string, fields?: LogFields): void;
  /** What went wrong. */
  error(message: string, fields?: LogFields): void;
  /** A logger that adds these fields to every line. */
  child(fields: LogFields): Logger;
}

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface LoggerOptions {
  readonly level: LogLevel;
  /** Coloured lines for a terminal instead of JSON lines. */
  readonly pretty: boolean;
  /** Standard output where it is absent. */
  readonly destination?: DestinationStream;
}

/** Headers are logged by nobody; should they be one day, then without these. */
const REDACTED = ['authorization', 'cookie', 'password'].flatMap((key) => [key, `*.${key}`, `*.*.${key}`]);

/**
 * Makes a logger of JSON lines: `level`, `time` (ISO 8601), `msg` and the fields. Lines are written at once, so that
 * the last one before an exit is not lost.
 */
export function createLogger({
  level,
  pretty,
  destination = pino.destination({ dest: 1, sync: true }),
}: LoggerOptions): Logger {
  const stream = pretty ? prettyStream(destination) : destination;
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: (thrown: unknown) => errorFields(thrown) },
    redact: REDACTED,
  };
  return fromPino(pino(options, stream));
}

/** Formats in this thread: a worker would lose the last lines before an exit. */
function prettyStream(destination: DestinationStream): DestinationStream {
  const format = prettyFactory({ colorize: true });
  return { write: (line) => destination.write(format(line)) };
}

function fromPino(logger: PinoLogger): Logger {
  return {
    debug: (message, fields = {}) => logger.debug(fields, message),
    info: (message, fields = {}) => logger.info(fields, message),
    warn: (message, fields = {}) => logger.warn(fields, message),
    error: (message, fields = {}) => logger.error(fields, message),
    child: (fields) => fromPino(logger.child(fields)),
  };
}
