import type { Node } from 'yaml';
import { type ApiKey, SHORTEST_SAFE, isSendable, secretDigest } from '../api-key';
import { SCOPES, type Scope } from '../grant';
import { ACCEPTED_NAME, isName, nearest } from './names';
import { type NodeReader, within } from './node-reader';
import { type Problems, shown } from './problems';
import { readQuota } from './read-quota';
import { parseTime } from './time';

/** Dependencies of the readers of a document's parts. */
export interface ReadingDependencies {
  readonly reader: NodeReader;
  readonly problems: Problems;
  /** All projects of the document, by their ids. */
  readonly projects: ReadonlyMap<string, unknown>;
}

const MEMBERS = ['name', 'project', 'publicKey', 'secretKey', 'token', 'scopes', 'expires', 'quota'] as const;

const HASH = /^sha256:([0-9a-f]{64})$/i;

/** Reads one entry of `keys`; undefined if a required member is wrong, which is reported. */
export function readKey(node: unknown, place: string, dependencies: ReadingDependencies): ApiKey | undefined {
  const members = dependencies.reader.members(node, place, MEMBERS);
  if (members === undefined) return undefined;
  const read = <T>(name: (typeof MEMBERS)[number], by: Read<T>): T | undefined => {
    const member = members.get(name);
    return member === undefined ? undefined : by(member, within(place, name), dependencies);
  };
  const need = (name: (typeof MEMBERS)[number]): void => {
    if (!members.has(name)) dependencies.problems.add(within(place, name), 'it is required');
  };
  need('name');
  need('scopes');
  const hasToken = members.has('token');
  if (hasToken === (members.has('publicKey') || members.has('secretKey'))) {
    dependencies.problems.add(place, 'expected token, or publicKey with secretKey');
    return undefined;
  }
  if (!hasToken) for (const half of ['publicKey', 'secretKey'] as const) need(half);
  const name = read('name', readName);
  const project = read('project', readProject);
  const publicKey = read('publicKey', readPublicKey);
  const secret = read(hasToken ? 'token' : 'secretKey', readSecret);
  const scopes = read('scopes', readScopes) ?? [];
  const expiresAt = read('expires', readTime);
  const quota = read('quota', readQuota);
  if (secret === undefined || (!hasToken && publicKey === undefined)) return undefined;
  return {
    ...secret,
    scopes,
    ...(name !== undefined && { name }),
    ...(project !== undefined && { project }),
    ...(publicKey !== undefined && { publicKey }),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(quota !== undefined && { quota }),
  };
}

type Read<T> = (node: Node, place: string, dependencies: ReadingDependencies) => T | undefined;

const readName: Read<string> = (node, place, { reader, problems }) => {
  const text = reader.text(node, place);
  if (text === undefined || isName(text)) return text;
  problems.add(place, `expected ${ACCEPTED_NAME}, got ${shown(text)}`);
  return undefined;
};

/** Reads a listed project; an unlisted one is a problem, because a misspelt name would be a new project. */
const readProject: Read<string> = (node, place, { reader, problems, projects }) => {
  const text = reader.text(node, place);
  if (text === undefined || projects.has(text)) return text;
  const meant = problems.areMany ? undefined : nearest(text, [...projects.keys()]);
  const hint = meant === undefined ? '' : `, did you mean ${JSON.stringify(meant)}?`;
  problems.add(place, `expected a project that is listed under projects, got ${shown(text)}${hint}`);
  return undefined;
};

const readPublicKey: Read<string> = (node, place, { reader, problems }) => {
  const text = reader.text(node, place);
  if (text === undefined || (isSendable(text) && !text.includes(':'))) return text;
  problems.add(place, 'expected printable ASCII without spaces and colon, got another value (not shown)');
  return undefined;
};

/** Reads a secret as it is sent, or its digest. */
const readSecret: Read<Pick<ApiKey, 'secretDigest' | 'isShort'>> = (node, place, { reader, problems }) => {
  const text = reader.text(node, place);
  if (text === undefined) return undefined;
  const [, digest] = HASH.exec(text) ?? [];
  if (digest !== undefined) return { secretDigest: Buffer.from(digest, 'hex') };
  if (isSendable(text) && !text.toLowerCase().startsWith('sha256:')) {
    return { secretDigest: secretDigest(text), isShort: text.length < SHORTEST_SAFE };
  }
  const accepted = 'sha256: and 64 hex digits, or the secret as it is sent, of printable ASCII without spaces';
  problems.add(place, `expected ${accepted}, got another value (not shown)`);
  return undefined;
};

const readScopes: Read<readonly Scope[]> = (node, place, { reader, problems }) => {
  const found = new Set<Scope>();
  for (const [index, item] of reader.items(node, place, { of: 'scopes', most: SCOPES.length }).entries()) {
    const at = `${place}[${index}]`;
    const text = reader.text(item, at);
    if (text === undefined) continue;
    const scope = SCOPES.find((each) => each === text);
    if (scope === undefined) problems.add(at, `expected one of ${SCOPES.join(', ')}, got ${shown(text)}`);
    else if (found.has(scope)) problems.add(at, `${scope} is given twice`);
    else found.add(scope);
  }
  return [...found];
};

const readTime: Read<number> = (node, place, { reader, problems }) => {
  const text = reader.text(node, place);
  if (text === undefined) return undefined;
  const accepted = 'a day such as 2027-01-31, or a time such as 2027-01-31T18:00:00Z';
  const time = parseTime(text);
  if (time === undefined) problems.add(place, `expected ${accepted}, got ${shown(text)}`);
  return time;
};
