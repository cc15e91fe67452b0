import { Closers, createLogger, withDeadline } from '@sluice/runtime';
import { MissingBrokerError } from '@sluice/testbed/servers';
import type { Command } from './command';
import { LackingError } from './missing-tool-error';
import { UsageError } from './options';
import { GRACE_MS } from './run-program';

/** Members of `process` that a run needs. */
interface Host {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
  on(event: string, listener: () => void): unknown;
  exit(code: number): void;
}

/** Time limit for children and connections to end. */
const CLOSE_MS = 60_000;
/** Time limit for an interrupted command: its programs have `GRACE_MS`, and 5 s remain. */
const NOTICE_MS = GRACE_MS + 5_000;

const EXIT_USAGE = 2;
const EXIT_INTERRUPTED = 130;

/** Runs the command that the arguments name, always closes what it opened, and ends the process. */
export async function runCommand({
  commands,
  argv,
  host,
}: {
  readonly commands: readonly Command[];
  readonly argv: readonly string[];
  readonly host: Host;
}): Promise<void> {
  const [name, ...args] = argv;
  const command = commands.find((each) => each.name === name);
  if (command === undefined) {
    const usages = commands.map((each) => `  ${each.name} ${each.usage}\n`).join('');
    host.stderr.write(`Give one of these commands:\n${usages}`);
    host.exit(EXIT_USAGE);
    return;
  }

  const closers = new Closers({ logger: createLogger({ level: 'warn', pretty: false }) });
  const interruption = new AbortController();
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    host.on(event, () => {
      if (interruption.signal.aborted) return;
      host.stderr.write('interrupted: ending what was started\n');
      interruption.abort();
      // Programs that the command runs are no resources: it ends them before it rejects.
      const noticed = withDeadline(NOTICE_MS, running).catch(() => undefined);
      void Promise.all([closers.close(CLOSE_MS), noticed]).then(() => host.exit(EXIT_INTERRUPTED));
    });
  }

  const running = command.run(args, {
    closers,
    signal: interruption.signal,
    print: (line) => host.stdout.write(`${line}\n`),
  });
  const code = await running.catch((error: unknown) => {
    if (interruption.signal.aborted) return EXIT_INTERRUPTED;
    if (error instanceof UsageError) {
      host.stderr.write(`${error.message}\nUsage: ${command.name} ${command.usage}\n`);
      return EXIT_USAGE;
    }
    if (error instanceof MissingBrokerError || error instanceof LackingError) {
      // The message names what to install; a stack would hide it.
      host.stderr.write(`${error.message}\n`);
      return 1;
    }
    host.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    return 1;
  });
  // Waits for the closing that an interruption has started.
  await closers.close(CLOSE_MS);
  host.exit(interruption.signal.aborted ? EXIT_INTERRUPTED : code);
}
