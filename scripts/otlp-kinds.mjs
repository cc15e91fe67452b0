/**
 * The kinds of fields of OTLP: `of` has the types in proto/ that a kind fits, `type` and `unset` are its TypeScript.
 * `protobuf` is the source that reads the value that is next; `json` returns the source that reads a member, from the source of the
 * member, that of its path in errors, and the field.
 */
export const KINDS = {
  text: {
    of: ['string'],
    type: 'string',
    unset: "''",
    protobuf: 'wire.text()',
    json: (value, path) => `textOf(${value}, ${path})`,
  },
  id: {
    of: ['bytes'],
    type: 'string',
    unset: "''",
    protobuf: 'wire.hex()',
    json: (value, _, { bytes }) => `hexId(${value}, ${bytes})`,
  },
  enum: {
    of: ['enum'],
    type: 'number',
    unset: '0',
    protobuf: 'wire.varint()',
    json: (value, _, { prefix, constant }) => `enumValue(${value}, '${prefix}', ${constant})`,
  },
  uint32: {
    of: ['uint32'],
    type: 'number',
    unset: '0',
    protobuf: 'wire.varint()',
    json: (value) => `uint32(${value})`,
  },
  /** Time of a span: see `SentTime`. */
  time: {
    of: ['fixed64'],
    type: 'SentTime',
    unset: '0',
    protobuf: 'wire.time()',
    json: (value) => `spanTime(${value})`,
  },
  micros: {
    of: ['fixed64'],
    type: 'number',
    unset: '0',
    protobuf: 'wire.microsOfFixed64()',
    json: (value) => `microsOf(${value})`,
  },
  double: {
    of: ['double'],
    type: 'number | undefined',
    unset: 'undefined',
    protobuf: 'wire.double()',
    json: (value) => `double(${value})`,
  },
  doubleOrZero: {
    of: ['double'],
    type: 'number',
    unset: '0',
    protobuf: 'wire.double()',
    json: (value) => `double(${value}) ?? 0`,
  },
  /** A double that is undefined where nothing was observed. */
  observed: {
    of: ['double'],
    type: 'number | undefined',
    unset: '0',
    protobuf: 'wire.observed()',
    json: (value) => `observed(${value})`,
  },
  integer: {
    of: ['sfixed64'],
    type: 'number | undefined',
    unset: 'undefined',
    protobuf: 'wire.sfixed64()',
    json: (value) => `integer(${value})`,
  },
  count: {
    of: ['fixed64'],
    type: 'number',
    unset: '0',
    protobuf: 'wire.fixed64()',
    json: (value) => `integer(${value}) ?? 0`,
  },
  /** The number of entries of a list of 64-bit values, packed or not. */
  entries: {
    of: ['fixed64', 'double'],
    isList: true,
    type: 'number',
    unset: '0',
    json: (value, path) => `listOf(${value}, ${path}).length`,
  },
  attributes: { of: ['KeyValue'], isList: true, type: 'Attributes', unset: 'NO_ATTRIBUTES' },
};

const whereSet = (read) => (name) => `if (${name} !== undefined && ${name} !== null) return ${read}(${name});`;
const whereObject = (read) => (name) => `if (isObject(${name})) return this.#${read}(${name}, depth + 1);`;
/**
 * The kinds of values of an attribute. `json` returns the statement that returns the value where the member is set. A value of the
 * wrong type is no error in JSON: it is kept as it was sent.
 */
export const VALUE_KINDS = {
  text: { of: ['string'], protobuf: 'wire.text()', json: whereSet('scalar') },
  bool: { of: ['bool'], protobuf: 'wire.int64() !== 0', json: whereSet('scalar') },
  int64: { of: ['int64'], protobuf: 'wire.int64()', json: whereSet('int64') },
  number: { of: ['double'], protobuf: 'doubleValue(wire.double())', json: whereSet('doubleOf') },
  array: { of: ['ArrayValue'], protobuf: 'this.#list(depth + 1)', json: whereObject('list') },
  map: { of: ['KeyValueList'], protobuf: 'this.#map(depth + 1)', json: whereObject('map') },
  base64: {
    of: ['bytes'],
    protobuf: 'wire.base64()',
    json: (name) => `if (typeof ${name} === 'string') return base64Of(${name});`,
  },
};

const WIRE_TYPES = { double: 1, fixed64: 1, sfixed64: 1, string: 2, bytes: 2, fixed32: 5, sfixed32: 5, float: 5 };

/** The wire type of a field that is not packed. */
export const wireTypeOf = (field) => (field.isMessage ? 2 : (WIRE_TYPES[field.type] ?? 0));
