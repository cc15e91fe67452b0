import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasHelm, lint, template } from './helm';
import { type KubernetesObject, objectsOf, podOf } from './objects';
import { violations } from './policies';
import { schemaProblems } from './schemas';
import { COMPONENTS, EVERYTHING, LEAST, STANDALONE, VALUE_SETS, forPods, over } from './value-sets';

const withHelm = hasHelm() ? describe : describe.skip;

withHelm('the chart', () => {
  const rendered = (values: object): KubernetesObject[] => {
    const { ok, text } = template(values);
    if (!ok) throw new Error(text);
    return objectsOf(text);
  };
  const workload = (objects: readonly KubernetesObject[], component: string) => {
    const found = objects.find(
      ({ kind, metadata }) =>
        ['Deployment', 'StatefulSet'].includes(kind) && metadata.labels?.['app.kubernetes.io/component'] === component,
    );
    const pod = found && podOf(found);
    if (found === undefined || pod === undefined) throw new Error(`no ${component}`);
    return { found, spec: pod.spec, pod: found.spec?.template };
  };

  test.each([
    ['the least', LEAST],
    ['standalone', STANDALONE],
  ])('has nothing that its linter finds: %s', (_, values) => {
    expect(lint(values)).toMatchObject({ ok: true });
  });

  test.each(Object.entries(VALUE_SETS))('makes what an API server takes and the rules allow: %s', (_, values) => {
    const objects = rendered(values);
    expect(objects.length).toBeGreaterThan(3);
    expect(schemaProblems(objects)).toEqual([]);
    expect(violations(objects)).toEqual([]);
  });

  test('is the same each time: nothing in it is made up', () => {
    expect(template(EVERYTHING)).toEqual(template(EVERYTHING));
  });

  /** Expected fields of pods for each choice. */
  const placed = (component: string) => {
    const { nodeSelector, tolerations, affinity, priorityClassName, ...rest } = forPods(component);
    return {
      pod: {
        metadata: {
          annotations: expect.objectContaining(rest.podAnnotations) as object,
          labels: expect.objectContaining(rest.podLabels) as object,
        },
        spec: expect.objectContaining({ nodeSelector, tolerations, affinity, priorityClassName }) as object,
      },
      spec: {
        volumes: expect.arrayContaining(rest.extraVolumes) as object,
        containers: [
          {
            env: expect.arrayContaining(rest.extraEnv) as object,
            volumeMounts: expect.arrayContaining(rest.extraVolumeMounts) as object,
          },
        ],
      },
    };
  };

  test.each([...COMPONENTS, 'standalone'])('places the pods of %s as its values say, and no others', (component) => {
    const base = component === 'standalone' ? STANDALONE : LEAST;
    const objects = rendered(over(base, { [component]: forPods(component) }));
    expect(workload(objects, component)).toMatchObject(placed(component));
    // Commands have every setting that depends on those of a writer.
    const having = component === 'writer' ? ['sluice-toolbox', 'sluice-test-doctor'] : [];
    const others = objects.filter(({ metadata: { name } }) => name !== `sluice-${component}` && !having.includes(name));
    expect(JSON.stringify(others)).not.toMatch(new RegExp(`(taint|priority|zone|config)-${component}`));
  });

  test('places all pods as the defaults say, where a component does not say otherwise', () => {
    const objects = rendered(over(over(LEAST, { defaults: forPods('all') }), { writer: forPods('writer') }));
    expect(workload(objects, 'gateway')).toMatchObject(placed('all'));
    expect(workload(objects, 'query')).toMatchObject(placed('all'));
    expect(workload(objects, 'writer')).toMatchObject(placed('writer'));
    for (const job of objects.filter(({ kind }) => kind === 'Job')) {
      expect({ pod: job.spec?.template, spec: podOf(job)?.spec }).toMatchObject(placed('all'));
    }
  });

  test('a component can leave out what the defaults have', () => {
    const without = {
      podDisruptionBudget: { enabled: false },
      topologySpread: false,
      terminationGracePeriodSeconds: 90,
    };
    const objects = rendered(over(LEAST, { gateway: without }));
    const budgets = objects.filter(({ kind }) => kind === 'PodDisruptionBudget').map(({ metadata }) => metadata.name);
    expect(budgets).toEqual(['sluice-writer', 'sluice-query']);
    expect(workload(objects, 'gateway').spec).not.toHaveProperty('topologySpreadConstraints');
    expect(workload(objects, 'gateway').spec).toMatchObject({ terminationGracePeriodSeconds: 90 });
    expect(workload(objects, 'query').spec).toHaveProperty('topologySpreadConstraints');
  });

  test('every pod gets the secrets of the registry', () => {
    const objects = rendered(over(LEAST, { imagePullSecrets: [{ name: 'registry' }] }));
    const pods = objects.flatMap((each) => podOf(each) ?? []);
    expect(pods.length).toBeGreaterThan(5);
    for (const { spec } of pods) expect(spec).toMatchObject({ imagePullSecrets: [{ name: 'registry' }] });
  });

  test('the autoscaler of gateways adds one at the rate that sizing.md plans a gateway for', () => {
    const sizing = readFileSync(join(__dirname, '../../../docs/operate/sizing.md'), 'utf8');
    const planned = (row: string): number => {
      const [line = ''] = sizing.split('\n').filter((each) => each.startsWith(`| ${row}`));
      return Number(/([\d,]+)[^|]*\|$/.exec(line)?.[1]?.replace(',', ''));
    };
    const rate = planned('a gateway, a writer: spans a second');
    const seconds = planned('processor, a gateway, a writer') / 1e6;
    const objects = rendered(over(LEAST, { gateway: { autoscaling: { enabled: true } } }));
    const [cpu = '0'] = workload(objects, 'gateway').spec.containers.map(
      ({ resources }) => resources?.requests?.['cpu'],
    );
    const scaler = objects.find(({ kind }) => kind === 'HorizontalPodAutoscaler')?.spec as unknown as {
      readonly metrics: readonly { readonly resource: { readonly target: { readonly averageUtilization: number } } }[];
    };
    const [target = 0] = scaler.metrics.map(({ resource }) => resource.target.averageUtilization);
    expect((Number.parseInt(String(cpu), 10) / 1000) * (target / 100)).toBeCloseTo(rate * seconds, 6);
  });

  test('only the writer hears of the size of the disk', () => {
    const objects = rendered(over(LEAST, { database: { diskSize: '500GiB' } }));
    const hear = COMPONENTS.filter((component) =>
      JSON.stringify(workload(objects, component).spec).includes('{"name":"DATABASE_DISK_BYTES","value":"500GiB"}'),
    );
    expect(hear).toEqual(['writer']);
    expect(JSON.stringify(rendered(LEAST))).not.toContain('DATABASE_DISK_BYTES');
  });

  test('the query service reaches no brokers, the gateway no database', () => {
    const portsOf = (component: string) => {
      const policy = rendered(LEAST).find(
        ({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === `sluice-${component}`,
      );
      return policy?.spec?.egress?.flatMap(({ ports = [] }) => ports.map(({ port }) => port));
    };
    expect(portsOf('gateway')).toEqual([53, 53, 9092, 9093, 9094]);
    expect(portsOf('query')).toEqual([53, 53, 5432, 6432, 3000]);
  });

  test('the query service has the gateway of its release, or another one, which it reaches', () => {
    const reached = (values: Readonly<Record<string, unknown>>) => {
      const objects = rendered(over(LEAST, values));
      const [container] = workload(objects, 'query').spec.containers;
      const policy = objects.find(
        ({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === 'sluice-query',
      )?.spec;
      const ports = policy?.egress?.flatMap((rule) => (rule.ports ?? []).map(({ port }) => port)).slice(4);
      return { url: container?.env?.find(({ name }) => name === 'GATEWAY_URL')?.value, ports };
    };
    expect(reached({ gateway: { service: { port: 8080 } } })).toEqual({
      url: 'http://sluice-gateway:8080',
      ports: [3000],
    });
    const elsewhere = { gateway: { enabled: false }, query: { gatewayUrl: 'https://in.example.com/sluice' } };
    expect(reached(elsewhere)).toEqual({ url: 'https://in.example.com/sluice', ports: [443] });
    expect(reached({ gateway: { enabled: false } })).toEqual({ url: undefined, ports: [] });
  });

  test('every process sends traces of itself where they are on, and may reach their receiver; no job does', () => {
    const values = {
      selfTraces: { enabled: true, endpoint: 'http://otel:4318', existingSecret: 'otel', headersKey: 'headers' },
      networkPolicy: { selfTracesPorts: [4318] },
    };
    const several = rendered(over(LEAST, values));
    const all = [...several, ...rendered(over(STANDALONE, values))];
    for (const component of [...COMPONENTS, 'standalone']) {
      expect(workload(all, component).spec.containers[0]?.env).toEqual(
        expect.arrayContaining([
          { name: 'SELF_TRACES', value: 'true' },
          { name: 'OTEL_EXPORTER_OTLP_ENDPOINT', value: 'http://otel:4318' },
          { name: 'OTEL_TRACES_SAMPLER_ARG', value: '0.01' },
          { name: 'OTEL_EXPORTER_OTLP_HEADERS_FILE', value: '/etc/sluice/self-traces/headers' },
        ]),
      );
    }
    const reaching = all.filter((each) => JSON.stringify(each.spec?.egress ?? []).includes('4318'));
    expect(reaching.map(({ metadata }) => metadata.name)).toEqual(
      ['gateway', 'writer', 'query', 'standalone'].map((component) => `sluice-${component}`),
    );
    const jobs = several.filter(({ kind }) => kind === 'Job');
    expect(jobs.length).toBeGreaterThan(1);
    expect(JSON.stringify(jobs)).not.toContain('SELF_TRACES');
    expect(JSON.stringify(rendered(LEAST))).not.toContain('SELF_TRACES');
  });

  test.each([
    ['nothing', {}, 'credentials.existingSecret is needed: a Secret with the tokens of your clients'],
    ['no brokers', over(LEAST, { kafka: { brokers: '' } }), 'kafka.brokers is needed: host:port of your brokers'],
    [
      'no user',
      over(LEAST, { database: { writer: { url: '' } } }),
      'database.writer.url is needed: postgres://user@host',
    ],
    [
      'a broker without port',
      over(LEAST, { kafka: { brokers: 'kafka' } }),
      'kafka.brokers has to be host:port, separated by commas',
    ],
    [
      'a password in a URL',
      over(LEAST, { database: { reader: { url: 'postgres://a:b@c/d' } } }),
      'database.reader.url has to be postgres://user@host:5432/name; the password comes from database.reader.existingSecret',
    ],
    ['latest', over(LEAST, { image: { tag: 'latest' } }), '/image/tag'],
    ['a misspelt name', over(LEAST, { gatway: {} }), "additional properties 'gatway' not allowed"],
    [
      'SASL without a Secret',
      over(LEAST, { kafka: { sasl: { mechanism: 'plain' } } }),
      'kafka.sasl.existingSecret is needed',
    ],
    ['no host', over(LEAST, { ingress: { enabled: true } }), 'ingress.host is needed: the name that clients use'],
    ['traces of itself to nobody', over(LEAST, { selfTraces: { enabled: true } }), 'selfTraces.endpoint is needed'],
    ['no Gateway', over(LEAST, { gatewayApi: { enabled: true } }), 'gatewayApi.parentRefs is needed'],
  ])('refuses %s, and says what is wrong', (_, values, message) => {
    const { ok, text } = template(values);
    expect({ ok, text }).toEqual({ ok: false, text: expect.stringContaining(message) as string });
  });
});
