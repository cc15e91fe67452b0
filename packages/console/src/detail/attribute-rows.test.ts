import { parseExact } from '../json/exact-value';
import { attributesOf, filtered } from './attribute-rows';

const METADATA = parseExact(
  '{"attributes":{"http.status":200,"big":9007199254740993},"region":"eu","scope":{"name":"openai"},"resourceAttributes":{"service.name":"shop"}}',
);

test('attributes are told apart by where they came from, and keep their digits', () => {
  expect(attributesOf(METADATA)).toEqual([
    { group: 'Metadata', key: 'region', value: 'eu', filter: { name: 'metadata.region', value: 'eu' } },
    { group: 'Span attributes', key: 'http.status', value: '200' },
    { group: 'Span attributes', key: 'big', value: '9007199254740993' },
    { group: 'Instrumentation scope', key: 'name', value: 'openai' },
    { group: 'Resource attributes', key: 'service.name', value: 'shop' },
  ]);
});

test('events are a group each, whose texts keep their lines', () => {
  const events = `[{"name":"exception","time":"10:00","attributes":{"exception.stacktrace":"a\\n  b"}},{"name":"retry","attributes":7}]`;
  expect(attributesOf(parseExact(`{"events":${events}}`))).toEqual([
    { group: 'Event 1: exception', key: 'time', value: '10:00' },
    { group: 'Event 1: exception', key: 'exception.stacktrace', value: 'a\n  b' },
    { group: 'Event 2: retry', key: 'attributes', value: '7' },
  ]);
  expect(attributesOf(parseExact('{"events":["none"]}'))).toEqual([
    { group: 'Metadata', key: 'events', value: '[\n  "none"\n]' },
  ]);
});

test('metadata that is no object has none; a group that is none is one of its own', () => {
  expect(attributesOf(undefined)).toEqual([]);
  expect(attributesOf(parseExact('{"attributes":"none"}'))).toEqual([
    { group: 'Metadata', key: 'attributes', value: 'none', filter: { name: 'metadata.attributes', value: 'none' } },
  ]);
  expect(attributesOf(parseExact('{"constructor":[1]}'))).toEqual([
    { group: 'Metadata', key: 'constructor', value: '[\n  1\n]' },
  ]);
});

test('a member of metadata has a filter where the API compares its value', () => {
  const metadata = parseExact(
    `{"n":1.0,"yes":true,"empty":"","none":null,"list":[1],"long":"${'x'.repeat(1001)}","${'k'.repeat(201)}":1}`,
  );
  expect(attributesOf(metadata).flatMap(({ filter }) => filter ?? [])).toEqual([
    { name: 'metadata.n', value: '1.0' },
    { name: 'metadata.yes', value: 'true' },
  ]);
});

test('names that objects have are names as any other', () => {
  expect(attributesOf(parseExact('{"constructor":{"a":1},"__proto__":{"b":2}}'))).toEqual([
    { group: 'Metadata', key: 'constructor', value: '{\n  "a": 1\n}' },
    { group: 'Metadata', key: '__proto__', value: '{\n  "b": 2\n}' },
  ]);
});

test('a filter looks at names and values', () => {
  const found = (text: string) => filtered(attributesOf(METADATA), text).map(({ key }) => key);
  expect([found('SHOP'), found('http'), found(' '), found('nothing')]).toEqual([
    ['service.name'],
    ['http.status'],
    ['region', 'http.status', 'big', 'name', 'service.name'],
    [],
  ]);
});
