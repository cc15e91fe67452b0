import { hasHelm, template } from './helm';
import { objectsOf } from './objects';
import { LEAST, STANDALONE, over } from './value-sets';

const withHelm = hasHelm() ? describe : describe.skip;

const secured = {
  brokers: 'kafka:9093',
  tls: { enabled: true },
  sasl: { mechanism: 'scram-sha-512', existingSecret: 'kafka-user' },
};
const keda = { enabled: true };
const oauth = (source: object) => ({ mechanism: 'oauthbearer', existingSecret: 'client', oauth: source });

/** Values over the minimum, and parts of the expected error: names of values, and what is accepted. */
const WRONG: Readonly<Record<string, readonly [object, string]>> = {
  'brokers whose port the network policy closes': [
    { kafka: { brokers: 'kafka:9092,b-1.example.com:9096' } },
    'kafka.brokers has the port 9096, which networkPolicy.kafkaPorts does not let through (9092, 9093, 9094)',
  ],
  'a database whose port the network policy closes': [
    { database: { reader: { url: 'postgres://sluice@postgres:5433/sluice?sslmode=require' } } },
    'database.reader.url has the port 5433, which networkPolicy.databasePorts does not let through (5432, 6432)',
  ],
  'a database of the default port where only others are open': [
    { database: { admin: { url: 'postgres://sluice@[::1]/sluice' } }, networkPolicy: { databasePorts: [6432] } },
    'database.admin.url has the port 5432, which networkPolicy.databasePorts does not let through (6432)',
  ],
  'a receiver of traces whose port the network policy closes': [
    { selfTraces: { enabled: true, endpoint: 'http://otel' } },
    'selfTraces.endpoint has the port 80, which networkPolicy.selfTracesPorts does not let through (443, 3000, 4318)',
  ],
  'a broker with a port that there is not': [
    { kafka: { brokers: 'x:99999' } },
    'kafka.brokers has the port 99999; accepted are 1 to 65535',
  ],
  'a password that is sent without TLS': [
    { kafka: { sasl: { mechanism: 'plain', existingSecret: 'kafka-user' } } },
    'kafka.sasl.mechanism: plain sends the password as it is: set kafka.tls.enabled, or kafka.sasl.cleartext',
  ],
  'an authority without TLS': [{ kafka: { tls: { existingSecret: 'ca' } } }, 'kafka.tls.enabled has to be true'],
  'a certificate of nowhere': [
    { kafka: { tls: { enabled: true, clientCertificate: true } } },
    'kafka.tls.existingSecret is needed with kafka.tls.clientCertificate',
  ],
  'a user without a mechanism': [{ kafka: { sasl: { username: 'sluice' } } }, 'kafka.sasl.mechanism is needed'],
  'more replicas in sync than there are': [
    { kafka: { topics: { replicationFactor: 1 } } },
    'kafka.topics.minInSyncReplicas is 2, and there are 1 replicas (kafka.topics.replicationFactor)',
  ],
  'an autoscaler with more at least than at most': [
    { gateway: { autoscaling: { enabled: true, minReplicas: 11 } } },
    'gateway.autoscaling.minReplicas is 11, more than maxReplicas, 10',
  ],
  'an autoscaler by the share of nothing': [
    { query: { autoscaling: { enabled: true }, resources: { requests: { cpu: null } } } },
    'query.resources.requests.cpu is needed with query.autoscaling',
  ],
  'KEDA with more at least than at most': [
    { writer: { keda: { ...keda, minReplicas: 9 } } },
    'writer.keda.minReplicas is 9, more than maxReplicas, 8',
  ],
  'KEDA that falls back to more than there may be': [
    { writer: { keda: { ...keda, maxReplicas: 1 } } },
    'writer.keda.fallbackReplicas is 2, more than maxReplicas, 1',
  ],
  'KEDA that cannot log in': [{ kafka: secured, writer: { keda } }, 'writer.keda.authenticationRef is needed'],
  'KEDA that does not know the authority': [
    { kafka: { brokers: 'kafka:9093', tls: { enabled: true, existingSecret: 'ca' } }, writer: { keda } },
    'writer.keda.authenticationRef is needed',
  ],
  'KEDA that waits for longer than an autoscaler can': [
    { writer: { keda: { ...keda, cooldownSeconds: 3601 } } },
    '/writer/keda/cooldownSeconds',
  ],
  'more writers by KEDA than partitions': [
    { writer: { keda: { ...keda, maxReplicas: 25 } } },
    'writer.keda.maxReplicas is 25, and there are 24 partitions (kafka.topics.partitions)',
  ],
  'more writers than partitions': [
    { writer: { replicas: 5 }, kafka: { topics: { partitions: 4 } } },
    'writer.replicas is 5, and there are 4 partitions (kafka.topics.partitions)',
  ],
  'a name in capitals': [{ fullnameOverride: 'Sluice' }, '/fullnameOverride'],
  'a name of a Service that begins with a digit': [{ nameOverride: '1st' }, '/nameOverride'],
  'a host in capitals': [{ ingress: { enabled: true, host: 'Sluice.Example.com' } }, '/ingress/host'],
  'a route to OTLP/gRPC that is off': [
    { otlp: { grpc: { enabled: false } }, ingress: { enabled: true, host: 'a.example', grpc: { enabled: true } } },
    'otlp.grpc.enabled and gateway.enabled have to be true with them',
  ],
  'a GRPCRoute with the hostnames of the HTTPRoute': [
    {
      gatewayApi: {
        enabled: true,
        parentRefs: [{ name: 'public' }],
        hostnames: ['a.example'],
        grpc: { enabled: true, hostnames: ['otlp.example', 'a.example'] },
      },
    },
    'gatewayApi.grpc.hostnames has a.example',
  ],
  'a GRPCRoute without hostnames': [
    { gatewayApi: { enabled: true, parentRefs: [{ name: 'public' }], grpc: { enabled: true } } },
    'gatewayApi.grpc.hostnames or gatewayApi.grpc.parentRefs is needed',
  ],
  'two ports of a Service that are one': [
    { gateway: { service: { port: 4317 } } },
    'gateway.service.port, otlp.http.port and otlp.grpc.port have to be different: they are 4317, 4318, 4317',
  ],
  'a port of OTLP that there is not': [{ otlp: { grpc: { port: 0 } } }, '/otlp/grpc/port'],
  'a host of a route with a port': [{ gatewayApi: { hostnames: ['a.example:80'] } }, '/gatewayApi/hostnames/0'],
  'a Secret in capitals': [{ credentials: { existingSecret: 'Tokens' } }, '/credentials/existingSecret'],
  'a key of a Secret that is a path': [{ credentials: { keyPairsKey: 'a/b' } }, '/credentials/keyPairsKey'],
  'a value of a label that is not one': [{ gateway: { podLabels: { team: 'a b' } } }, '/gateway/podLabels/team'],
  'a label that is no text': [{ defaults: { podLabels: { on: true } } }, '/defaults/podLabels/on'],
  'a label that the chart has': [{ writer: { podLabels: { 'app.kubernetes.io/name': 'x' } } }, '/writer/podLabels'],
  'an annotation that is no text': [{ ingress: { annotations: { on: true } } }, '/ingress/annotations/on'],
  'a node of a number': [{ query: { nodeSelector: { zone: 1 } } }, '/query/nodeSelector/zone'],
  'a budget that lets no node be drained': [
    { defaults: { podDisruptionBudget: { maxUnavailable: 0 } } },
    '/defaults/podDisruptionBudget/maxUnavailable',
  ],
  'a budget of no percent': [
    { query: { podDisruptionBudget: { maxUnavailable: '0%' } } },
    '/query/podDisruptionBudget/maxUnavailable',
  ],
  'a port of a policy that there is not': [{ networkPolicy: { kafkaPorts: [70000] } }, '/networkPolicy/kafkaPorts/0'],
  'a peer that is none': [{ networkPolicy: { clients: [{ team: 'a' }] } }, '/networkPolicy/clients/0'],
  'a quantity that is none': [
    { writer: { resources: { requests: { memory: '1 GB' } } } },
    '/writer/resources/requests/memory',
  ],
  'a limit below what is requested': [
    { gateway: { resources: { limits: { memory: '0.2Gi' } } } },
    'gateway.resources.requests.memory is 256Mi, more than limits.memory, 0.2Gi',
  ],
  'no credentials at all': [
    { credentials: { bearerTokensKey: '' } },
    'credentials.bearerTokensKey or credentials.keyPairsKey is needed',
  ],
  'a document for writers alone': [
    { credentials: { writerSecret: 'projects' } },
    'credentials.keyPairsKey is needed with credentials.writerSecret',
  ],
  'a variable that the chart has': [
    { query: { extraEnv: [{ name: 'PROJECT_ID', value: 'a' }] } },
    'Deployment sluice-query has this environment variable twice: PROJECT_ID',
  ],
  'a variable of a number': [{ defaults: { extraEnv: [{ name: 'A', value: 1 }] } }, '/defaults/extraEnv/0/value'],
  'a volume that the chart has': [
    { jobs: { extraVolumes: [{ name: 'tmp', emptyDir: {} }] } },
    'Job sluice-topics has this volume twice: tmp',
  ],
  'two volumes in one place': [
    { writer: { extraVolumeMounts: [{ name: 'tmp', mountPath: '/tmp' }] } },
    'Deployment sluice-writer has this mountPath twice: /tmp',
  ],
  'a chart that is switched off by itself': [{ enabled: false }, 'enabled: false is for the condition of an umbrella'],
  'no service at all': [
    { gateway: { enabled: false }, writer: { enabled: false }, query: { enabled: false } },
    'gateway.enabled, writer.enabled or query.enabled has to be true',
  ],
  'a host that leads nowhere': [
    { gateway: { enabled: false }, query: { enabled: false }, ingress: { enabled: true, host: 'a.example.com' } },
    'gateway.enabled or query.enabled has to be true with them',
  ],
  'a token that is sent without TLS': [
    { kafka: { sasl: { mechanism: 'oauthbearer', oauth: { tokenFile: '/token' } } } },
    'kafka.sasl.mechanism: oauthbearer sends the token as it is',
  ],
  'a token from nowhere': [
    { kafka: { ...secured, sasl: oauth({}) } },
    'kafka.sasl.oauth.tokenUrl or kafka.sasl.oauth.tokenFile is needed',
  ],
  'a token from two places': [
    { kafka: { ...secured, sasl: oauth({ tokenUrl: 'https://a.example', tokenFile: '/token' }) } },
    'kafka.sasl.oauth.tokenUrl or kafka.sasl.oauth.tokenFile is needed',
  ],
  'a file of tokens with a user': [
    { kafka: { ...secured, sasl: { ...oauth({ tokenFile: '/token' }), username: 'a' } } },
    'kafka.sasl.oauth.tokenFile has no use for existingSecret, username and scope',
  ],
  'a client secret that is sent without TLS': [
    { kafka: { ...secured, sasl: oauth({ tokenUrl: 'http://a.example' }) } },
    'kafka.sasl.oauth.tokenUrl is sent the client secret',
  ],
  'an authority with a password': [
    { kafka: { ...secured, sasl: oauth({ tokenUrl: 'https://a:b@a.example' }) } },
    '/kafka/sasl/oauth/tokenUrl',
  ],
  'a scope without tokens': [
    { kafka: { ...secured, sasl: { ...secured.sasl, oauth: { scope: 'a' } } } },
    'kafka.sasl.mechanism has to be oauthbearer',
  ],
  'an object without a kind': [
    { extraManifests: ['apiVersion: v1'] },
    'extraManifests[0] has to be one object with apiVersion, kind and metadata.name',
  ],
  'a container that the chart has': [
    { query: { extraContainers: [{ name: 'query', image: 'a:1' }] } },
    'Deployment sluice-query has this container twice: query',
  ],
  'a container without an image': [{ query: { extraContainers: [{ name: 'a' }] } }, '/query/extraContainers/0'],
  'a digest that is none': [{ image: { digest: 'sha256:12' } }, '/image/digest'],
  'a registry with a scheme': [{ global: { imageRegistry: 'https://a.example' } }, '/global/imageRegistry'],
  'a repository in capitals': [{ image: { repository: 'Acme/sluice' } }, '/image/repository'],
  'a tag with a digest': [{ image: { tag: '1@sha256' } }, '/image/tag'],
};

