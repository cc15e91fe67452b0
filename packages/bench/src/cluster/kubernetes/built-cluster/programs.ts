/** Programs of one Go module. */
export interface Build {
  readonly module: string;
  readonly version: string;
  /** Package of each program; `.` is the source below. */
  readonly packages: Readonly<Record<string, string>>;
  /** Variables that the linker sets. */
  readonly stamps?: Readonly<Record<string, string>>;
  /** Source of a `main` of our own. */
  readonly source?: string;
  /** Folders of the module that are kept with the programs, by their new names. */
  readonly kept?: Readonly<Record<string, string>>;
}

const KUBERNETES = 'v1.36.3';
const VERSION_PACKAGE = 'k8s.io/component-base/version';
const CONTAINERD = 'github.com/containerd/containerd/v2';

/** CoreDNS with only the plugins that a test cluster needs: the build is a fifth of that with all plugins. */
const DNS = `package main

import (
	"github.com/coredns/coredns/core/dnsserver"
	"github.com/coredns/coredns/coremain"
	_ "github.com/coredns/coredns/plugin/bind"
	_ "github.com/coredns/coredns/plugin/errors"
	_ "github.com/coredns/coredns/plugin/kubernetes"
)

func main() {
	dnsserver.Directives = []string{"bind", "errors", "kubernetes"}
	coremain.Run()
}
`;

/** Autoscaler by lag. */
export const KEDA: Build = {
  module: 'github.com/kedacore/keda/v2',
  version: 'v2.21.0',
  packages: {
    keda: 'github.com/kedacore/keda/v2/cmd/operator',
    'keda-adapter': 'github.com/kedacore/keda/v2/cmd/adapter',
  },
  kept: { definitions: 'config/crd/bases' },
};

/** All programs of a cluster besides those of Linux (`requirements.ts`). Helm and kubectl are installed: `install-tools.ts`. */
export const BUILDS: readonly Build[] = [
  {
    module: 'go.etcd.io/etcd/server/v3',
    version: 'v3.6.6',
    packages: { etcd: 'go.etcd.io/etcd/server/v3' },
  },
  {
    module: 'k8s.io/kubernetes',
    version: KUBERNETES,
    packages: Object.fromEntries(
      ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'kubelet', 'kube-proxy'].map((name) => [
        name,
        `k8s.io/kubernetes/cmd/${name}`,
      ]),
    ),
    // Without these variables the version is v0.0.0, which other components refuse.
    stamps: {
      [`${VERSION_PACKAGE}.gitVersion`]: KUBERNETES,
      [`${VERSION_PACKAGE}.gitMajor`]: '1',
      [`${VERSION_PACKAGE}.gitMinor`]: KUBERNETES.split('.')[1] ?? '',
    },
  },
  {
    module: CONTAINERD,
    version: 'v2.2.1',
    packages: Object.fromEntries(
      ['containerd', 'containerd-shim-runc-v2', 'ctr'].map((name) => [name, `${CONTAINERD}/cmd/${name}`]),
    ),
  },
  { module: 'github.com/coredns/coredns', version: 'v1.15.0', packages: { coredns: '.' }, source: DNS },
];

/** Part of a `go.mod` in the form of `go mod edit -json`. */
export interface GoModule {
  readonly Go: string;
  readonly Require?: readonly { readonly Path: string; readonly Version: string }[];
  readonly Replace?: readonly {
    readonly Old: { readonly Path: string; readonly Version?: string };
    readonly New: { readonly Path: string; readonly Version?: string };
  }[];
}

/**
 * Makes a `go.mod` that requires the module and repeats its replacements, because Go applies only those of the main module. Kubernetes
 * replaces its parts by folders; they are published under the same minor version, as v0.
 */
export function moduleText({ module, version }: Build, upstream: GoModule): string {
  const replaced = (upstream.Replace ?? []).flatMap(({ Old, New }) =>
    New.Version === undefined
      ? []
      : [`replace ${[Old.Path, Old.Version, '=>', New.Path, New.Version].filter((part) => part).join(' ')}`],
  );
  const staged = (upstream.Require ?? [])
    .filter(({ Path, Version }) => Path.startsWith('k8s.io/') && Version === 'v0.0.0')
    .map(({ Path }) => `replace ${Path} => ${Path} ${version.replace(/^v1\./, 'v0.')}`);
  return ['module built', `go ${upstream.Go}`, `require ${module} ${version}`, ...replaced, ...staged, ''].join('\n');
}

/** Makes a source file that keeps the built packages among the requirements of the module. */
export function toolsText({ packages }: Build): string {
  const imports = Object.values(packages).map((name) => `\t_ "${name}"\n`);
  return `//go:build tools\n\npackage main\n\nimport (\n${imports.join('')})\n`;
}

/** Returns the folder of a build's programs, relative to the folder of all builds. */
export function folderOf({ module, version }: Build): string {
  return `${module.replaceAll('/', '-')}@${version}`;
}
