import { type RunOptions, runProgram } from '../../command/run-program';

/** Access to the cluster; undefined: kubectl's default. */
export interface ClusterAccess {
  readonly kubeconfig?: string | undefined;
  readonly context?: string | undefined;
}

/** `kubectl` and `helm` for one cluster and one namespace. */
export class Kubectl {
  readonly namespace: string;
  readonly #access: ClusterAccess;
  readonly #signal: AbortSignal | undefined;

  /** @param signal ends running commands; undefined: commands also work during cleanup */
  constructor(access: ClusterAccess, namespace: string, signal?: AbortSignal) {
    this.#access = access;
    this.namespace = namespace;
    this.#signal = signal;
  }

  /** Returns a client whose commands also work after an interruption. */
  unstoppable(): Kubectl {
    return new Kubectl(this.#access, this.namespace);
  }

  /** @returns standard output. @throws Error with standard error */
  kubectl(args: readonly string[], options: RunOptions = {}): Promise<string> {
    return runProgram('kubectl', this.kubectlArguments(args), { ...options, signal: this.#signal });
  }

  /** Returns the arguments for a long-running command. */
  kubectlArguments(args: readonly string[]): string[] {
    const { kubeconfig, context } = this.#access;
    const cluster = [...flag('--kubeconfig', kubeconfig), ...flag('--context', context)];
    return [...cluster, '--namespace', this.namespace, ...args];
  }

  async read<T>(args: readonly string[]): Promise<T> {
    return JSON.parse(await this.kubectl(['get', ...args, '--output', 'json'])) as T;
  }

  /** @returns standard output. @throws Error with standard error */
  helm(args: readonly string[], options: RunOptions = {}): Promise<string> {
    const { kubeconfig, context } = this.#access;
    const cluster = [...flag('--kubeconfig', kubeconfig), ...flag('--kube-context', context)];
    return runProgram('helm', [...cluster, '--namespace', this.namespace, ...args], {
      ...options,
      signal: this.#signal,
    });
  }
}

const flag = (name: string, value: string | undefined): string[] => (value === undefined ? [] : [name, value]);
