import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePorts } from '../../network';

const run = promisify(execFile);

/** User of the broker, by PLAIN and by SCRAM-SHA-512, each with a password of its own. */
export const BROKER_USER = { name: 'sluice', plain: 'plain-password', scram: 'scram-password' } as const;

/** Addresses of the TLS listeners as host:port. */
export interface SecuredPlaces {
  readonly tls: string;
  /** TLS, then SASL by PLAIN, SCRAM-SHA-512 or OAUTHBEARER with an unsigned token. */
  readonly sasl: string;
  /** Self-signed certificate of the broker as PEM. It is for 127.0.0.1. */
  readonly ca: string;
}

/** Makes a key and its certificate, and the broker's settings that use them. Needs the `keytool` of the JVM. */
export async function securedListeners(folder: string) {
  const [tls = 0, sasl = 0] = await freePorts(2);
  const keyStore = join(folder, 'broker.p12');
  const ca = await makeKey(keyStore);
  const listeners = `TLS://127.0.0.1:${tls},SASL://127.0.0.1:${sasl}`;
  const modules = 'org.apache.kafka.common.security';
  return {
    places: { tls: `127.0.0.1:${tls}`, sasl: `127.0.0.1:${sasl}`, ca },
    /** Appended to the broker's other values. */
    more: {
      listeners,
      'advertised.listeners': listeners,
      'listener.security.protocol.map': 'TLS:SSL,SASL:SASL_SSL',
    },
    properties: {
      // Every user has all rights until restrict-user.ts limits them.
      'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
      'super.users': 'User:ANONYMOUS',
      'allow.everyone.if.no.acl.found': 'true',
      'ssl.keystore.type': 'PKCS12',
      'ssl.keystore.location': keyStore,
      'ssl.keystore.password': STORE_PASSWORD,
      'ssl.key.password': STORE_PASSWORD,
      'listener.name.sasl.sasl.enabled.mechanisms': 'PLAIN,SCRAM-SHA-512,OAUTHBEARER',
      'listener.name.sasl.plain.sasl.jaas.config': `${modules}.plain.PlainLoginModule required user_${BROKER_USER.name}="${BROKER_USER.plain}";`,
      'listener.name.sasl.scram-sha-512.sasl.jaas.config': `${modules}.scram.ScramLoginModule required;`,
      'listener.name.sasl.oauthbearer.sasl.jaas.config': `${modules}.oauthbearer.OAuthBearerLoginModule required unsecuredLoginStringClaim_sub="broker";`,
    },
  };
}

const STORE_PASSWORD = 'changeit';

/** @returns the certificate as PEM */
async function makeKey(keyStore: string): Promise<string> {
  const store = ['-alias', 'broker', '-storetype', 'PKCS12', '-keystore', keyStore, '-storepass', STORE_PASSWORD];
  const key = [
    '-keyalg',
    'EC',
    '-groupname',
    'secp256r1',
    '-validity',
    '3650',
    '-dname',
    'CN=broker',
    '-ext',
    'san=ip:127.0.0.1',
  ];
  await run('keytool', ['-genkeypair', ...store, ...key]);
  return (await run('keytool', ['-exportcert', '-rfc', ...store])).stdout;
}

/** Adds the user of SCRAM to a running broker, which stores only a hash of the password. */
export async function addScramUser(jars: string, broker: string): Promise<void> {
  const config = `SCRAM-SHA-512=[iterations=4096,password=${BROKER_USER.scram}]`;
  const user = ['--entity-type', 'users', '--entity-name', BROKER_USER.name];
  const args = ['-cp', `${jars}/*`, 'kafka.admin.ConfigCommand', '--bootstrap-server', broker];
  await run('java', ['-XX:TieredStopAtLevel=1', ...args, '--alter', '--add-config', config, ...user]);
}

/**
 * Makes an unsigned token that the broker accepts (RFC 7519, 6).
 * @param seconds of its validity
 */
export function unsignedToken(seconds: number, subject: string = BROKER_USER.name): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const now = Math.floor(Date.now() / 1000);
  return `${part({ alg: 'none' })}.${part({ sub: subject, iat: now, exp: now + seconds })}.`;
}
