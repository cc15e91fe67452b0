import { X509Certificate } from 'node:crypto';
import type { Metrics } from './metrics';

/**
 * Gauge of the expiry time of a certificate, in seconds since 1970; absent without a certificate.
 * @returns a function that exports the time of another certificate, the first of a PEM text
 */
export function watchCertificateExpiry(
  metrics: Metrics,
  { name, help }: { readonly name: string; readonly help: string },
): (pem: string | undefined) => void {
  const gauge = metrics.gauge({ name, help });
  gauge.remove();
  return (pem) => {
    if (pem === undefined) gauge.remove();
    else gauge.set(Date.parse(new X509Certificate(pem).validTo) / 1000);
  };
}
