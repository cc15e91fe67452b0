import { type Reading, refused } from '@sluice/runtime';
import type { ApiKey, ApiKeys, ProjectTerms } from '../api-key';
import { MAX_CREDENTIALS } from '../read-lines';
import { NodeReader } from './node-reader';
import { parseYaml } from './parse-yaml';
import { Problems } from './problems';
import { readKey } from './read-key';
import { readProjects } from './read-projects';

/**
 * Reads a document of credentials; reports all of its problems, each with its location.
 * @param needsKeys whether a document without credentials is wrong
 */
export function readDocument(text: string, needsKeys: boolean): Reading<ApiKeys> {
  const parsed = parseYaml(text);
  if (!parsed.ok) return parsed;
  const problems = new Problems();
  const reader = new NodeReader(parsed.value.lineOf, problems);
  const members = reader.members(parsed.value.root, '', ['projects', 'keys']);
  const keys = members?.get('keys');
  const listed = members?.get('projects');
  const projects = listed === undefined ? new Map<string, ProjectTerms>() : readProjects(listed, { reader, problems });
  const credentials: ApiKey[] = [];
  const firsts = new Map<string, string>();
  const noKeys = keys === undefined && !needsKeys;
  const nodes = noKeys ? [] : reader.items(keys, 'keys', { of: 'credentials', most: MAX_CREDENTIALS });
  for (const [index, node] of nodes.entries()) {
    const place = `keys[${index}]`;
    const key = readKey(node, place, { reader, problems, projects });
    if (key === undefined) continue;
    for (const [member, value] of identities(key)) {
      const first = firsts.get(`${member} ${value}`);
      if (first === undefined) firsts.set(`${member} ${value}`, place);
      else problems.add(`${place}.${member}`, `it is that of ${first} already`);
    }
    credentials.push(key);
  }
  const { sentences } = problems;
  return sentences.length === 0 ? { ok: true, value: { keys: credentials, projects } } : refused(...sentences);
}

/** Members that must be unique among credentials. */
function identities({ name = '', publicKey, secretDigest }: ApiKey): readonly (readonly [string, string])[] {
  return [['name', name], publicKey === undefined ? ['token', secretDigest.toString('hex')] : ['publicKey', publicKey]];
}
