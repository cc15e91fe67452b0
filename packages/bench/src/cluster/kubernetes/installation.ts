import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../../command/config';
import type { Kubectl } from './kubectl';
import { untilReady } from './pods';
import { type ValueOptions, LOGINS, valuesOf } from './values';

const DEPLOY = join(ROOT, 'deploy');
const CHART = join(DEPLOY, 'chart/sluice');
const DEPENDENCIES = join(DEPLOY, 'kubernetes/dev-dependencies.yaml');
const RELEASE = 'sluice';
const WAIT_MS = 300_000;

export const COMPONENTS = ['gateway', 'writer', 'query'] as const;
export type Component = (typeof COMPONENTS)[number];

/** Returns the selector of the chart's pods that serve: jobs and tests have other components. */
export const ofComponent = (component: Component): string =>
  `app.kubernetes.io/instance=${RELEASE},app.kubernetes.io/component=${component}`;
export const OF_ALL = `app.kubernetes.io/instance=${RELEASE},app.kubernetes.io/component in (${COMPONENTS.join()})`;

export const deploymentOf = (component: Component): string => `deployment/${RELEASE}-${component}`;

/** The chart with its dependencies and secrets in a namespace of its own. */
export class Installation {
  /** Token of the API's clients. */
  readonly token = randomBytes(24).toString('hex');
  readonly #password = randomBytes(24).toString('hex');
  readonly #kubectl: Kubectl;
  readonly #image: string | undefined;

  /** @param image `repository:tag`; default: the chart's own */
  constructor(kubectl: Kubectl, image: string | undefined) {
    this.#kubectl = kubectl;
    this.#image = image;
  }

  /** Returns the connection string of the database's owner for a port of this machine. */
  databaseUrl(port: number): string {
    return `postgres://${LOGINS.admin}:${this.#password}@127.0.0.1:${port}/sluice`;
  }

  /** Makes namespace, secrets, one broker and one Postgres; resolves when both are ready. */
  async prepare(): Promise<void> {
    const kubectl = this.#kubectl;
    const passwords = Object.fromEntries(Object.keys(LOGINS).map((login) => [login, randomBytes(24).toString('hex')]));
    const objects = [
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: kubectl.namespace } },
      secret('sluice-credentials', { 'bearer-tokens': this.token }),
      secret('sluice-database', { ...passwords, admin: this.#password }),
    ];
    for (const object of objects)
      await kubectl.kubectl(['apply', '--filename', '-'], { input: JSON.stringify(object) });
    await kubectl.kubectl(['apply', '--filename', '-'], { input: await readFile(DEPENDENCIES, 'utf8') });
    for (const app of ['kafka', 'postgres']) await untilReady(kubectl, `app=${app}`, 1);
  }

  /** Installs the chart; resolves when all pods are ready. */
  async install(): Promise<void> {
    await this.#apply('install', {});
  }

  /** Upgrades the release; resolves when all pods are ready. A new note replaces all pods. */
  async upgrade(change: Pick<ValueOptions, 'note' | 'byLag'>): Promise<void> {
    await this.#apply('upgrade', change);
  }

  /** Runs `helm test`. */
  async test(): Promise<void> {
    await this.#kubectl.helm(['test', RELEASE, '--timeout', `${WAIT_MS / 1000}s`], { timeoutMs: WAIT_MS + 10_000 });
  }

  /** Uninstalls the release; resolves when no pod is left. */
  async uninstall(): Promise<void> {
    const args = ['uninstall', RELEASE, '--wait', '--timeout', `${WAIT_MS / 1000}s`];
    await this.#kubectl.helm(args, { timeoutMs: WAIT_MS + 10_000 });
    // Helm waits for its own objects; controllers made the pods.
    await untilReady(this.#kubectl, OF_ALL, 0);
  }

  /** Returns `http://<a node>:<port of the Service on each node>`. */
  async serviceUrl(component: Component, node: string): Promise<string> {
    const service = await this.#kubectl.read<{
      readonly spec: { readonly ports: readonly { readonly nodePort: number }[] };
    }>([`service/${RELEASE}-${component}`]);
    return `http://${node.includes(':') ? `[${node}]` : node}:${service.spec.ports[0]?.nodePort}`;
  }

  async #apply(verb: 'install' | 'upgrade', change: Pick<ValueOptions, 'note' | 'byLag'>): Promise<void> {
    const args = [verb, RELEASE, CHART, '--values', '-', '--wait', '--timeout', `${WAIT_MS / 1000}s`];
    const values = valuesOf({ namespace: this.#kubectl.namespace, image: this.#image, ...change });
    await this.#kubectl.helm(args, { input: JSON.stringify(values), timeoutMs: WAIT_MS + 10_000 });
  }
}

function secret(name: string, stringData: Readonly<Record<string, string>>): unknown {
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name }, stringData };
}
