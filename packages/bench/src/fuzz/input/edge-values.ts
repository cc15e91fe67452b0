/** Values at and beyond the limits of what is accepted, as JSON text. */

const quoted = (text: string): string => JSON.stringify(text);
const repeated = (unit: string, count: number): string => quoted(unit.repeat(count));

/** Limits in characters: types, labels, short fields, names, label values. */
const LENGTHS = [64, 255, 500, 1000];

/** Text that no log line may contain: sent values are not for a log. */
export const UNSPEAKABLE = 'what a person told the model';

/** Truncation at an even index splits the last character in half. */
const CUT_IN_TWO = `x${'😀'.repeat(60)}`;

/** Text that careless code would misread as SQL, COPY, arrays, JSON, URLs or prototypes. */
export const TEXTS: readonly string[] = [
  ...['', 'a', ' ', '😀', 'é', "'; drop table sluice.traces; --", '" or ""="', '\\N', '\\.', '\\', '\t\r\n', '{a,b}'],
  ...['{"a":1}', '[1,2', '"quoted"', 'null', 'NaN', 'Infinity', '0', '42', '-1', '1e3', '%00', '%', '$1', '${x}'],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', '\u2028\u2029', '\ufeff', '\uffff', '\u200b', 'ﬃßİ'],
  ...['a,b', 'default', CUT_IN_TWO, UNSPEAKABLE],
];

/** String literals, including some that `JSON.stringify` never writes. */
export const STRINGS: readonly string[] = [
  ...TEXTS.map(quoted),
  String.raw`"\u0000"`,
  String.raw`"a\u0000b"`,
  String.raw`"\ud800"`,
  String.raw`"x\udc00\ud83d"`,
  String.raw`"\ud83d\ude00"`,
  String.raw`"\ud83d\\ude00"`,
  String.raw`"\\u0000"`,
  String.raw`"\/\b\f"`,
  String.raw`"{\"a\":\"\\u0000\\ud800\"}"`,
  String.raw`"\x"`,
  String.raw`"\u12"`,
  '"a\tb"',
  '"open',
];

/** Strings around every limit of length; astral characters have two code units and four bytes each. */
export const LONG_STRINGS: readonly string[] = LENGTHS.flatMap((length) => [
  repeated('x', length - 1),
  repeated('x', length),
  repeated('x', length + 1),
  repeated('😀', length),
  repeated('😀', length + 1),
  quoted(`${'x'.repeat(length - 1)}😀`),
  repeated('é\\', length / 2 + 1),
]);

export const NUMBERS: readonly string[] = [
  '0 -0 1 -1 1.5 10.0 0.1e1 1E2 1e-400 5e-324 1.7976931348623157e308 -1.7976931348623157e308 1e400 -1e400',
  '2147483648 4294967296 9007199254740991 9007199254740993 9223372036854775807 -9223372036854775808',
  '18446744073709551615 18446744073709551616 1000000000000 1000000000001 999999999.999999999999',
  '1000000000.5 123456789012345678901234567890',
].flatMap((line) => line.split(' '));

/** Text that is not JSON. */
const BROKEN = ['', 'NaN', 'Infinity', '-Infinity', '01', '+1', '.5', '1.', '0x10', 'undefined', "'a'"];

const CONTAINERS: readonly string[] = [
  ...['[]', '{}', '[null]', '[[]]', '[1,"a",{}]', '{"a":null}', '{"":""}', '{"a":1,"a":2}', '{"length":-1}'],
  ...['{"__proto__":{"polluted":true}}', '{"constructor":{"prototype":{"polluted":true}}}'],
  ...['{"toString":1,"hasOwnProperty":2,"valueOf":3}', '{"type":"Buffer","data":[1,2,3,4,5,6,7,8]}'],
  '{"low":-1,"high":2147483647,"unsigned":false}',
];

/** Nanoseconds at the limits: of any time, of the accepted years, of exact doubles, of 64 bits. */
export const NANOS: readonly bigint[] = [
  ...[0n, 1n, 999n, 1000n, 2n ** 53n + 1n, 1_000_000_000_000_000_000n, 7_258_118_399_999_999_999n],
  ...[7_258_118_400_000_000_000n, 2n ** 63n - 1n, 2n ** 63n, 2n ** 64n - 1n],
];

export const TIMES: readonly string[] = [
  ...['2026-11-20T10:00:00Z', '2026-11-20T10:00:00.123456789+05:30', '2026-11-20 10:00:00.5', '2026-11-20'],
  ...['2024-02-29T23:59:59.999999Z', '1970-01-01T00:00:00Z', '2199-12-31T23:59:59.999999Z', '2200-01-01T00:00:00Z'],
  ...['1969-12-31T23:59:59Z', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '-000001-01-01T00:00:00Z', '2026-02-30'],
  ...['+275760-09-13T00:00:00Z', '2026-11-20T24:00:00Z', '2026-11-20T23:59:60Z', '2026-11-20T10:00:00+99:99'],
  ...['2026-11-20T10:00:00-23:59', '1970-01-01T00:00:00+14:00', 'now', 'yesterday', 'infinity', '1795168800000'],
];

/** Never a single backslash: after it V8 of Node 24 and 26 reads other keys of one escape as a backslash (nodejs/node#63785). */
export const KEYS: readonly string[] = [
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'prototype', 'length', 'then', 'toJSON'],
  ...['0', '-1', '', ' ', 'a.b', 'a/b~c', 'é😀', '"', "'", 'x'.repeat(101), 'k'.repeat(256), CUT_IN_TWO, UNSPEAKABLE],
  ...['trace', 'id', 'type', 'data'],
];

/** Keys as JSON text. */
export const KEY_LITERALS: readonly string[] = [...KEYS.map(quoted), String.raw`"\u0000"`, String.raw`"\ud800"`];

/** Depths of nesting: around the limit of values, around the limit of attributes, and far beyond any stack. */
export const DEPTHS: readonly number[] = [1, 2, 62, 63, 64, 65, 66, 127, 128, 511, 512, 513, 10_000];

/** JSON tokens, the plainest first. */
export const TOKENS: readonly string[] = [
  'null',
  'true',
  'false',
  ...NUMBERS,
  ...STRINGS,
  ...CONTAINERS,
  ...TIMES.map(quoted),
  ...LONG_STRINGS,
  ...BROKEN,
];
