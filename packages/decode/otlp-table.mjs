/**
 * The fields of OTLP that are read, in both encodings. `npm run otlp:generate` writes the readers from this table and from
 * proto/, which has the numbers and the types of the fields. Names are those of JSON in lowerCamelCase.
 *
 * A field is its kind (`scripts/otlp-kinds.mjs`), or an object with
 * - `kind`, and `bytes` for the length of an id;
 * - `sum` or `oneOf` in place of its own name: the fields that are added, or of which one is sent (in JSON the first counts);
 * - `list`: the message of its elements, each of which counts as a part; elements that `make` returns undefined for are left
 *   out. `path` names an element in errors, where its index does not;
 * - `inline`: fields of a message that are read as if they were of this one; JSON reads them last;
 * - `rule`: the function that returns the fault of the value, and the members of `Reading` that it needs beside the value;
 * - `skip`: the function that returns whether the item has nothing to store.
 *
 * JSON is read in the order of this table, and a rule is checked when its field was read: the first fault is reported, and
 * nothing after it counts. Protobuf is read in the order of the body, and its rules are checked afterwards in the order of this table.
 *
 * A message has `fields` and `make`, the function that makes the product's `type` from them (without it they are the result). An
 * `item` is refused alone, and called by that name when it is no object.
 */

/** The values of an attribute. In JSON the first that is set counts. */
export const ANY_VALUE = {
  stringValue: 'text',
  boolValue: 'bool',
  intValue: 'int64',
  doubleValue: 'number',
  arrayValue: 'array',
  kvlistValue: 'map',
  bytesValue: 'base64',
};

const RESOURCE = { fields: { attributes: 'attributes' } };
const SCOPE = { fields: { name: 'text', version: 'text', attributes: 'attributes' } };

/** The head of every kind of data point. */
const pointFields = {
  flags: { kind: 'uint32', skip: 'hasNoValue' },
  attributes: 'attributes',
  timeUnixNano: { kind: 'micros', rule: ['timeFault', 'now'] },
};

/**
 * The signals: `levels` are the messages from the request down to the items. A level has a `list`, and `first` what is read before
 * it, which a method of the portion with the same name receives. `before` has the names before OTLP 0.16, when a scope was an
 * instrumentation library: that list counts where the one of today is empty, which senders of that time have written twice
 * (contract: OTLP). In protobuf its number is reserved now.
 */
export const SIGNALS = {
  traces: {
    request: 'collector.trace.v1.ExportTraceServiceRequest',
    portion: 'OtlpPortion',
    portionType: 'readonly OtlpResourceSpans[]',
    portionFile: 'otlp-portion',
    rules: ['otlp-span-rules', 'other-signal'],
    levels: {
      ExportTraceServiceRequest: { list: 'resourceSpans' },
      ResourceSpans: {
        first: { resource: 'Resource' },
        list: 'scopeSpans',
        before: { list: 'instrumentationLibrarySpans', number: 1000 },
      },
      ScopeSpans: {
        first: { scope: 'InstrumentationScope' },
        before: { scope: 'instrumentationLibrary' },
        list: 'spans',
      },
    },
    messages: {
      Resource: RESOURCE,
      InstrumentationScope: SCOPE,
      Span: {
        item: 'span',
        /** Its bytes in protobuf are limited; in JSON those of every text that is parsed. */
        isLimited: true,
        /** In protobuf only its fields show that an item is of another signal: unknown tags, and what its known fields hold. */
        otherSignal: { ofTag: 'otherThanSpan', ofItem: 'signalOfSpan', rule: 'metricFault' },
        fields: {
          traceId: { kind: 'id', bytes: 16, rule: ['traceIdFault'] },
          spanId: { kind: 'id', bytes: 8, rule: ['spanIdFault'] },
          status: { inline: { message: 'text', code: 'enum' } },
          parentSpanId: { kind: 'id', bytes: 8 },
          name: 'text',
          kind: 'enum',
          startTimeUnixNano: 'time',
          endTimeUnixNano: 'time',
          attributes: 'attributes',
          events: { list: 'Event' },
          links: { list: 'Link' },
          dropped: { kind: 'uint32', sum: ['droppedAttributesCount', 'droppedEventsCount', 'droppedLinksCount'] },
        },
        make: 'spanOf',
      },
      Event: {
        fields: { timeUnixNano: 'time', name: 'text', attributes: 'attributes' },
        make: 'eventOf',
        type: 'OtlpEvent',
      },
      Link: {
        fields: { traceId: { kind: 'id', bytes: 16 }, spanId: { kind: 'id', bytes: 8 }, attributes: 'attributes' },
        make: 'linkOf',
        type: 'OtlpLink',
      },
    },
  },
  metrics: {
    request: 'collector.metrics.v1.ExportMetricsServiceRequest',
    portion: 'OtlpMetricPortion',
    portionType: 'readonly OtlpDataPoint[]',
    portionFile: 'otlp-metrics',
    rules: ['otlp-point-rules', 'otlp-metric-rules', 'other-signal'],
    levels: {
      ExportMetricsServiceRequest: { list: 'resourceMetrics' },
      ResourceMetrics: {
        first: { resource: 'Resource' },
        list: 'scopeMetrics',
        before: { list: 'instrumentationLibraryMetrics', number: 1000 },
      },
      ScopeMetrics: { list: 'metrics' },
      /** The points are in one of the messages of `oneOf`, all of which are read `as` one of them. */
      Metric: {
        first: { name: 'text' },
        oneOf: 'data',
        as: { message: 'Sum', first: { aggregationTemporality: 'enum' }, list: 'dataPoints' },
        otherSignal: { ofTag: 'otherThanMetric' },
      },
    },
    messages: {
      Resource: RESOURCE,
      NumberDataPoint: {
        item: 'point',
        fields: {
          ...pointFields,
          value: { oneOf: { asDouble: 'double', asInt: 'integer' }, rule: ['numberFault'] },
        },
        make: 'numberOf',
      },
      HistogramDataPoint: {
        item: 'point',
        fields: {
          ...pointFields,
          count: 'count',
          sum: 'double',
          min: 'double',
          max: 'double',
          bucketCounts: 'entries',
          explicitBounds: 'entries',
        },
        make: 'histogramOf',
      },
      ExponentialHistogramDataPoint: {
        item: 'point',
        fields: { ...pointFields, count: 'count', sum: 'double', min: 'double', max: 'double' },
        make: 'exponentialHistogramOf',
      },
      SummaryDataPoint: {
        item: 'point',
        fields: {
          ...pointFields,
          count: 'count',
          /** It is not optional: what is not sent is 0. */
          sum: 'doubleOrZero',
          quantileValues: { list: 'ValueAtQuantile', path: 'quantileValues' },
        },
        make: 'summaryOf',
      },
      ValueAtQuantile: {
        fields: { quantile: 'doubleOrZero', value: 'observed' },
        make: 'quantileOf',
        type: 'OtlpQuantile',
      },
    },
  },
};
