import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from '../../../command/run-program';

/** Makes a certificate that is its own authority, for two processes that trust no other. */
export async function makeCertificate(folder: string, name: string): Promise<{ certificate: string; key: string }> {
  const [certificate, key] = [join(folder, 'tls.crt'), join(folder, 'tls.key')];
  await mkdir(folder);
  const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', certificate];
  await runProgram('openssl', [...args, '-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1']);
  return { certificate, key };
}
