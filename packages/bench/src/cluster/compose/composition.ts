import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePorts } from '@sluice/testbed/network';
import type { CommandContext } from '../../command/command';
import { ROOT } from '../../command/config';
import { LackingError } from '../../command/missing-tool-error';
import { temporaryFolder } from '../../command/temporary-folder';
import { runProgram } from '../../command/run-program';

const SECRETS = ['postgres_password', 'writer_password', 'reader_password', 'owner_password'];
/** Time limit to build and pull images. */
const UP_MS = 30 * 60_000;
const STEP_MS = 5 * 60_000;

/** The project's docker-compose.yml as a Compose project of its own: passwords, volumes and ports that no other project has. */
export class Composition {
  readonly project = `sluice-proof-${randomBytes(4).toString('hex')}`;
  readonly token = randomBytes(24).toString('hex');
  readonly #options: readonly string[];
  readonly #context: CommandContext;

  private constructor(folder: string, context: CommandContext) {
    const files = ['--file', join(ROOT, 'docker-compose.yml'), '--file', join(folder, 'own.json')];
    this.#options = ['compose', '--project-name', this.project, '--env-file', join(folder, 'env'), ...files];
    this.#context = context;
  }

  /**
   * Writes the files of the Compose project; starts no container. It ends with the command, with all its volumes.
   * @throws LackingError where no engine answers
   */
  static async make(port: number, context: CommandContext): Promise<Composition> {
    for (const args of [['compose', 'version'], ['info']]) {
      await runProgram('docker', args).catch((error: unknown) => {
        throw new LackingError('`docker compose` with an engine is needed: install Docker, or set DOCKER_HOST', {
          cause: error,
        });
      });
    }
    const folder = await temporaryFolder(context);
    const composition = new Composition(folder, context);
    await runProgram('sh', [join(ROOT, 'deploy/make-secrets.sh'), folder]);
    const own = SECRETS.map((name) => [name, { file: join(folder, 'secrets', name) }] as const);
    await writeFile(join(folder, 'own.json'), JSON.stringify({ secrets: Object.fromEntries(own) }));
    const [otlpHttp, otlpGrpc] = await freePorts(2);
    const env = {
      API_BEARER_TOKEN: composition.token,
      SLUICE_PORT: port,
      SLUICE_OTLP_HTTP_PORT: otlpHttp,
      SLUICE_OTLP_GRPC_PORT: otlpGrpc,
    };
    const lines = Object.entries(env).map(([name, value]) => `${name}=${value}\n`);
    await writeFile(join(folder, 'env'), lines.join(''));
    context.closers.add('composition', async () => {
      await runProgram('docker', [...composition.#options, 'down', '--volumes', '--timeout', '30'], {
        timeoutMs: STEP_MS,
      });
    });
    return composition;
  }

  /** Resolves when all services are healthy. @param build false: the image exists */
  async up(build: boolean): Promise<void> {
    await this.#compose(['up', '--detach', '--wait', build ? '--build' : '--no-build'], UP_MS);
  }

  /** Runs a command of `sluice`. @throws Error with its output, for an exit code other than 0 */
  async sluice(...args: readonly string[]): Promise<string> {
    return this.#compose(['run', '--rm', '--no-TTY', 'sluice', ...args]);
  }

  /** Kills a service's process, which the engine has to restart. */
  async kill(service: string): Promise<void> {
    // The shell ends with it.
    await this.#compose(['exec', '--no-TTY', service, 'sh', '-c', 'kill -9 -1']).catch(() => undefined);
  }

  /** Kills a service and starts it again: its process is the first of its container, which no process in the container can kill. */
  async killAndStart(service: string): Promise<void> {
    await this.#compose(['restart', '--timeout', '0', service]);
  }

  /** Returns how often the engine has restarted a service. */
  async restartsOf(service: string): Promise<number> {
    const id = (await this.#compose(['ps', '--all', '--quiet', service])).trim();
    return Number(await runProgram('docker', ['inspect', '--format', '{{.RestartCount}}', id]));
  }

  /** Stops the Compose project as a user does; volumes stay. */
  async down(): Promise<void> {
    await this.#compose(['down', '--timeout', '30']);
  }

  /** Returns all volumes of the engine, by name. */
  async volumes(): Promise<string[]> {
    return (await runProgram('docker', ['volume', 'ls', '--quiet'])).split('\n').filter((name) => name !== '');
  }

  #compose(args: readonly string[], timeoutMs = STEP_MS): Promise<string> {
    return runProgram('docker', [...this.#options, ...args], { timeoutMs, signal: this.#context.signal });
  }
}
