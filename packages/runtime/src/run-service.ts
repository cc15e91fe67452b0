import { Closers } from './closers';
import { helpText, parseArguments } from './command-line';
import { keepHeapSmall } from './heap';
import type { Logger } from './logger';
import { type Fields, SettingsError } from './settings';
import { shownSettings } from './show-settings';

/**
 * Failure of something outside of the program that the process needs. The message names what the operator can do; a stack would not help.
 */
export class OutsideError extends Error {
  override readonly name = 'OutsideError';
}

/** Interface of the process that a service uses; `process` implements it. */
export interface HostProcess {
  readonly argv: readonly string[];
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
  on(event: string, listener: (cause: unknown) => void): unknown;
  exit(code: number): void;
}

export interface Service<C extends object> {
  readonly name: string;
  /** Release, for `--version` and the log. */
  readonly version: string;
  /** Purpose of the service in one sentence, for `--help`. */
  readonly summary: string;
  /** Settings of the service, for `--help` and, with the values of `configure` under the same keys, the log. */
  readonly fields: Fields;
  /** Reads the settings. A SettingsError ends the process with 78 (EX_CONFIG) and all problems on standard error. */
  readonly configure: () => C;
  readonly logger: (config: C) => Logger;
  /** Opens everything and adds it to `closers`; resolves when the service works. */
  readonly start: (context: ServiceContext<C>) => Promise<void>;
  /** Time limit of closing; Kubernetes kills after 30 s. */
  readonly stopDeadlineMs?: number;
  /** See `keepHeapSmall`. */
  readonly heapMayTriple?: boolean;
  readonly host?: HostProcess;
}

export interface ServiceContext<C> {
  readonly config: C;
  readonly logger: Logger;
  readonly closers: Closers;
  /** Stops the service with exit code 1: something that it needs has ended. */
  readonly fail: (error: unknown) => void;
}

/** Exit codes for a supervisor; documented in docs/operate/processes.md. */
const EXIT = {
  /** Stopped by a signal. */
  stopped: 0,
  /** Failed; a restart may help. */
  failed: 1,
  /** BSD's EX_USAGE: an argument is wrong. */
  usage: 64,
  /** BSD's EX_CONFIG: the operator has to change something, a restart alone will not help. */
  refused: 78,
} as const;

const DEFAULT_STOP_DEADLINE_MS = 25_000;

/** Interval of repeated signals that count as one: Ctrl-C reaches a process under npm twice, from the terminal and, at once, from npm. */
const SAME_SIGNAL_MS = 1000;

/**
 * Runs a service until SIGTERM, SIGINT or SIGHUP (its terminal was closed) and ends the process, see `EXIT`. With `--validate` it only
 * checks the settings. A signal during the start waits for the start, within the stop deadline. A second signal more than a second after
 * the first ends the process at once.
 */
export async function runService<C extends object>(service: Service<C>): Promise<void> {
  const { name, version, fields, stopDeadlineMs = DEFAULT_STOP_DEADLINE_MS, host = process } = service;
  const refuse = (what: string, error: SettingsError): void => {
    const problems = error.problems.map((problem) => `  ${problem}\n`).join('');
    host.stderr.write(`${name}: ${what}:\n${problems}`);
    host.exit(EXIT.refused);
  };

  const argument = parseArguments(host.argv.slice(2));
  if (argument === 'help' || argument === 'version') {
    host.stdout.write(argument === 'help' ? helpText(service) : `${name} ${version}\n`);
    host.exit(EXIT.stopped);
    return;
  }
  if (typeof argument === 'object') {
    host.stderr.write(`${name}: ${argument.problem}\n`);
    host.exit(EXIT.usage);
    return;
  }
  let config: C;
  try {
    config = service.configure();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    refuse('the settings cannot be used', error);
    return;
  }
  if (argument === 'validate') {
    host.stderr.write(`${name}: the settings are valid\n`);
    host.exit(EXIT.stopped);
    return;
  }

  if (host === process) keepHeapSmall(service.heapMayTriple); // not for a simulated process
  const logger = service.logger(config);
  const { version: node, platform, arch } = process;
  logger.info('starting', { service: name, version, node, platform, arch, settings: shownSettings(fields, config) });
  const closers = new Closers({ logger });
  let starting: Promise<void> = Promise.resolve();
  let stopping: Promise<void> | undefined;
  const stop = (exitCode: number): Promise<void> => {
    stopping ??= (async () => {
      const deadline = Date.now() + stopDeadlineMs;
      await Promise.race([starting.catch(() => undefined), sleep(stopDeadlineMs / 2)]);
      const clean = await closers.close(Math.max(0, deadline - Date.now()));
      logger.info('stopped', { clean });
      host.exit(exitCode);
    })();
    return stopping;
  };
  const die = (message: string) => (err: unknown) => {
    logger.fatal(message, { err });
    host.exit(EXIT.failed);
  };

  let signalledAt: number | undefined;
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
    host.on(signal, () => {
      const now = Date.now();
      if (signalledAt === undefined) {
        signalledAt = now;
        logger.info('stopping', { signal, deadlineMs: stopDeadlineMs });
        void stop(EXIT.stopped);
      } else if (now - signalledAt > SAME_SIGNAL_MS) {
        logger.warn('stopped by a second signal before everything was closed', { signal });
        host.exit(EXIT.failed);
      }
    });
  }
  host.on('unhandledRejection', die('a promise was rejected and nobody listened: this is a bug'));
  host.on('uncaughtException', die('an error was thrown where nobody catches: this is a bug'));

  const fail = (err: unknown): void => {
    // A failure that the stop itself causes is not a reason of its own.
    if (stopping !== undefined) {
      logger.debug('a failure while the service stops', { err });
      return;
    }
    if (err instanceof OutsideError) logger.fatal(err.message, err.cause === undefined ? {} : { cause: err.cause });
    else logger.fatal('the service cannot go on', { err });
    void stop(EXIT.failed);
  };
  // Begins after `starting` is set: a stop that the start itself causes must wait for it too.
  starting = Promise.resolve().then(() => service.start({ config, logger, closers, fail }));
  try {
    await starting;
    if (!stopping) logger.info('started', { service: name });
  } catch (error) {
    if (error instanceof SettingsError) {
      await closers.close(stopDeadlineMs);
      refuse('cannot start', error);
      return;
    }
    fail(error);
    await stopping;
  }
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });
}
