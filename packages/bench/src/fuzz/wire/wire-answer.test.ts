import { brotliCompressSync, gzipSync } from 'node:zlib';
import { parseAnswer } from './wire-answer';

const parse = (text: string, bodiless = false) => parseAnswer(Buffer.from(text), bodiless);
const LENGTH = 'HTTP/1.1 200 OK\r\nContent-Type: a\r\nContent-Length: 2\r\n\r\n';
const CHUNKED = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';

test('an answer with a length is read, and where it ends', () => {
  const parsed = parse(`${LENGTH}{}more`);
  expect(parsed?.answer).toMatchObject({ status: 200, body: Buffer.from('{}') });
  expect(parsed?.answer.headers.get('content-type')).toBe('a');
  expect(parsed?.length).toBe(LENGTH.length + 2);
});

test('an answer in chunks is put together', () => {
  expect(parse(`${CHUNKED}2\r\n{"\r\nb\r\na":1234567}\r\n0\r\n\r\n`)?.answer.body.toString()).toBe('{"a":1234567}');
});

test.each([
  ['br', brotliCompressSync],
  ['gzip', gzipSync],
])('an answer compressed as %s is read plain', (encoding, compress) => {
  const body = compress('{}');
  const head = `HTTP/1.1 200 OK\r\nContent-Encoding: ${encoding}\r\nContent-Length: ${body.length}\r\n\r\n`;
  expect(parseAnswer(Buffer.concat([Buffer.from(head), body]), false)?.answer.body.toString()).toBe('{}');
});

test('interim answers are passed over', () => {
  const parsed = parse(`HTTP/1.1 100 Continue\r\n\r\n${LENGTH}{}`);
  expect(parsed?.answer.status).toBe(200);
  expect(parsed?.length).toBe(25 + LENGTH.length + 2);
});

test('a 304 ends with its header', () => {
  const head = 'HTTP/1.1 304 Not Modified\r\nETag: "a"\r\n\r\n';
  expect(parse(`${head}HTTP`)).toMatchObject({ answer: { status: 304 }, length: head.length });
});

test('the answer to a HEAD ends with its header', () => {
  expect(parse(LENGTH, true)).toMatchObject({ answer: { status: 200 }, length: LENGTH.length });
});

test.each(['', 'HTTP/1.1 200 OK\r\n', LENGTH, `${LENGTH}{`, CHUNKED, `${CHUNKED}5\r\nab`, `${CHUNKED}2\r\nab\r\n`])(
  'the beginning %j is none yet',
  (text) => expect(parse(text)).toBeUndefined(),
);

test.each(['x\r\n\r\n', 'HTTP/1.1 200 OK\r\nno header\r\n\r\n', 'HTTP/1.1 200 OK\r\n\r\n', `${CHUNKED}zz\r\n`])(
  '%j is no answer',
  (text) => expect(() => parse(text)).toThrow(),
);
