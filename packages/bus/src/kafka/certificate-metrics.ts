import { X509Certificate } from 'node:crypto';
import type { Metrics } from '@sluice/runtime';
import type { KafkaConnection } from './connection';

/** Exports the expiry time of the client certificate. It is the certificate in use: it was read at start. */
export function exposeCertificate(metrics: Metrics, { tls }: Pick<KafkaConnection, 'tls'>): void {
  const gauge = metrics.gauge({
    name: 'sluice_kafka_certificate_expiry_timestamp_seconds',
    help: 'When the certificate of KAFKA_SSL_CERT ends; absent without one',
  });
  if (tls?.cert === undefined) gauge.remove();
  else gauge.set(Date.parse(new X509Certificate(tls.cert).validTo) / 1000);
}