withHelm('values that cannot work', () => {
  test.each(Object.entries(WRONG))('are refused: %s', (_, [values, message]) => {
    const { ok, text } = template(over(LEAST, { ...values }));
    expect({ ok, text }).toEqual({ ok: false, text: expect.stringContaining(message) as string });
  });

  test('are named all at once', () => {
    const { text } = template(over(LEAST, { kafka: { brokers: 'x:9096,y:0' }, writer: { replicas: 30 } }));
    expect(text).toContain('\n- kafka.brokers has the port 9096');
    expect(text).toContain('\n- kafka.brokers has the port 0; accepted are 1 to 65535');
    expect(text).toContain('\n- writer.replicas is 30');
  });

  test('are refused of one process, too, where they are of it', () => {
    const { text } = template(over(STANDALONE, { standalone: { resources: { limits: { cpu: '100m' } } } }));
    expect(text).toContain('standalone.resources.requests.cpu is 500m, more than limits.cpu, 100m');
    expect(template(over(STANDALONE, { kafka: { brokers: 'x:1' }, writer: { replicas: 30 } }))).toMatchObject({
      ok: true,
    });
  });

  test('of a release whose name can name no Service', () => {
    const { text } = template(over(LEAST, { fullnameOverride: '' }), { release: '1st' });
    expect(text).toContain('fullnameOverride is needed: objects cannot be called 1st-sluice');
  });
});

