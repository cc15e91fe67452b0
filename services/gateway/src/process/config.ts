import { kafkaFields, kafkaProblems } from '@sluice/bus/kafka';
import {
  credentialFields,
  credentialProblems,
  listenerFields,
  listenerProblems,
  missingCredentials,
} from '@sluice/http';
import { type Settings, logFields, readSettings } from '@sluice/runtime';
import { selfTraceFields, selfTraceProblems } from '@sluice/tracing';
import { gatewayFields } from '../config';
import { otlpFields, otlpProblems } from '../otlp-settings';
import { otlpTlsProblems } from '../otlp-tls';

/** All settings of the gateway as a separate process. */
export const gatewayProcessFields = {
  ...listenerFields('0.0.0.0'),
  ...otlpFields,
  ...credentialFields,
  ...gatewayFields,
  ...kafkaFields,
  ...selfTraceFields,
  ...logFields,
};

export type GatewayProcessSettings = Settings<typeof gatewayProcessFields>;

/**
 * Reads the settings of the gateway as a separate process.
 * @throws SettingsError with all problems together
 */
export function readGatewaySettings(env: NodeJS.ProcessEnv = process.env): GatewayProcessSettings {
  return readSettings(
    env,
    gatewayProcessFields,
    (settings) => [
      ...listenerProblems(settings),
      ...otlpProblems(settings),
      ...credentialProblems(settings),
      ...missingCredentials(settings),
    ],
    otlpTlsProblems,
    kafkaProblems,
    selfTraceProblems,
  );
}
