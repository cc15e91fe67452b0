import { BUILDS, KEDA, folderOf, moduleText, toolsText } from './programs';

const BUILD = {
  module: 'k8s.io/kubernetes',
  version: 'v1.36.3',
  packages: { kubelet: 'k8s.io/kubernetes/cmd/kubelet' },
};

test('takes over what a module replaces, and the parts of Kubernetes as they are published', () => {
  const upstream = {
    Go: '1.26.0',
    Require: [
      { Path: 'k8s.io/api', Version: 'v0.0.0' },
      { Path: 'k8s.io/klog/v2', Version: 'v2.130.1' },
      { Path: 'example.org/other', Version: 'v0.0.0' },
    ],
    Replace: [
      { Old: { Path: 'k8s.io/api' }, New: { Path: './staging/src/k8s.io/api' } },
      { Old: { Path: 'a.org/a', Version: 'v1.0.0' }, New: { Path: 'b.org/b', Version: 'v1.0.1' } },
      { Old: { Path: 'c.org/c' }, New: { Path: 'd.org/d', Version: 'v2.0.0' } },
    ],
  };
  expect(moduleText(BUILD, upstream)).toBe(`module built
go 1.26.0
require k8s.io/kubernetes v1.36.3
replace a.org/a v1.0.0 => b.org/b v1.0.1
replace c.org/c => d.org/d v2.0.0
replace k8s.io/api => k8s.io/api v0.36.3
`);
});

test('needs the packages that it builds', () => {
  expect(toolsText(BUILD)).toContain('\t_ "k8s.io/kubernetes/cmd/kubelet"\n');
});

test('every version has a folder of its own, and every program one place', () => {
  expect(folderOf(BUILD)).toBe('k8s.io-kubernetes@v1.36.3');
  const builds = [...BUILDS, KEDA];
  const names = builds.flatMap(({ packages }) => Object.keys(packages));
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(builds.map(folderOf)).size).toBe(builds.length);
});
