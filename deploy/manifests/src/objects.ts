import { parseAllDocuments } from 'yaml';

/** Object for an API server. Only members that are used here have a type. */
export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly annotations?: Texts; readonly labels?: Texts };
  readonly spec?: Spec;
}

type Texts = Readonly<Record<string, string>>;

interface Spec {
  readonly selector?: { readonly matchLabels?: Texts } & Readonly<Record<string, unknown>>;
  readonly template?: {
    readonly metadata?: { readonly labels?: Texts; readonly annotations?: Texts };
    readonly spec: PodSpec;
  };
  readonly ttlSecondsAfterFinished?: number;
  readonly podSelector?: { readonly matchLabels?: Texts };
  readonly scaleTargetRef?: { readonly kind?: string; readonly name: string };
  readonly ports?: readonly { readonly name?: string; readonly targetPort?: string | number }[];
  readonly egress?: readonly { readonly ports?: readonly { readonly port: number }[] }[];
}

export interface PodSpec {
  readonly automountServiceAccountToken?: boolean;
  readonly enableServiceLinks?: boolean;
  readonly hostNetwork?: boolean;
  readonly hostPID?: boolean;
  readonly hostIPC?: boolean;
  readonly securityContext?: SecurityContext;
  readonly containers: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly volumes?: readonly ({ readonly name: string } & Readonly<Record<string, unknown>>)[];
}

interface SecurityContext {
  readonly runAsNonRoot?: boolean;
  readonly runAsUser?: number;
  readonly readOnlyRootFilesystem?: boolean;
  readonly allowPrivilegeEscalation?: boolean;
  readonly privileged?: boolean;
  readonly capabilities?: { readonly drop?: readonly string[]; readonly add?: readonly string[] };
  readonly seccompProfile?: { readonly type: string };
}

export interface Container {
  readonly name: string;
  readonly image: string;
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
  readonly ports?: readonly { readonly name?: string; readonly hostPort?: number }[];
  readonly resources?: { readonly requests?: Quantities; readonly limits?: Quantities };
  readonly securityContext?: SecurityContext;
  readonly volumeMounts?: readonly { readonly name: string }[];
  readonly startupProbe?: object;
  readonly livenessProbe?: object;
  readonly readinessProbe?: object;
}

type Quantities = Readonly<Record<string, string | number>>;

/** Parses the objects of YAML documents; skips empty documents. @throws {Error} for invalid YAML, or a duplicate name */
export function objectsOf(text: string): KubernetesObject[] {
  return parseAllDocuments(text).flatMap((document) => {
    const [error] = [...document.errors, ...document.warnings];
    if (error !== undefined) throw error;
    const object = document.toJS() as KubernetesObject | null;
    return object === null ? [] : [object];
  });
}

/** Returns the pod that an object makes, or is. */
export function podOf(object: KubernetesObject): { readonly labels: Texts; readonly spec: PodSpec } | undefined {
  const { kind, metadata, spec } = object;
  if (kind === 'Pod') return { labels: metadata.labels ?? {}, spec: spec as unknown as PodSpec };
  const { template } = spec ?? {};
  return template && { labels: template.metadata?.labels ?? {}, spec: template.spec };
}

/** Names an object in messages. */
export const nameOf = ({ kind, metadata }: KubernetesObject): string => `${kind} ${metadata.name}`;
