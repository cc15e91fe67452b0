import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHART, hasHelm, template } from './helm';
import { type KubernetesObject, objectsOf, podOf } from './objects';
import { LEAST, STANDALONE, VALUE_SETS, over, partsFor } from './value-sets';

/* Choices of an installation besides the chart's own: each choice must reach every object that it is for, and no other. */

const withHelm = hasHelm() ? describe : describe.skip;

withHelm('choices of an installation', () => {
  const rendered = (values: object, chart = CHART): KubernetesObject[] => {
    const { ok, text } = template(values, { chart });
    if (!ok) throw new Error(text);
    return objectsOf(text);
  };
  const podsOf = (objects: readonly KubernetesObject[]) => objects.flatMap((each) => podOf(each)?.spec ?? []);
  const namesOf = (objects: readonly KubernetesObject[], ...kinds: readonly string[]) =>
    objects.filter(({ kind }) => kinds.includes(kind)).map(({ kind, metadata }) => `${kind} ${metadata.name}`);
  const imagesOf = (objects: readonly KubernetesObject[]) =>
    new Set(podsOf(objects).flatMap(({ containers }) => containers.map(({ image }) => image)));

  test('every image is of the registry that all charts of an umbrella share, and by its digest', () => {
    const digest = `sha256:${'0f'.repeat(32)}`;
    const shared = { global: { imageRegistry: 'shared.example.com', imagePullSecrets: [{ name: 'shared' }] } };
    const own = { image: { registry: 'own.example.com:5000', repository: 'team/sluice', tag: '1', digest } };
    expect(imagesOf(rendered(over(LEAST, own)))).toEqual(new Set([`own.example.com:5000/team/sluice@${digest}`]));
    const objects = rendered(over(over(LEAST, own), shared));
    expect(imagesOf(objects)).toEqual(new Set([`shared.example.com/team/sluice@${digest}`]));
    for (const pod of podsOf(objects)) expect(pod).toMatchObject({ imagePullSecrets: [{ name: 'shared' }] });
    const one = over(over(STANDALONE, shared), { standalone: { image: { digest } } });
    expect(imagesOf(rendered(one))).toContain(`shared.example.com/sluice-standalone@${digest}`);
  });

  test('every pod has the security context of the values: OpenShift chooses users by itself', () => {
    const chosen = { runAsUser: null, runAsGroup: null, fsGroup: null };
    const pods = podsOf(rendered(over(LEAST, { defaults: { podSecurityContext: chosen } })));
    expect(pods.length).toBeGreaterThan(5);
    for (const { securityContext } of pods) {
      expect(securityContext).toEqual({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
    }
    const writable = podsOf(rendered(over(LEAST, { gateway: { securityContext: { readOnlyRootFilesystem: false } } })))
      .map(({ containers: [container] }) => container)
      .filter((container) => container?.securityContext?.readOnlyRootFilesystem === false);
    expect(writable.map((container) => container?.name)).toEqual(['gateway']);
  });

  test('DNS is reached on the ports of the cluster', () => {
    const policies = rendered(over(LEAST, { networkPolicy: { dnsPorts: [53, 5353] } })).filter(
      ({ kind }) => kind === 'NetworkPolicy',
    );
    expect(policies.length).toBeGreaterThan(4);
    for (const { spec } of policies)
      expect(spec?.egress?.[0]?.ports?.map(({ port }) => port)).toEqual([53, 53, 5353, 5353]);
  });

  test('the pod of `helm test` and the query service are clients of the gateway, whichever clients there are', () => {
    const clients = [{ podSelector: { matchLabels: { team: 'a' } } }];
    const policy = (networkPolicy: object) =>
      rendered(over(LEAST, { networkPolicy })).find(
        ({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === 'sluice-gateway',
      )?.spec as unknown as { readonly ingress: readonly { readonly from?: readonly object[] }[] };
    const labels = { 'app.kubernetes.io/name': 'sluice', 'app.kubernetes.io/instance': 'sluice' };
    const podsOf = (component: string) => ({
      podSelector: { matchLabels: { ...labels, 'app.kubernetes.io/component': component } },
    });
    expect(policy({ clients }).ingress[0]?.from).toEqual([...clients, podsOf('test'), podsOf('query')]);
    expect(policy({}).ingress[0]).not.toHaveProperty('from');
  });

  /** Ports of OTLP in the objects of a component, by the field that has them. */
  const otlpPortsOf = (values: object, component: string) => {
    const objects = rendered(values).filter(({ metadata }) => metadata.name === `sluice-${component}`);
    const find = (...kinds: readonly string[]) => objects.find(({ kind }) => kinds.includes(kind));
    const workload = find('Deployment', 'StatefulSet');
    const [container] = (workload && podOf(workload))?.spec.containers ?? [];
    const policy = find('NetworkPolicy')?.spec as unknown as {
      readonly ingress: readonly { readonly ports: object[] }[];
    };
    const isOfOtlp = ({ name = '' }: { readonly name?: string }) => name.startsWith('otlp-');
    return {
      env: (container?.env ?? []).filter(({ name }) => /^OTLP_(HTTP|GRPC)_PORT$/.test(name)),
      container: (container?.ports ?? []).filter(isOfOtlp),
      service: (find('Service')?.spec?.ports ?? []).filter(isOfOtlp),
      policy: policy.ingress[0]?.ports,
    };
  };

  test.each([
    ['gateway', LEAST],
    ['standalone', STANDALONE],
  ])(
    '%s listens for OTLP on its default ports, which its Service has and its network policy opens',
    (component, base) => {
      expect(otlpPortsOf(base, component)).toEqual({
        env: [
          { name: 'OTLP_HTTP_PORT', value: '4318' },
          { name: 'OTLP_GRPC_PORT', value: '4317' },
        ],
        container: [
          { name: 'otlp-http', containerPort: 4318 },
          { name: 'otlp-grpc', containerPort: 4317 },
        ],
        service: [
          { name: 'otlp-http', port: 4318, targetPort: 'otlp-http', appProtocol: 'http' },
          { name: 'otlp-grpc', port: 4317, targetPort: 'otlp-grpc', appProtocol: 'grpc' },
        ],
        policy: [{ port: 3000 }, { port: 4318 }, { port: 4317 }],
      });
      const closed = over(base, { otlp: { http: { port: 5000 }, grpc: { enabled: false } } });
      expect(otlpPortsOf(closed, component)).toEqual({
        env: [
          { name: 'OTLP_HTTP_PORT', value: '4318' },
          { name: 'OTLP_GRPC_PORT', value: 'off' },
        ],
        container: [{ name: 'otlp-http', containerPort: 4318 }],
        service: [{ name: 'otlp-http', port: 5000, targetPort: 'otlp-http', appProtocol: 'http' }],
        policy: [{ port: 3000 }, { port: 4318 }],
      });
    },
  );

  test.each([
    ['gateway', LEAST],
    ['standalone', STANDALONE],
  ])('%s alone has the certificate of OTLP, with which its ports speak TLS', (component, base) => {
    const values = over(base, { otlp: { tls: { existingSecret: 'otlp-tls' } } });
    const objects = rendered(values);
    const having = podsOf(objects).filter((pod) => JSON.stringify(pod).includes('otlp-tls'));
    expect(having.map(({ containers: [container] }) => container?.name)).toEqual([component]);
    const items = ['tls.crt', 'tls.key'].map((key) => ({ key, path: key }));
    expect(having).toMatchObject([
      {
        volumes: expect.arrayContaining([{ name: 'otlp-tls', secret: { secretName: 'otlp-tls', items } }]) as object,
        containers: [
          {
            env: expect.arrayContaining([
              { name: 'OTLP_TLS_CERT_FILE', value: '/etc/sluice/otlp-tls/tls.crt' },
              { name: 'OTLP_TLS_KEY_FILE', value: '/etc/sluice/otlp-tls/tls.key' },
            ]) as object,
            volumeMounts: expect.arrayContaining([
              { name: 'otlp-tls', mountPath: '/etc/sluice/otlp-tls', readOnly: true },
            ]) as object,
          },
        ],
      },
    ]);
    expect(otlpPortsOf(values, component).service).toMatchObject([{ appProtocol: 'https' }, { appProtocol: 'https' }]);
    expect(JSON.stringify(rendered(base))).not.toMatch(/OTLP_TLS|otlp-tls/);
  });

  test('the query service and the writer have no port of OTLP', () => {
    expect(otlpPortsOf(LEAST, 'query')).toEqual({ env: [], container: [], service: [], policy: [{ port: 3000 }] });
    expect(otlpPortsOf(LEAST, 'writer')).toMatchObject({ env: [], container: [], service: [] });
  });

  test.each([
    ['gateway', LEAST],
    ['standalone', STANDALONE],
  ])('routes of OTLP/gRPC lead to the port otlp-grpc of %s, and are off by default', (component, base) => {
    const routes = over(VALUE_SETS['an Ingress for OTLP/gRPC'] ?? {}, VALUE_SETS['a GRPCRoute'] ?? {});
    const objects = rendered(over(over(base, routes), over(base, { otlp: { grpc: { port: 5000 } } })));
    const specOf = (kind: string, name: string) =>
      objects.find((each) => each.kind === kind && each.metadata.name === name)?.spec;
    const services = ['trace.v1.Trace', 'metrics.v1.Metrics', 'logs.v1.Logs'].map(
      (name) => `opentelemetry.proto.collector.${name}Service`,
    );
    const backend = { service: { name: `sluice-${component}`, port: { name: 'otlp-grpc' } } };
    const paths = services.map((service) => ({ path: `/${service}`, pathType: 'Prefix', backend }));
    expect(specOf('Ingress', 'sluice-otlp-grpc')).toEqual({ rules: [{ host: 'sluice.example.com', http: { paths } }] });
    expect(specOf('GRPCRoute', 'sluice-otlp-grpc')).toEqual({
      parentRefs: [{ name: 'public', namespace: 'ingress' }],
      hostnames: ['otlp.example.com'],
      rules: [
        {
          matches: services.map((service) => ({ method: { service } })),
          backendRefs: [{ name: `sluice-${component}`, port: 5000 }],
        },
      ],
    });
    const off = over(base, {
      ingress: { enabled: true, host: 'a.example' },
      gatewayApi: { enabled: true, parentRefs: [{ name: 'public' }] },
    });
    expect(namesOf(rendered(off), 'Ingress', 'HTTPRoute', 'GRPCRoute')).toEqual(['Ingress sluice', 'HTTPRoute sluice']);
  });

  test('a release may have some of the services', () => {
    const kinds = ['Deployment', 'Service', 'PodDisruptionBudget', 'HorizontalPodAutoscaler', 'Pod'];
    const objects = rendered(over(VALUE_SETS['gateways alone'] ?? {}, { gateway: { autoscaling: { enabled: true } } }));
    expect(namesOf(objects, ...kinds).sort()).toEqual([
      'Deployment sluice-gateway',
      'HorizontalPodAutoscaler sluice-gateway',
      'PodDisruptionBudget sluice-gateway',
      'Service sluice-gateway',
    ]);
    expect(JSON.stringify(objects)).not.toMatch(/sluice-(query|writer|toolbox)/);
    expect(namesOf(rendered(VALUE_SETS['writers alone'] ?? {}), 'Deployment', 'Service')).toEqual([
      'Deployment sluice-writer',
    ]);
    expect(
      template(over(VALUE_SETS['gateways alone'] ?? {}, { writer: { enabled: false, replicas: 99 } })),
    ).toMatchObject({ ok: true });
    // Writers do not use tokens.
    expect(template(over(VALUE_SETS['writers alone'] ?? {}, { credentials: { existingSecret: '' } }))).toMatchObject({
      ok: true,
    });
  });

  test('an umbrella chart switches it off, and gives it values', () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-umbrella-'));
    try {
      mkdirSync(join(folder, 'charts'));
      cpSync(CHART, join(folder, 'charts/sluice'), { recursive: true });
      const dependency = '{ name: sluice, version: 0.1.0, condition: sluice.enabled }';
      writeFileSync(
        join(folder, 'Chart.yaml'),
        `apiVersion: v2\nname: umbrella\nversion: 1.0.0\ndependencies: [${dependency}]\n`,
      );
      expect(rendered({ sluice: { enabled: false } }, folder)).toEqual([]);
      const values = {
        sluice: { ...LEAST, enabled: true },
        global: { imageRegistry: 'shared.example.com', theme: 'x' },
      };
      expect(imagesOf(rendered(values, folder))).toEqual(new Set(['shared.example.com/sluice:0.1.0']));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test.each([
    ['gateway', LEAST],
    ['writer', LEAST],
    ['query', LEAST],
    ['standalone', STANDALONE],
  ])('%s has parts of the user, and no other has them', (component, base) => {
    const { annotations, extraEnvFrom, extraContainers, extraInitContainers } = partsFor(component);
    const objects = rendered(over(base, { [component]: partsFor(component) }));
    const found = objects.find((each) => each.metadata.name === `sluice-${component}` && podOf(each) !== undefined);
    expect(found?.metadata).toMatchObject({ annotations });
    const pod = found && podOf(found)?.spec;
    expect(pod?.initContainers).toEqual(extraInitContainers);
    expect(pod?.containers.slice(1)).toEqual(extraContainers);
    expect(pod?.containers[0]).toMatchObject({ envFrom: extraEnvFrom });
    // Commands have the settings of a writer.
    const having = component === 'writer' ? ['sluice-toolbox', 'sluice-test-doctor'] : [];
    const others = objects.filter((each) => each !== found && !having.includes(each.metadata.name));
    expect(JSON.stringify(others)).not.toMatch(new RegExp(`(sidecar|init|environment)-${component}`));
  });

  test('jobs have the parts of all but containers that would not let them end', () => {
    const jobs = rendered(over(LEAST, { defaults: partsFor('all') })).filter(({ kind }) => kind === 'Job');
    expect(jobs).toHaveLength(2);
    for (const { containers, initContainers } of podsOf(jobs)) {
      expect(containers).toHaveLength(1);
      expect(initContainers).toEqual(partsFor('all').extraInitContainers);
      expect(containers[0]).toMatchObject({ envFrom: partsFor('all').extraEnvFrom });
    }
  });

  test('pods have the service account that is named; hooks have none of the chart, which is not there yet', () => {
    const accountsOf = (serviceAccount: object) => {
      const objects = rendered(over(LEAST, { serviceAccount }));
      const pods = podsOf(objects) as readonly { readonly serviceAccountName?: string }[];
      return { made: namesOf(objects, 'ServiceAccount'), used: new Set(pods.map((pod) => pod.serviceAccountName)) };
    };
    expect(accountsOf({ name: 'a' })).toEqual({ made: ['ServiceAccount a'], used: new Set([undefined, 'a']) });
    expect(accountsOf({ create: false, name: 'a' })).toEqual({ made: [], used: new Set(['a']) });
    expect(accountsOf({ create: false })).toEqual({ made: [], used: new Set(['default']) });
  });

  test("an autoscaler has metrics and a behaviour of the user beside the chart's", () => {
    const values = VALUE_SETS['autoscaling of your own'] ?? {};
    const scaler = rendered(values).find(({ kind }) => kind === 'HorizontalPodAutoscaler')?.spec;
    expect(scaler).toMatchObject({
      metrics: [{ resource: { name: 'cpu' } }, { resource: { name: 'memory' } }],
      behavior: { scaleUp: { stabilizationWindowSeconds: 30 }, scaleDown: { stabilizationWindowSeconds: 300 } },
    });
  });

  test('an Ingress has every host with the same paths, and the certificates of all', () => {
    const ingress = { enabled: true, host: 'a.example', hosts: ['a.example', 'b.example'], tlsSecret: 'tls' };
    const own = [{ secretName: 'tls-b', hosts: ['b.example'] }];
    const spec = rendered(over(LEAST, { ingress: { ...ingress, tls: own } })).find(
      ({ kind }) => kind === 'Ingress',
    )?.spec;
    const { rules, tls } = spec as unknown as {
      readonly rules: { host: string; http: object }[];
      readonly tls: object[];
    };
    expect(rules.map(({ host }) => host)).toEqual(['a.example', 'b.example']);
    expect(rules[1]?.http).toEqual(rules[0]?.http);
    expect(tls).toEqual([{ secretName: 'tls', hosts: ['a.example', 'b.example'] }, ...own]);
  });

  test('tokens for Kafka are got where the values say, by all that connect to brokers, and may be', () => {
    const objects = rendered(VALUE_SETS['tokens for Kafka'] ?? {});
    const settingsOf = (name: string) => {
      const found = objects.find((each) => each.metadata.name === `sluice-${name}` && podOf(each) !== undefined);
      const env = (found && podOf(found)?.spec.containers[0]?.env) ?? [];
      return Object.fromEntries(
        env.filter((each) => /SASL|OAUTH/.test(each.name)).map((each) => [each.name, each.value]),
      );
    };
    for (const name of ['gateway', 'writer', 'topics', 'toolbox', 'test-doctor']) {
      expect(settingsOf(name)).toEqual({
        KAFKA_SASL_MECHANISM: 'oauthbearer',
        KAFKA_OAUTH_TOKEN_URL: 'https://login.example.com:8443/token',
        KAFKA_OAUTH_CLIENT_ID: 'sluice',
        KAFKA_OAUTH_CLIENT_SECRET_FILE: '/etc/sluice/kafka-sasl/password',
        KAFKA_OAUTH_SCOPE: 'kafka',
        KAFKA_OAUTH_EXTENSIONS: 'logicalCluster=lkc-1',
      });
    }
    const reaching = objects.filter(({ spec }) => JSON.stringify(spec?.egress ?? []).includes('8443'));
    expect(namesOf(reaching, 'NetworkPolicy').sort()).toEqual(
      ['gateway', 'toolbox', 'topics', 'writer'].map((name) => `NetworkPolicy sluice-${name}`),
    );
    const kafka = {
      brokers: 'kafka:9093',
      tls: { enabled: true },
      sasl: { mechanism: 'oauthbearer', oauth: { tokenFile: '/t' } },
    };
    const text = JSON.stringify(rendered(over(LEAST, { kafka })));
    expect(text).toContain('{"name":"KAFKA_OAUTH_TOKEN_FILE","value":"/t"}');
    expect(text).not.toMatch(/KAFKA_OAUTH_(TOKEN_URL|CLIENT)|kafka-sasl/);
  });

  test('objects of the user are there, with what their templates say', () => {
    const objects = rendered(VALUE_SETS['objects of your own'] ?? {});
    expect(namesOf(objects, 'ConfigMap')).toEqual(['ConfigMap sluice-object', 'ConfigMap sluice-text']);
  });
});
