import type { ServerResponse } from 'node:http';
import { unreadBounds } from './request-context';
import { drain, isBodyPending } from './unread-body';

/**
 * Answers with text that is JSON already, or with its bytes in the encoding that the headers name. Written without express, which appends a charset to the media type: OTLP
 * clients compare it exactly. An answer before the end of the body is the last one of its connection.
 */
export function sendJson(response: ServerResponse, status: number, body: string | Buffer): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json');
  response.setHeader('Content-Length', Buffer.byteLength(body));
  if (!isBodyPending(response.req)) {
    response.end(body);
    return;
  }
  response.setHeader('Connection', 'close');
  // The client has all of the answer now; the end of the response is what closes the connection.
  response.write(body);
  drain(response.req, () => response.end(), unreadBounds(response));
}
