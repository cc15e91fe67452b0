import { isKafkaProduce, isPostgresCommit } from './requests';

/** Makes a request of Kafka as clients write it. */
function request(apiKey: number, version: number, body: string, clientId = 'gateway'): Buffer {
  const header = Buffer.alloc(14);
  header.writeInt32BE(10 + clientId.length + body.length, 0);
  header.writeInt16BE(apiKey, 4);
  header.writeInt16BE(version, 6);
  header.writeInt32BE(7, 8);
  header.writeInt16BE(clientId.length, 12);
  return Buffer.concat([header, Buffer.from(clientId + body)]);
}

/** Makes a message of a Postgres client. */
function message(type: string, content: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + content.length);
  return Buffer.concat([Buffer.from(type), length, Buffer.from(content)]);
}

test.each([
  ['of any version', request(0, 3, 'records')],
  ['of the newest one', request(0, 13, 'records')],
  ['after a whole other request', Buffer.concat([request(3, 6, 'metadata'), request(0, 7, 'records')])],
  ['of which the rest comes later', request(0, 7, 'r'.repeat(500)).subarray(0, 100)],
])('a Produce request %s', (_, chunk) => {
  expect(isKafkaProduce(chunk)).toBe(true);
});

test.each([
  ['a Fetch request', request(1, 11, 'topics')],
  ['nothing', Buffer.alloc(0)],
  ['zeros', Buffer.alloc(64)],
  ['the rest of a request', request(0, 7, 'r'.repeat(500)).subarray(100)],
  ['a request that carries one', request(1, 11, request(0, 7, 'records').toString('latin1'))],
])('%s is no Produce request', (_, chunk) => {
  expect(isKafkaProduce(chunk)).toBe(false);
});

test.each([
  ['simple', message('Q', 'commit\0')],
  ['as others write it', message('Q', 'COMMIT TRANSACTION;\0')],
  ['extended', message('P', '\0commit\0\0\0')],
  ['extended and named', message('P', 'end_it\0 Commit\0\0\0')],
  ['behind a statement', Buffer.concat([message('Q', 'insert into t values (1)\0'), message('Q', 'commit\0')])],
])('a COMMIT, %s', (_, chunk) => {
  expect(isPostgresCommit(chunk)).toBe(true);
});

test.each([
  ['a statement about one', message('Q', "select 'commit'\0")],
  ['a two-phase one', message('Q', "commit prepared 'x'\0")],
  ['text that is stored', message('B', '\0\0commit\0')],
  ['a rollback', message('Q', 'rollback\0')],
])('%s is no COMMIT', (_, chunk) => {
  expect(isPostgresCommit(chunk)).toBe(false);
});
