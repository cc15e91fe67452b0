import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';

/** Request whose body is not sent completely. */
export interface SlowUpload {
  /** Sends the rest of the body. */
  finish(): Promise<{ readonly status: number | undefined; readonly receipt: string }>;
}

/** Begins a POST and sends the first byte of its body. Resolves when the server reads: it has answered `Expect: 100-continue` then. */
export async function beginUpload(url: string, { authorization, body }: UploadOptions): Promise<SlowUpload> {
  const bytes = Buffer.from(body);
  const outgoing = request(url, {
    method: 'POST',
    headers: {
      Authorization: authorization,
      'Content-Type': 'application/json',
      'Content-Length': bytes.length,
      Expect: '100-continue',
    },
  });
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
  answered.catch(() => undefined);
  await once(outgoing, 'continue');
  outgoing.write(bytes.subarray(0, 1));
  return {
    finish: async () => {
      outgoing.end(bytes.subarray(1));
      const [answer] = await answered;
      answer.resume();
      return { status: answer.statusCode, receipt: String(answer.headers['sluice-receipt']) };
    },
  };
}

export interface UploadOptions {
  /** Value of the header Authorization. */
  readonly authorization: string;
  readonly body: string;
}
