import { type Socket, connect } from 'node:net';
import { type WireAnswer, parseAnswer } from './wire-answer';

/** Outcome of a request. */
export interface Exchange {
  readonly answers: readonly WireAnswer[];
  /** Reason why there is no complete answer, or a description of surplus bytes. */
  readonly failure: string | undefined;
  readonly milliseconds: number;
}

export interface ExchangeOptions {
  readonly timeoutMs: number;
  /** Whether the answer is to a HEAD, and has no body. */
  readonly bodiless: boolean;
  /**
   * Whether the bytes are not exactly one request: every answer is read until a pause; then this side is closed, and the rest is read until
   * the server closes its side.
   */
  readonly unclear: boolean;
}

/**
 * Connection that sends any bytes, also such as no HTTP client sends, and reads the answers. It is kept alive as long as the server allows.
 */
export class WireConnection {
  readonly #port: number;
  #socket: Socket | undefined;

  constructor(port: number) {
    this.#port = port;
  }

  /** @param request bytes in one or several parts */
  async exchange(request: readonly Buffer[], options: ExchangeOptions): Promise<Exchange> {
    const begun = performance.now();
    const socket = (this.#socket ??= await open(this.#port));
    const outcome = await talk(socket, request, options);
    if (!outcome.reusable) this.close();
    return { answers: outcome.answers, failure: outcome.failure, milliseconds: performance.now() - begun };
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = undefined;
  }
}

interface Outcome {
  readonly answers: readonly WireAnswer[];
  readonly failure: string | undefined;
  readonly reusable: boolean;
}

/** Pause after an answer, and before the first one: a server that waits for more of a request does not answer. */
const IDLE_MS = 15;
const SILENT_MS = 100;

const CLOSED = 'the connection was closed without an answer';

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true, allowHalfOpen: true });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      // Later errors are reported as the end of the connection.
      socket.on('error', () => undefined);
      resolve(socket);
    });
  });
}

const LAST_CHUNK = Buffer.from('0\r\n\r\n');

/** Returns whether a partial answer can be complete: it has its last chunk, or the announced length. */
function mayEnd(chunks: readonly Buffer[], last: Buffer): boolean {
  const [first = last] = chunks;
  const head = first.toString('latin1', 0, Math.max(0, first.indexOf('\r\n\r\n')));
  const length = /^content-length: (\d+)$/im.exec(head)?.[1];
  if (length !== undefined) return chunks.reduce((sum, chunk) => sum + chunk.length, 0) >= Number(length);
  return last.length < LAST_CHUNK.length || last.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK);
}

function talk(
  socket: Socket,
  request: readonly Buffer[],
  { timeoutMs, bodiless, unclear }: ExchangeOptions,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const answers: WireAnswer[] = [];
    let chunks: Buffer[] = [];
    const finish = (failure: string | undefined, reusable = false): void => {
      clearTimeout(timer);
      clearTimeout(idle);
      socket.off('data', take).off('end', ended).off('close', ended);
      resolve({ answers, failure, reusable });
    };
    const parse = (): void => {
      for (;;) {
        const bytes = Buffer.concat(chunks);
        chunks = bytes.length === 0 ? [] : [bytes];
        const parsed = bytes.length === 0 ? undefined : parseAnswer(bytes, bodiless);
        if (parsed === undefined) return;
        chunks = [bytes.subarray(parsed.length)];
        answers.push(parsed.answer);
      }
    };
    const take = (chunk: Buffer): void => {
      chunks.push(chunk);
      // A long answer is concatenated once, not with every chunk, because only its end shows that it is complete.
      if (answers.length === 0 && chunks.length > 1 && !mayEnd(chunks, chunk)) return;
      try {
        parse();
      } catch (error) {
        finish(String(error));
        return;
      }
      if (unclear) {
        clearTimeout(idle);
        idle = setTimeout(() => socket.end(), answers.length > 0 ? IDLE_MS : SILENT_MS);
        return;
      }
      const [answer] = answers;
      if (answer === undefined) return;
      const beside = answers.length > 1 || chunks.some((left) => left.length > 0);
      finish(beside ? 'more came than one answer' : undefined, !beside && answer.headers.get('connection') !== 'close');
    };
    const ended = (): void => {
      const rest = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
      if (rest > 0)
        finish(`the connection was closed within an answer: ${String(Buffer.concat(chunks).subarray(0, 200))}`);
      else finish(answers.length === 0 ? CLOSED : undefined);
    };
    const timer = setTimeout(() => finish(`there was no answer within ${timeoutMs} ms`), timeoutMs);
    socket.on('data', take).on('end', ended).on('close', ended);
    let idle = unclear ? setTimeout(() => socket.end(), SILENT_MS) : undefined;
    socket.cork();
    for (const piece of request) socket.write(piece);
    socket.uncork();
  });
}
