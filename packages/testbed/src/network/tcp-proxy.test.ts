import { type Server, type Socket, connect, createServer } from 'node:net';
import { listenLocally } from './listen-locally';
import { TcpProxy } from './tcp-proxy';

let server: Server;
let port: number;
let proxy: TcpProxy;
/** Data that the server has read from all connections, and its sockets. */
let arrived: string;
let accepted: Socket[];
const clients: Socket[] = [];

beforeEach(async () => {
  [arrived, accepted] = ['', []];
  server = createServer((socket) => {
    accepted.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      arrived += chunk.toString();
      socket.write(`<${chunk.toString()}>`);
    });
  });
  port = await listenLocally(server);
  proxy = await TcpProxy.listen();
  proxy.setTarget(port);
});

afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await proxy.close();
  await new Promise((resolve) => server.close(resolve));
});

/** Connects a client; `heard` is the data that it has read. */
async function client() {
  const socket = connect(proxy.port, '127.0.0.1');
  clients.push(socket);
  const heard = { text: '', error: '' };
  socket.on('data', (chunk: Buffer) => (heard.text += chunk.toString()));
  socket.on('error', (error: NodeJS.ErrnoException) => (heard.error = error.code ?? ''));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await new Promise<void>((resolve) => socket.once('connect', resolve).once('close', () => resolve()));
  return { socket, heard, closed };
}

/** Waits for a condition; Jest's own time limit ends a wait in vain. */
async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5));
}

test('passes on what both sides say, and that one has ended', async () => {
  const one = await client();
  one.socket.write('a');
  await until(() => one.heard.text === '<a>');
  accepted[0]?.end();
  await one.closed;
  expect(one.heard.error).toBe('');
});

test('more than buffers hold comes through, in order, to a reader that begins late', async () => {
  const one = await client();
  one.socket.pause();
  const sent = Array.from({ length: 400_000 }, (_, n) => `${n},`).join('');
  one.socket.write(sent);
  await until(() => arrived.length > 0);
  one.socket.resume();
  await until(() => one.heard.text.replace(/[<>]/g, '').length === sent.length);
  expect(one.heard.text.replace(/[<>]/g, '')).toBe(sent);
});

test('a late connection keeps its order, however the chunks are delayed, and its end comes last', async () => {
  await proxy.close();
  const delays = [0.9, 0, 0.5, 0.1];
  proxy = await TcpProxy.listen({ random: () => delays.shift() ?? 0 });
  proxy.setTarget(port);
  proxy.setLatency(1, 60);
  const one = await client();
  for (const part of ['a', 'b', 'c', 'd']) {
    one.socket.write(part);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  one.socket.end();
  await until(() => accepted[0]?.readableEnded === true);
  expect(arrived).toBe('abcd');
});

test('cut resets the connections that are open; others can be made', async () => {
  const one = await client();
  one.socket.write('a');
  await until(() => arrived === 'a');
  proxy.cut();
  await one.closed;
  expect(one.heard.error).toBe('ECONNRESET');
  const other = await client();
  other.socket.write('b');
  await until(() => other.heard.text === '<b>');
});

test('refuse takes no connections until accept, on the same port', async () => {
  const one = await client();
  proxy.refuse();
  await one.closed;
  expect((await client()).heard.error).toBe('ECONNREFUSED');
  await proxy.accept();
  await proxy.accept();
  const other = await client();
  other.socket.write('b');
  await until(() => other.heard.text === '<b>');
});

test('a black hole of answers: the server hears, the client does not, and that connection stays dead', async () => {
  const one = await client();
  proxy.blackHole('answers');
  one.socket.write('a');
  await until(() => arrived === 'a');
  const other = await client();
  other.socket.write('b');
  await until(() => arrived === 'ab' && proxy.swallowed === 2);
  proxy.endBlackHole();
  one.socket.write('c');
  await until(() => arrived === 'abc');
  const late = await client();
  late.socket.write('d');
  await until(() => late.heard.text === '<d>');
  expect([one.heard, other.heard]).toEqual([
    { text: '', error: '' },
    { text: '', error: '' },
  ]);
});

test('a black hole of requests: the server hears nothing, and what it says comes through', async () => {
  const one = await client();
  await until(() => accepted.length === 1);
  proxy.blackHole('requests');
  one.socket.write('a');
  accepted[0]?.write('news');
  await until(() => one.heard.text === 'news' && proxy.swallowed === 1);
  proxy.endBlackHole();
  one.socket.write('b');
  accepted[0]?.write('!');
  await until(() => one.heard.text === 'news!');
  expect(arrived).toBe('');
});

test('nobody hears of an end that a black hole has swallowed', async () => {
  const [one, other] = [await client(), await client()];
  await until(() => accepted.length === 2);
  const ended: string[] = [];
  accepted[0]?.on('end', () => ended.push('one')).resume();
  proxy.blackHole();
  one.socket.destroy();
  await one.closed;
  // The proxy notices it in this process's next turns.
  await new Promise((resolve) => setTimeout(resolve, 50));
  proxy.endBlackHole();
  other.socket.end();
  await other.closed;
  expect(ended).toEqual([]);
});

test('once, the answer of a request that matches is lost: the server has done it', async () => {
  const one = await client();
  proxy.cutAnswerOf((chunk) => chunk.includes('pay'));
  one.socket.write('look');
  await until(() => one.heard.text === '<look>');
  one.socket.write('pay');
  await one.closed;
  expect([arrived, one.heard.text, one.heard.error]).toEqual(['lookpay', '<look>', 'ECONNRESET']);
  const other = await client();
  other.socket.write('pay');
  await until(() => other.heard.text === '<pay>');
  expect(proxy.answersCut).toBe(1);
});

test('with a probability, answers of all requests that match are lost until that is ended', async () => {
  await proxy.close();
  const draws = [0.3, 0.29, 0.99, 0];
  proxy = await TcpProxy.listen({ random: () => draws.shift() ?? 0 });
  proxy.setTarget(port);
  proxy.cutAnswersOf((chunk) => chunk.includes('pay'), 0.3);
  const outcomes: string[] = [];
  const ask = async (text: string): Promise<void> => {
    const { socket, heard } = await client();
    socket.write(text);
    await until(() => heard.text !== '' || socket.destroyed);
    outcomes.push(`${text} ${heard.text || heard.error}`);
  };
  for (const text of ['pay1', 'look', 'pay2', 'pay3', 'pay4']) await ask(text);
  proxy.cutAnswersOf(() => true, 0);
  await ask('pay5');
  expect(outcomes).toEqual([
    ...['pay1 <pay1>', 'look <look>', 'pay2 ECONNRESET', 'pay3 <pay3>', 'pay4 ECONNRESET', 'pay5 <pay5>'],
  ]);
  expect([arrived, proxy.answersCut]).toEqual(['pay1lookpay2pay3pay4pay5', 2]);
});

test('stands before the server of a URL', () => {
  const url = proxy.standBefore(`postgres://me:pass%20word@127.0.0.1:${port}/db?sslmode=disable`);
  expect(url).toBe(`postgres://me:pass%20word@127.0.0.1:${proxy.port}/db?sslmode=disable`);
});
