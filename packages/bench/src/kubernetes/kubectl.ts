import { type RunOptions, runProgram } from '../command/run-program';

/** Where the cluster is; what is not given is as kubectl has it. */
export interface ClusterAccess {
  readonly kubeconfig?: string | undefined;
  readonly context?: string | undefined;
}

/** `kubectl` and `helm` at one cluster and in one namespace. */
export class Kubectl {
  readonly namespace: string;
  readonly #access: ClusterAccess;
  readonly #signal: AbortSignal | undefined;

  /** @param signal ends what runs; without one, commands work while a run is being cleaned up */
  constructor(access: ClusterAccess, namespace: string, signal?: AbortSignal) {
    this.#access = access;
    this.namespace = namespace;
    this.#signal = signal;
  }

  /** The same that goes on after an interruption. */
  unstoppable(): Kubectl {
    return new Kubectl(this.#access, this.namespace);
  }

  /** @returns what it wrote to standard output. @throws Error with what it wrote to standard error */
  kubectl(args: readonly string[], options: RunOptions = {}): Promise<string> {
    return runProgram('kubectl', this.kubectlArguments(args), { ...options, signal: this.#signal });
  }

  /** For a command that goes on for longer. */
  kubectlArguments(args: readonly string[]): string[] {
    const { kubeconfig, context } = this.#access;
    const cluster = [...flag('--kubeconfig', kubeconfig), ...flag('--context', context)];
    return [...cluster, '--namespace', this.namespace, ...args];
  }

  async read<T>(args: readonly string[]): Promise<T> {
    return JSON.parse(await this.kubectl(['get', ...args, '--output', 'json'])) as T;
  }

  /** @returns what it wrote to standard output. @throws Error with what it wrote to standard error */
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
