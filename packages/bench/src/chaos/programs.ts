import type { ChildProcess } from 'node:child_process';
import { migrate, schemaState } from '@sluice/store/migrate';
import type { ServiceName } from '../cluster/cluster';
import { runBuilt } from '../cluster/run-built';
import { UsageError } from '../command/options';
import { runProgram } from '../command/run-program';
import type { Release } from '../product/build-release';

/** Parts of an older release that a run needs. */
export const RELEASE_PARTS = ['query', 'writer', 'gateway', 'cli'] as const;

export interface ProgramsOptions {
  /** Programs of some services instead of those of this build. */
  readonly mains?: Partial<Readonly<Record<ServiceName, string>>>;
  /** Older release that the run begins with. */
  readonly older?: Release | undefined;
}

/** Programs from which the processes of a run are started. */
export class Programs {
  readonly #options: ProgramsOptions;
  #current: 'older' | 'new';

  constructor(options: ProgramsOptions) {
    this.#options = options;
    this.#current = options.older === undefined ? 'new' : 'older';
  }

  /** Release of the processes that start from now on. */
  get current(): 'older' | 'new' {
    return this.#current;
  }

  use(release: 'older' | 'new'): void {
    this.#current = release;
  }

  /** Starts a process with only this environment; `folder` is a temporary one. */
  run(service: ServiceName, env: NodeJS.ProcessEnv, folder: string): ChildProcess {
    const { mains = {}, older } = this.#options;
    return runBuilt(service, env, folder, this.#current === 'older' ? older?.main(service) : mains[service]);
  }

  /** Makes the schema of the current release. @throws UsageError where this release cannot upgrade it */
  async migrate(databaseUrl: string): Promise<void> {
    const { older } = this.#options;
    if (this.#current === 'new' || older === undefined) {
      await migrate(databaseUrl);
      return;
    }
    const env = { PATH: '/usr/bin:/bin', DATABASE_URL: databaseUrl };
    await runProgram(process.execPath, [older.main('cli'), 'migrate'], { env });
    const { problem } = await schemaState(databaseUrl);
    if (problem !== undefined) throw new UsageError(`--from: ${older.commit} cannot be upgraded: ${problem}`);
  }
}
