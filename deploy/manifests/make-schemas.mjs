// Makes schemas/kubernetes.json again: the schemas of the API servers of these versions for the kinds in the chart and its examples,
// closed, so that a misspelt field is an error. It needs Go, whose module proxy has the schemas; it runs rarely, so no check runs it.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const OUT = fileURLToPath(new URL('schemas/kubernetes.json', import.meta.url));

const KUBERNETES = {
  module: 'k8s.io/kubernetes@v1.36.3',
  files: [
    'api__v1',
    'apis__apps__v1',
    'apis__autoscaling__v2',
    'apis__batch__v1',
    'apis__networking.k8s.io__v1',
    'apis__policy__v1',
  ],
  kinds: [
    ...['ConfigMap', 'Pod', 'Secret', 'Service', 'ServiceAccount', 'Deployment', 'StatefulSet', 'Job'],
    ...['HorizontalPodAutoscaler', 'Ingress', 'NetworkPolicy', 'PodDisruptionBudget'],
  ],
};

const DEFINITIONS = [
  {
    module: 'github.com/kedacore/keda/v2@v2.21.0',
    files: ['scaledobjects', 'triggerauthentications'].map((name) => `config/crd/bases/keda.sh_${name}.yaml`),
  },
  {
    module: 'sigs.k8s.io/gateway-api@v1.6.3',
    files: ['httproutes', 'grpcroutes'].map((name) => `config/crd/standard/gateway.networking.k8s.io_${name}.yaml`),
  },
  {
    module: 'github.com/prometheus-operator/prometheus-operator@v0.85.0',
    files: ['podmonitors', 'servicemonitors', 'prometheusrules'].map(
      (name) => `example/prometheus-operator-crd/monitoring.coreos.com_${name}.yaml`,
    ),
  },
  {
    module: 'github.com/cloudnative-pg/cloudnative-pg@v1.27.1',
    files: ['clusters', 'databases'].map((name) => `config/crd/bases/postgresql.cnpg.io_${name}.yaml`),
  },
  {
    module: 'github.com/argoproj/argo-cd/v3@v3.4.0',
    files: ['manifests/crds/application-crd.yaml'],
  },
  {
    module: 'github.com/fluxcd/helm-controller@v1.4.0',
    files: ['config/crd/bases/helm.toolkit.fluxcd.io_helmreleases.yaml'],
  },
  {
    module: 'github.com/fluxcd/source-controller@v1.7.0',
    files: ['config/crd/bases/source.toolkit.fluxcd.io_gitrepositories.yaml'],
  },
];

/** Keywords of a schema that restrict values; the others are documentation, or only for the API server. */
const KEPT = [
  ...['type', 'required', 'enum', 'pattern', 'minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'],
  ...['minProperties', 'maxProperties'],
];

const folderOf = (module) =>
  JSON.parse(execFileSync('go', ['mod', 'download', '-json', module], { encoding: 'utf8' })).Dir;

const mapValues = (object, change) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));

/** @param refer returns the location of a referenced schema */
function closed(schema, refer) {
  if (schema.$ref !== undefined) return { $ref: refer(schema.$ref) };
  if (schema.format === 'int-or-string' || schema['x-kubernetes-int-or-string']) return { type: ['integer', 'string'] };
  const kept = Object.fromEntries(KEPT.filter((word) => word in schema).map((word) => [word, schema[word]]));
  // The pattern is for Go, whose syntax JavaScript does not fully support.
  if (kept.pattern?.includes('(?i)')) delete kept.pattern;
  if (schema.nullable) return { anyOf: [{ type: 'null' }, closed({ ...schema, nullable: false }, refer)] };
  for (const word of ['allOf', 'anyOf', 'oneOf']) {
    if (!(word in schema)) continue;
    // Next to named fields, these keywords only restrict the combination of fields.
    kept[word] = schema[word].map((each) => (schema.properties ? open(each) : closed(each, refer)));
    if (!schema.properties && schema[word].length === 1) return closed(schema[word][0], refer);
  }
  if (schema.properties) {
    kept.properties = mapValues(schema.properties, (each) => closed(each, refer));
    if (!schema['x-kubernetes-preserve-unknown-fields']) kept.additionalProperties = false;
  } else if (typeof schema.additionalProperties === 'object') {
    kept.additionalProperties = closed(schema.additionalProperties, refer);
  }
  if (schema.items) kept.items = closed(schema.items, refer);
  return kept;
}

/** Keeps of a condition the required fields, without their content. */
const open = ({ required, properties, ...rest }) => ({
  ...(required && { required }),
  ...(properties && { properties: mapValues(properties, () => ({})) }),
  ...(rest.not && { not: open(rest.not) }),
});

const versioned = ({ group, version, kind }) => `${group === '' ? '' : `${group}/`}${version}/${kind}`;

const kinds = {};
const definitions = {};

const core = folderOf(KUBERNETES.module);
for (const file of KUBERNETES.files) {
  const { schemas } = JSON.parse(
    readFileSync(join(core, `api/openapi-spec/v3/${file}_openapi.json`), 'utf8'),
  ).components;
  const keep = (name) => {
    if (name in definitions) return;
    definitions[name] = {};
    definitions[name] = closed(schemas[name], (ref) => {
      const target = ref.slice(ref.lastIndexOf('/') + 1);
      keep(target);
      return `#/definitions/${target}`;
    });
  };
  for (const [name, schema] of Object.entries(schemas)) {
    for (const known of schema['x-kubernetes-group-version-kind'] ?? []) {
      if (!KUBERNETES.kinds.includes(known.kind) || !('metadata' in (schema.properties ?? {}))) continue;
      keep(name);
      kinds[versioned(known)] = name;
    }
  }
}

for (const { module, files } of DEFINITIONS) {
  const folder = folderOf(module);
  for (const file of files) {
    const { spec } = parse(readFileSync(join(folder, file), 'utf8'));
    for (const { name: version, schema, served } of spec.versions) {
      if (!served) continue;
      const known = versioned({ group: spec.group, version, kind: spec.names.kind });
      const made = closed(schema.openAPIV3Schema);
      made.properties.metadata = { $ref: '#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' };
      delete made.properties.status;
      kinds[known] = known.replaceAll('/', '.');
      definitions[kinds[known]] = made;
    }
  }
}

const lines = (object) =>
  Object.keys(object)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${JSON.stringify(object[name])}`)
    .join(',\n');
const from = [KUBERNETES, ...DEFINITIONS].map(({ module }) => module);
writeFileSync(
  OUT,
  `{"from":${JSON.stringify(from)},\n"kinds":{\n${lines(kinds)}\n},\n"definitions":{\n${lines(definitions)}\n}}\n`,
);
