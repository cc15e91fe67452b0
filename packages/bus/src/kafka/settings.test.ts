import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SettingsError, createLogger, readSettings } from '@sluice/runtime';
import { temporaryFolder } from '@sluice/testbed/machine';
import { certificateOf } from '@sluice/testbed/network';
import { kafkaConnection, kafkaFields, kafkaProblems } from './settings';

const logger = createLogger({ level: 'silent', pretty: false });

const folder = temporaryFolder('kafka-settings', afterAll);
const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
const passwordFile = join(folder, 'password');
beforeAll(() => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  writeFileSync(certFile, certificateOf(publicKey, privateKey));
  writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(passwordFile, 'of the file\n');
});

const read = (env: NodeJS.ProcessEnv) => readSettings(env, kafkaFields, kafkaProblems);
const connect = (env: NodeJS.ProcessEnv) => kafkaConnection(read(env), { clientId: 'test', logger });
function problemsOf(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    read(env);
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
  }
  return [];
}

const BROKERS = { KAFKA_BROKERS: 'kafka-1:9092, [::1]:9093' };
const OAUTH = { ...BROKERS, KAFKA_SASL_MECHANISM: 'oauthbearer' };
const OAUTH_TLS = { ...OAUTH, KAFKA_SSL: 'true' };

test('brokers alone are a plain connection to them', () => {
  expect(connect(BROKERS)).toMatchObject({
    brokers: ['kafka-1:9092', '[::1]:9093'],
    clientId: 'test',
    topicPrefix: '',
    sasl: undefined,
  });
  expect(connect(BROKERS)).not.toHaveProperty('tls');
});

test('TLS with material of its own, and a password, come out of files', () => {
  const env = {
    ...BROKERS,
    KAFKA_TOPIC_PREFIX: 'team-a.',
    KAFKA_SSL: 'true',
    KAFKA_SSL_CA_FILE: certFile,
    KAFKA_SSL_CERT_FILE: certFile,
    KAFKA_SSL_KEY_FILE: keyFile,
    KAFKA_SASL_MECHANISM: 'SCRAM-SHA-512',
    KAFKA_SASL_USERNAME: 'sluice',
    KAFKA_SASL_PASSWORD_FILE: passwordFile,
  };
  const cert = readFileSync(certFile, 'utf8').trimEnd();
  expect(connect(env)).toMatchObject({
    topicPrefix: 'team-a.',
    tls: { ca: cert, cert, key: readFileSync(keyFile, 'utf8').trimEnd() },
    sasl: { mechanism: 'scram-sha-512', username: 'sluice', password: 'of the file' },
  });
});

test.each([
  ['no brokers', {}, 'KAFKA_BROKERS: required'],
  ['a broker without a port', { KAFKA_BROKERS: 'kafka-1' }, 'KAFKA_BROKERS: expected'],
  ['a broker as a URL', { KAFKA_BROKERS: 'http://kafka-1:9092' }, 'KAFKA_BROKERS: expected'],
  ['a port that is none', { KAFKA_BROKERS: 'kafka-1:70000' }, 'KAFKA_BROKERS: expected'],
  ['a prefix that topics cannot have', { ...BROKERS, KAFKA_TOPIC_PREFIX: 'a/b' }, 'KAFKA_TOPIC_PREFIX: expected'],
  ['a mechanism without its user', { ...BROKERS, KAFKA_SASL_MECHANISM: 'plain' }, 'KAFKA_SASL_MECHANISM, KAFKA'],
  ['a password without a mechanism', { ...BROKERS, KAFKA_SASL_PASSWORD: 'x' }, 'KAFKA_SASL_MECHANISM, KAFKA'],
  [
    'a token without its mechanism',
    { ...BROKERS, KAFKA_OAUTH_TOKEN_FILE: '/run/token' },
    'KAFKA_SASL_MECHANISM: expected oauthbearer',
  ],
  ['a mechanism without its token', OAUTH_TLS, 'KAFKA_OAUTH_TOKEN_URL, KAFKA_OAUTH_TOKEN_FILE: expected one'],
  [
    'two ways to a token',
    { ...OAUTH_TLS, KAFKA_OAUTH_TOKEN_FILE: '/run/token', KAFKA_OAUTH_TOKEN_URL: 'https://a/token' },
    'KAFKA_OAUTH_TOKEN_URL, KAFKA_OAUTH_TOKEN_FILE: expected one',
  ],
  [
    'a client without its secret',
    { ...OAUTH_TLS, KAFKA_OAUTH_TOKEN_URL: 'https://a/token', KAFKA_OAUTH_CLIENT_ID: 'me' },
    'KAFKA_OAUTH_TOKEN_URL, KAFKA_OAUTH_CLIENT_ID, KAFKA_OAUTH_CLIENT_SECRET: expected all',
  ],
  [
    'a password beside a token',
    { ...OAUTH_TLS, KAFKA_OAUTH_TOKEN_FILE: '/run/token', KAFKA_SASL_PASSWORD: 'secret text' },
    'KAFKA_SASL_USERNAME, KAFKA_SASL_PASSWORD: expected none',
  ],
  [
    'extensions that brokers cannot read',
    { ...OAUTH_TLS, KAFKA_OAUTH_TOKEN_FILE: '/run/token', KAFKA_OAUTH_EXTENSIONS: 'logical cluster=1' },
    'KAFKA_OAUTH_EXTENSIONS: expected name=value',
  ],
  ['a certificate without TLS', { ...BROKERS, KAFKA_SSL_CA_FILE: certFile }, 'KAFKA_SSL: expected true'],
  [
    'a certificate without its key',
    { ...BROKERS, KAFKA_SSL: 'true', KAFKA_SSL_CERT_FILE: certFile },
    'KAFKA_SSL_CERT, KAFKA_SSL_KEY: expected both',
  ],
  ['no certificate', { ...BROKERS, KAFKA_SSL: 'true', KAFKA_SSL_CA: 'secret text' }, 'KAFKA_SSL_CA: expected PEM'],
  [
    'a broken certificate',
    { ...BROKERS, KAFKA_SSL: 'true', KAFKA_SSL_CA: '-----BEGIN CERTIFICATE-----\nsecret text' },
    'KAFKA_SSL_CA: expected certificates',
  ],
  [
    'a key that is none',
    { ...BROKERS, KAFKA_SSL: 'true', KAFKA_SSL_CERT_FILE: certFile, KAFKA_SSL_KEY_FILE: certFile },
    'KAFKA_SSL_CERT, KAFKA_SSL_KEY: expected a certificate and its key',
  ],
])('%s: refused by name, and nothing secret is shown', (_, env, beginning) => {
  const problems = problemsOf(env);
  expect(problems).toEqual([expect.stringContaining(beginning)]);
  expect(problems.join()).not.toContain('secret text');
});

