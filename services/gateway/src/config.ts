import { DEFAULT_LIMITS as DECODE_LIMITS } from '@sluice/decode';
import { DEFAULT_LIMITS as NORMALIZE_LIMITS } from '@sluice/normalize';
import { type Settings, bytes, integer, list, memoryShare } from '@sluice/runtime';
import type { GatewayLimits } from './ingest';

const MIB = 1024 * 1024;

/** The settings of the gateway beside those of its listener. */
export const gatewayFields = {
  prefixes: list('ATTRIBUTE_PREFIXES', { default: ['langfuse', 'vendor'] }),
  maxBodyBytes: bytes('MAX_BODY_BYTES', { default: 20 * MIB }),
  maxInflatedBytes: bytes('MAX_INFLATED_BYTES', { default: DECODE_LIMITS.inflatedBytes }),
  maxItems: integer('MAX_ITEMS', { default: DECODE_LIMITS.items, min: 1 }),
  maxAttributes: integer('MAX_ATTRIBUTES', { default: DECODE_LIMITS.attributes, min: 1 }),
  maxValueBytes: bytes('MAX_VALUE_BYTES', { default: DECODE_LIMITS.valueBytes }),
  maxInflightBytes: bytes('MAX_INFLIGHT_BYTES', { default: memoryShare({ divisor: 4, most: 256 * MIB }) }),
};

export type GatewaySettings = Settings<typeof gatewayFields>;

/** The limits of each stage as the settings have them. */
export function gatewayLimits(settings: GatewaySettings): GatewayLimits {
  return {
    wireBytes: settings.maxBodyBytes,
    decode: {
      ...DECODE_LIMITS,
      inflatedBytes: settings.maxInflatedBytes,
      items: settings.maxItems,
      attributes: settings.maxAttributes,
      valueBytes: settings.maxValueBytes,
    },
    normalize: { ...NORMALIZE_LIMITS, valueBytes: settings.maxValueBytes },
  };
}
