import type { Kubectl } from './kubectl';

/** Kinds of objects that the cluster itself makes and deletes. */
const PASSING = ['events', 'events.events.k8s.io', 'leases.coordination.k8s.io', 'pods.metrics.k8s.io'];
/** Kind of objects that are kept after an uninstallation on purpose. */
const VOLUME = 'persistentvolumeclaim/';

/** Returns the kinds of namespaced objects that can be listed. */
export async function kindsOf(kubectl: Kubectl): Promise<readonly string[]> {
  const kinds = await kubectl.kubectl(['api-resources', '--namespaced', '--verbs=list', '--output=name']);
  return kinds.split('\n').filter((kind) => kind !== '');
}

/** Returns every object in the namespace, as `kind/name`. */
export async function everythingIn(kubectl: Kubectl): Promise<readonly string[]> {
  const lasting = (await kindsOf(kubectl)).filter((kind) => !PASSING.includes(kind));
  const found = await kubectl.kubectl(['get', lasting.join(), '--ignore-not-found', '--output=name']);
  return found.split('\n').filter((name) => name !== '');
}

/** Returns the new objects, without volumes. */
export function leftBehind(before: readonly string[], now: readonly string[]): string[] {
  return now.filter((name) => !before.includes(name) && !name.startsWith(VOLUME));
}
