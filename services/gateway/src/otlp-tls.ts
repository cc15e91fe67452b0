import { X509Certificate, createPrivateKey } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { ListenerTls, type TlsPair, contextOf } from '@sluice/http';
import {
  type Metrics,
  type Reading,
  type SettingFile,
  type SettingFiles,
  type Settings,
  file,
  refused,
  watchCertificateExpiry,
} from '@sluice/runtime';

/** Limit of a certificate with its chain, and of a key, in bytes. */
const LARGEST_PEM = 256 * 1024;

/** Reads a text that Node can parse. The error of Node may quote the text, so that no message has it. */
function parsable(accepted: string, parse: (text: string) => unknown): (text: string) => Reading<string> {
  return (text) => {
    try {
      parse(text);
      return { ok: true, value: text };
    } catch {
      return refused(`expected ${accepted}`);
    }
  };
}

/** Certificate of the listeners of OTLP, and its key, in files that are followed. */
export const otlpTlsFields = {
  otlpTlsCert: file('OTLP_TLS_CERT_FILE', {
    maxBytes: LARGEST_PEM,
    read: parsable('a certificate as PEM', (text) => new X509Certificate(text)),
    about: 'certificate of both ports of OTLP with its chain, as PEM, followed while the process runs; unset: no TLS',
  }),
  otlpTlsKey: file('OTLP_TLS_KEY_FILE', {
    maxBytes: LARGEST_PEM,
    secret: true,
    read: parsable('a private key as PEM, without a passphrase', (text) => createPrivateKey(text)),
    about: 'its key, as PEM without a passphrase, followed too',
  }),
};

export type OtlpTlsSettings = Settings<typeof otlpTlsFields>;

/** Files of a certificate and its key. */
interface PairFiles {
  readonly cert: SettingFile<string>;
  readonly key: SettingFile<string>;
}

/** Contradictions of certificate and key. */
export function otlpTlsProblems({ otlpTlsCert: cert, otlpTlsKey: key }: OtlpTlsSettings): readonly string[] {
  if ((cert === undefined) !== (key === undefined)) {
    return ['OTLP_TLS_CERT_FILE, OTLP_TLS_KEY_FILE: expected both or none'];
  }
  if (cert === undefined || key === undefined) return [];
  const reading = pairOf({ cert, key }, { cert: cert.value, key: key.value });
  return reading.ok ? [] : reading.problems;
}

/** Checks that a key is that of its certificate, and that TLS accepts both. */
function pairOf({ cert, key }: PairFiles, pair: TlsPair): Reading<TlsPair> {
  const names = `${cert.setting}, ${key.setting}: ${cert.path}, ${key.path}:`;
  if (!new X509Certificate(pair.cert).checkPrivateKey(createPrivateKey(pair.key))) {
    return refused(`${names} expected the key of the certificate, got that of another`);
  }
  try {
    createSecureContext(contextOf(pair));
    return { ok: true, value: pair };
  } catch (error) {
    return refused(`${names} TLS does not accept them (${String((error as NodeJS.ErrnoException).code)})`);
  }
}

/** Reads the new texts of both files. */
function readPair(files: PairFiles, cert: string, key: string): Reading<TlsPair> {
  const named = ({ setting, read }: SettingFile<string>, text: string): readonly string[] => {
    const reading = read(text);
    return reading.ok ? [] : reading.problems.map((problem) => `${setting}: ${problem}`);
  };
  const problems = [...named(files.cert, cert), ...named(files.key, key)];
  return problems.length > 0 ? refused(...problems) : pairOf(files, { cert, key });
}

export interface FollowOtlpTlsOptions {
  readonly config: OtlpTlsSettings;
  readonly files: SettingFiles;
  readonly metrics: Metrics;
}

/** TLS of the listeners of OTLP, which presents each new certificate of the files; undefined without a certificate. */
export async function followOtlpTls({
  config,
  files,
  metrics,
}: FollowOtlpTlsOptions): Promise<ListenerTls | undefined> {
  const { otlpTlsCert: cert, otlpTlsKey: key } = config;
  const exposeExpiry = watchCertificateExpiry(metrics, {
    name: 'sluice_otlp_certificate_expiry_timestamp_seconds',
    help: 'When the certificate of OTLP_TLS_CERT_FILE in use ends; absent without one',
  });
  if (cert === undefined || key === undefined) return undefined;
  const pair = { cert: cert.value, key: key.value };
  const tls = new ListenerTls(pair);
  exposeExpiry(pair.cert);
  await files.followTogether({
    files: [cert, key],
    read: ([certText = '', keyText = '']) => readPair({ cert, key }, certText, keyText),
    describe: (fresh) => ({ expires: new Date(new X509Certificate(fresh.cert).validTo).toISOString() }),
    use: (fresh) => {
      tls.replace(fresh);
      exposeExpiry(fresh.cert);
    },
  });
  return tls;
}
