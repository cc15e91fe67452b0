import type { ServerResponse } from 'node:http';

/**
 * Answers with text that is JSON already. Written without express, which appends a charset to the media type: OTLP
 * clients compare it exactly.
 */
export function sendJson(response: ServerResponse, status: number, body: string): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json');
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(body);
}
