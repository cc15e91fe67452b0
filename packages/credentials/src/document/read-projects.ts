import { isScalar } from 'yaml';
import type { ProjectTerms } from '../api-key';
import { MOST_CREDENTIALS } from '../read-lines';
import { ACCEPTED_NAME, isName } from './names';
import { type NodeReader, within } from './node-reader';
import { type Problems, shown } from './problems';
import { readQuota } from './read-quota';

/** The projects that a document lists, by their ids. */
export function readProjects(
  node: unknown,
  parts: { readonly reader: NodeReader; readonly problems: Problems },
): ReadonlyMap<string, ProjectTerms> {
  const { reader, problems } = parts;
  const projects = new Map<string, ProjectTerms>();
  for (const [id, terms] of reader.named(node, 'projects', { of: 'projects', most: MOST_CREDENTIALS })) {
    const place = within('projects', id);
    if (!isName(id)) problems.add('projects', `expected ids of ${ACCEPTED_NAME}, got ${shown(id)}`);
    else if (projects.has(id)) problems.add(place, 'it is given twice');
    else projects.set(id, isNothing(terms) ? {} : readTerms(terms, place, parts));
  }
  return projects;
}

const isNothing = (node: unknown): boolean => node === null || (isScalar(node) && node.value === null);

function readTerms(
  node: unknown,
  place: string,
  parts: { readonly reader: NodeReader; readonly problems: Problems },
): ProjectTerms {
  const member = parts.reader.members(node, place, ['quota'])?.get('quota');
  const quota = member === undefined ? undefined : readQuota(member, within(place, 'quota'), parts);
  return quota === undefined ? {} : { quota };
}
