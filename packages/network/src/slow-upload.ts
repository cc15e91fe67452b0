import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';

/** A request whose body is on its way. */
export interface SlowUpload {
  /** Sends the rest of the body. */
  finish(): Promise<{ readonly status: number | undefined; readonly receipt: string }>;
}

/**
 * Begins a POST and sends the first byte of its body. Resolves when the server is reading: it has asked for the body then
 * (`Expect: 100-continue`).
 */
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
  /** The header of that name. */
  readonly authorization: string;
  readonly body: string;
}