withHelm('values that do work', () => {
  test.each([
    ['another port that is let through', { kafka: { brokers: 'x:9096' }, networkPolicy: { kafkaPorts: [9096] } }],
    ['another port without policies', { kafka: { brokers: 'x:9096' }, networkPolicy: { enabled: false } }],
    [
      'a password without TLS that is meant',
      { kafka: { sasl: { ...secured.sasl, mechanism: 'plain', cleartext: true } } },
    ],
    ['as many writers as partitions', { writer: { replicas: 24 } }],
    ['a share of pods', { defaults: { podDisruptionBudget: { maxUnavailable: '25%' } } }],
    ['a limit in another unit', { gateway: { resources: { limits: { memory: '1Gi', cpu: 1 } } } }],
    ['KEDA by TLS of authorities that all know', { kafka: { ...secured, sasl: {} }, writer: { keda } }],
  ])('are not refused: %s', (_, values) => {
    expect(template(over(LEAST, { ...values }))).toMatchObject({ ok: true });
  });

  test('KEDA speaks to brokers as the writers do', () => {
    const { text } = template(
      over(LEAST, { kafka: secured, writer: { keda: { ...keda, authenticationRef: 'kafka' } } }),
    );
    const scaled = objectsOf(text).find(({ kind }) => kind === 'ScaledObject');
    const { triggers } = scaled?.spec as unknown as { readonly triggers: readonly { readonly metadata: object }[] };
    expect(triggers.length).toBeGreaterThan(1);
    for (const { metadata } of triggers) expect(metadata).toMatchObject({ tls: 'enable', sasl: 'scram_sha512' });
  });
});
