import { DEFAULT_LIMITS as DECODE_LIMITS, type Limits as DecodeLimits } from '@sluice/decode';
import { DEFAULT_LIMITS as NORMALIZE_LIMITS, type NormalizeLimits, RESOURCE_LABELS } from '@sluice/normalize';
import { REQUEST_LIMITS } from '@sluice/record';
import { type Settings, bytes, grouped, integer, list, memoryShare } from '@sluice/runtime';

const MIB = 1024 * 1024;

/** Settings of the gateway in addition to those of its listener. */
export const gatewayFields = grouped('Taking in', {
  prefixes: list('ATTRIBUTE_PREFIXES', {
    default: ['langfuse', 'vendor'],
    about: 'prefixes of product attributes in spans, the first wins',
  }),
  resourceLabels: list('METRIC_RESOURCE_LABELS', {
    default: RESOURCE_LABELS,
    about: 'attributes of a resource that become labels of its OTLP metrics',
  }),
  maxBodyBytes: bytes('MAX_BODY_BYTES', { default: REQUEST_LIMITS.bytes, about: 'most bytes of a body as it is sent' }),
  maxInflatedBytes: bytes('MAX_INFLATED_BYTES', {
    default: DECODE_LIMITS.inflatedBytes,
    about: 'most bytes of an inflated body',
  }),
  maxItems: integer('MAX_ITEMS', {
    default: DECODE_LIMITS.items,
    min: 1,
    about: 'most spans, observations or points of a request',
  }),
  maxAttributes: integer('MAX_ATTRIBUTES', {
    default: DECODE_LIMITS.attributes,
    min: 1,
    about: 'most attributes of a request',
  }),
  maxValueBytes: bytes('MAX_VALUE_BYTES', {
    default: DECODE_LIMITS.valueBytes,
    about: 'most bytes of one input, output or metadata value',
  }),
  maxItemBytes: bytes('MAX_ITEM_BYTES', {
    default: DECODE_LIMITS.itemBytes,
    about: 'most bytes of one span, observation or trace with all that it holds',
  }),
  maxInflightBytes: bytes('MAX_INFLIGHT_BYTES', {
    default: memoryShare({ divisor: 4, most: 256 * MIB }),
    about: 'memory that all requests being worked on may take together',
  }),
  minUploadBytesPerSecond: bytes('MIN_UPLOAD_BYTES_PER_SECOND', {
    default: 1024,
    about: 'least that may come of a body, over 10 s; below it 503',
  }),
});

export type GatewaySettings = Settings<typeof gatewayFields>;

/** Limits of the stages of a request (contract: Limits). Plain data. */
export interface GatewayLimits {
  /** Size of a body as received, in bytes. */
  readonly wireBytes: number;
  readonly decode: DecodeLimits;
  readonly normalize: NormalizeLimits;
}

/** Limits of each stage from the settings. */
export function gatewayLimits(settings: GatewaySettings): GatewayLimits {
  return {
    wireBytes: settings.maxBodyBytes,
    decode: {
      ...DECODE_LIMITS,
      inflatedBytes: settings.maxInflatedBytes,
      items: settings.maxItems,
      attributes: settings.maxAttributes,
      valueBytes: settings.maxValueBytes,
      itemBytes: settings.maxItemBytes,
    },
    normalize: { ...NORMALIZE_LIMITS, valueBytes: settings.maxValueBytes },
  };
}
