import { type Metrics, watchCertificateExpiry } from '@sluice/runtime';
import type { KafkaConnection } from './connection';

/** Exports the expiry time of the client certificate. It is the certificate in use: it was read at start. */
export function exposeCertificate(metrics: Metrics, { tls }: Pick<KafkaConnection, 'tls'>): void {
  const watch = watchCertificateExpiry(metrics, {
    name: 'sluice_kafka_certificate_expiry_timestamp_seconds',
    help: 'When the certificate of KAFKA_SSL_CERT ends; absent without one',
  });
  watch(tls?.cert);
}
