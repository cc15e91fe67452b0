import { Closers } from './closers';
import type { Logger } from './logger';
import { SettingsError } from './settings';

/** What a process needs of its surroundings; `process` has it. */
export interface HostProcess {
  readonly argv: readonly string[];
  readonly stderr: { write(text: string): unknown };
  on(event: string, listener: (cause: unknown) => void): unknown;
  exit(code: number): void;
}

export interface Service<C> {
  readonly name: string;
  /** Reads the settings. A SettingsError ends the process with 78 (EX_CONFIG) and all problems on standard error. */
  readonly configure: () => C;
  readonly logger: (config: C) => Logger;
  /** Opens everything; resolves when the service works. What it opens it adds to `closers`. */
  readonly start: (context: ServiceContext<C>) => Promise<void>;
  /** How long closing may take; Kubernetes kills after 30 s. */
  readonly stopDeadlineMs?: number;
  readonly host?: HostProcess;
}

export interface ServiceContext<C> {
  readonly config: C;
  readonly logger: Logger;
  readonly closers: Closers;
  /** Stops the service with exit code 1: something without which it cannot go on has ended. */
  readonly fail: (error: unknown) => void;
}

/** BSD's EX_CONFIG: starting again will not help. */
const EXIT_CONFIG = 78;
const DEFAULT_STOP_DEADLINE_MS = 25_000;

/** Ctrl-C reaches a process under npm twice: from the terminal and, at once, from npm. */
const SAME_SIGNAL_MS = 1000;

/**
 * Runs a service until SIGTERM or SIGINT and ends the process: 0 after a stop that was asked for, 1 after a failure,
 * 78 when the settings are wrong. With `--validate` it only checks the settings. A signal during the start waits for
 * the start, within the stop deadline. A second signal more than a second after the first ends the process at once.
 */
export async function runService<C>(service: Service<C>): Promise<void> {
  const { name, stopDeadlineMs = DEFAULT_STOP_DEADLINE_MS, host = process } = service;
  const refuse = (error: SettingsError): void => {
    const problems = error.problems.map((problem) => `  ${problem}\n`).join('');
    host.stderr.write(`${name}: the settings cannot be used:\n${problems}`);
    host.exit(EXIT_CONFIG);
  };

  let config: C;
  try {
    config = service.configure();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    refuse(error);
    return;
  }
  if (host.argv.includes('--validate')) {
    host.stderr.write(`${name}: the settings are valid\n`);
    host.exit(0);
    return;
  }

  const logger = service.logger(config);
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
    logger.error(message, { err });
    host.exit(1);
  };

  let signalledAt: number | undefined;
  for (const signal of ['SIGTERM', 'SIGINT']) {
    host.on(signal, () => {
      const now = Date.now();
      if (signalledAt === undefined) {
        signalledAt = now;
        logger.info('stopping', { signal, deadlineMs: stopDeadlineMs });
        void stop(0);
      } else if (now - signalledAt > SAME_SIGNAL_MS) {
        logger.warn('stopped by a second signal before everything was closed', { signal });
        host.exit(1);
      }
    });
  }
  host.on('unhandledRejection', die('a promise was rejected and nobody listened: this is a bug'));
  host.on('uncaughtException', die('an error was thrown where nobody catches: this is a bug'));

  const fail = (err: unknown): void => {
    logger.error('the service cannot go on', { err });
    void stop(1);
  };
  // Begins after `starting` is set: a stop that the start itself causes must wait for it too.
  starting = Promise.resolve().then(() => service.start({ config, logger, closers, fail }));
  try {
    await starting;
    if (!stopping) logger.info('started', { service: name });
  } catch (error) {
    if (error instanceof SettingsError) {
      await closers.close(stopDeadlineMs);
      refuse(error);
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