const PASSWORD = { KAFKA_SASL_USERNAME: 'sluice', KAFKA_SASL_PASSWORD: 'secret text' };
const TOKEN_URL = {
  ...OAUTH,
  KAFKA_SSL: 'true',
  KAFKA_OAUTH_CLIENT_ID: 'me',
  KAFKA_OAUTH_CLIENT_SECRET: 'secret text',
};

describe('what could be read on the way to the brokers', () => {
  const plain = { ...BROKERS, ...PASSWORD, KAFKA_SASL_MECHANISM: 'plain' };
  const cleartext: [string, NodeJS.ProcessEnv, string][] = [
    ['a password', plain, 'KAFKA_SSL: expected true with plain'],
    ['a token', { ...OAUTH, KAFKA_OAUTH_TOKEN_FILE: '/run/token' }, 'KAFKA_SSL: expected true with oauthbearer'],
    [
      'the secret of a client',
      { ...TOKEN_URL, KAFKA_OAUTH_TOKEN_URL: 'http://authority/secret text' },
      'KAFKA_OAUTH_TOKEN_URL: expected https://',
    ],
  ];
  it.each(cleartext)('%s is refused unless a setting says that it is meant', (_, env, beginning) => {
    expect(problemsOf(env)).toEqual([expect.stringContaining(beginning)]);
    expect(problemsOf(env).join()).toContain('KAFKA_SASL_CLEARTEXT=true');
    expect(problemsOf(env).join()).not.toContain('secret text');
    expect(problemsOf({ ...env, KAFKA_SASL_CLEARTEXT: 'true' })).toEqual([]);
  });

  it('is told once for each way', () => {
    const env = { ...TOKEN_URL, KAFKA_SSL: 'false', KAFKA_OAUTH_TOKEN_URL: 'http://authority/token' };
    expect(problemsOf(env)).toHaveLength(2);
  });

  it.each([
    ['TLS', { ...plain, KAFKA_SSL: 'true' }],
    ['TLS to brokers and authority', { ...TOKEN_URL, KAFKA_OAUTH_TOKEN_URL: 'https://authority/token' }],
    ['a mechanism that sends no secret', { ...plain, KAFKA_SASL_MECHANISM: 'scram-sha-256' }],
  ])('is nothing with %s', (_, env) => expect(problemsOf(env)).toEqual([]));
});

test('docs/operate/kafka.md names every one of them, and no other', () => {
  const page = readFileSync(join(__dirname, '../../../../docs/operate/kafka.md'), 'utf8');
  const named = [...page.matchAll(/^\| `(KAFKA_[A-Z_]+)`/gm)].map(([, name]) => name);
  const asked = new Set<string>();
  const get = (_: unknown, name: string | symbol): undefined => void asked.add(String(name));
  expect(() => read(new Proxy<NodeJS.ProcessEnv>({}, { get }))).toThrow(SettingsError);
  expect(named.sort()).toEqual([...asked].sort());
});
