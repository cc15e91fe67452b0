import type { Kubectl } from './kubectl';

/** What comes and goes by itself. */
const PASSING = ['events', 'events.events.k8s.io', 'leases.coordination.k8s.io', 'pods.metrics.k8s.io'];
/** What outlives an installation on purpose. */
const VOLUME = 'persistentvolumeclaim/';

/** Kinds of objects in namespaces that can be listed. */
export async function kindsOf(kubectl: Kubectl): Promise<readonly string[]> {
  const kinds = await kubectl.kubectl(['api-resources', '--namespaced', '--verbs=list', '--output=name']);
  return kinds.split('\n').filter((kind) => kind !== '');
}

/** Everything in the namespace, as `kind/name`. */
export async function everythingIn(kubectl: Kubectl): Promise<readonly string[]> {
  const lasting = (await kindsOf(kubectl)).filter((kind) => !PASSING.includes(kind));
  const found = await kubectl.kubectl(['get', lasting.join(), '--ignore-not-found', '--output=name']);
  return found.split('\n').filter((name) => name !== '');
}

/** What is there now and was not before, apart from volumes. */
export function leftBehind(before: readonly string[], now: readonly string[]): string[] {
  return now.filter((name) => !before.includes(name) && !name.startsWith(VOLUME));
}
