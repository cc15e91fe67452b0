import type {
  SentExponentialHistogramDataPoint,
  SentHistogramDataPoint,
  SentNumberDataPoint,
  SentSummaryDataPoint,
  SentValueAtQuantile,
} from './generated/sent-messages';
import { type BucketCounts, distributionFault } from './otlp-metric-rules';
import type { OtlpDistribution, OtlpPoint, OtlpQuantile } from './otlp-metrics';

/*
 * Conversion of a sent data point, in both encodings, to the point or its fault.
 */

const NO_QUANTILES: OtlpDistribution['quantiles'] = new Map();

export const numberOf = (sent: SentNumberDataPoint): OtlpPoint => ({
  attributes: sent.attributes,
  time: sent.timeUnixNano,
  measured: sent.value as number,
});

export const histogramOf = (sent: SentHistogramDataPoint): OtlpPoint | string =>
  distributionOf(
    sent,
    { count: sent.count, sum: sent.sum, min: sent.min, max: sent.max, quantiles: NO_QUANTILES },
    { counts: sent.bucketCounts, bounds: sent.explicitBounds },
  );

export const exponentialHistogramOf = (sent: SentExponentialHistogramDataPoint): OtlpPoint | string =>
  distributionOf(sent, { count: sent.count, sum: sent.sum, min: sent.min, max: sent.max, quantiles: NO_QUANTILES });

export const summaryOf = (sent: SentSummaryDataPoint): OtlpPoint | string =>
  distributionOf(sent, {
    count: sent.count,
    sum: sent.sum,
    min: undefined,
    max: undefined,
    quantiles: new Map(sent.quantileValues),
  });

/** A quantile and its value; undefined where nothing was observed. */
export const quantileOf = ({ quantile, value }: SentValueAtQuantile): OtlpQuantile | undefined =>
  value === undefined ? undefined : [quantile, value];

function distributionOf(
  sent: Pick<SentHistogramDataPoint, 'attributes' | 'timeUnixNano'>,
  measured: OtlpDistribution,
  buckets?: BucketCounts,
): OtlpPoint | string {
  return distributionFault(measured, buckets) ?? { attributes: sent.attributes, time: sent.timeUnixNano, measured };
}
