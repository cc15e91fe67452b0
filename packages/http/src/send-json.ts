import type { ServerResponse } from 'node:http';
import { unreadBounds } from './request-context';
import { drain, isBodyPending } from './unread-body';

/**
 * Sends text that is JSON already, or its bytes in the encoding that the headers name. Not with express, which appends a charset to the
 * media type: OTLP clients compare it exactly. A response before the end of the request's body is the last one of its connection.
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
  // The client has the whole response now; only the end of the response closes the connection.
  response.write(body);
  drain(response.req, () => response.end(), unreadBounds(response));
}
