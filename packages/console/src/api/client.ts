import type { paths } from '../../generated/api';
import { HeldAnswers } from './held-answers';
import { RequestError, isOfProxy } from './request-error';
import { authorization, onSession, signOut } from './session';

/** Paths of the public API that the console reads. */
export type ReadPath = {
  [Path in keyof paths]: paths[Path] extends {
    get: { responses: { 200: { content: { 'application/json': unknown } } } };
  }
    ? Path
    : never;
}[keyof paths];

/** Body of the answer of a path, from the OpenAPI document. */
export type Answer<Path extends ReadPath> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } };
}
  ? Body
  : never;

export type Parameters = Readonly<Record<string, string | number | readonly string[] | undefined>>;

/** Returns the URL of an API path; the console is one directory below the API. */
export function addressOf(path: string, parameters: Parameters = {}): string {
  const url = new URL(`..${path}`, document.baseURI);
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) continue;
    for (const each of typeof value === 'object' ? value : [value]) url.searchParams.append(name, String(each));
  }
  return url.href;
}

export interface Question {
  readonly ids?: Readonly<Record<string, string>>;
  readonly query?: Parameters;
  readonly signal?: AbortSignal;
}

/** Returns the URL of a request, with ids in place of `{traceId}` in the path of the OpenAPI document. */
export function addressOfCall(path: ReadPath, { ids = {}, query = {} }: Question): string {
  const withIds = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? ''));
  return addressOf(withIds, query);
}

/** Sends a request. @throws RequestError for any status except 200; a 401 signs out */
export async function read<Path extends ReadPath>(path: Path, question: Question = {}): Promise<Answer<Path>> {
  // The key contains the credentials, because an answer may arrive after they change.
  const key = `${authorization()} ${addressOfCall(path, question)}`;
  const before = held.get(key);
  const response = await ask(path, question, before?.tag);
  if (before !== undefined && response.status === UNCHANGED) return before.body as Answer<Path>;
  const body = (await response.json()) as Answer<Path>;
  const tag = response.headers.get('etag');
  if (tag !== null) held.put(key, { tag, body });
  return body;
}

/** Answers of the present page, which it requests repeatedly, and of a few earlier pages. */
const held = new HeldAnswers(8);
onSession((isOther) => isOther && held.clear());

/** Reads the text of an answer, for values whose digits must not change. */
export async function readText(path: ReadPath, question: Question): Promise<string> {
  return (await ask(path, question)).text();
}

/** Bytes of an answer, and the ETag for the next request. */
export interface SentAnswer {
  readonly bytes: ArrayBuffer;
  readonly tag: string | undefined;
}

/** Reads the bytes of an answer. @param tag of the known answer @returns undefined if the known answer is unchanged */
export async function readBytes(path: ReadPath, question: Question, tag?: string): Promise<SentAnswer | undefined> {
  const response = await ask(path, question, tag);
  if (response.status === UNCHANGED) return undefined;
  return { bytes: await response.arrayBuffer(), tag: response.headers.get('etag') ?? undefined };
}

const UNCHANGED = 304;

async function ask(path: ReadPath, question: Question, tag?: string): Promise<Response> {
  const { signal } = question;
  const credentials = authorization() ?? '';
  const response = await fetch(addressOfCall(path, question), {
    headers: { authorization: credentials, ...(tag !== undefined && { 'if-none-match': tag }) },
    // Contents of traces must not be written to the user's disk.
    cache: 'no-store',
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted === true) throw error;
    throw new RequestError(0, 'The server does not answer.');
  });
  if (response.ok || (tag !== undefined && response.status === UNCHANGED)) return response;
  if (isOfProxy(response.status, response.headers.get('content-type')))
    throw new RequestError(0, 'The server does not answer.');
  const text = await response.text();
  // A late answer to earlier credentials does not concern the present ones.
  if (response.status === 401 && credentials === authorization())
    signOut([credentials], 'These credentials are not accepted any more.');
  throw new RequestError(response.status, messageIn(text), Number(response.headers.get('retry-after')) || undefined);
}

function messageIn(text: string): string {
  try {
    const { message, error } = JSON.parse(text) as { message?: unknown; error?: unknown };
    return typeof message === 'string' ? message : typeof error === 'string' ? error : text;
  } catch {
    return text;
  }
}
