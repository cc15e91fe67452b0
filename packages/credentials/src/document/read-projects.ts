import { isScalar } from 'yaml';
import { MOST_CREDENTIALS } from '../read-lines';
import { ACCEPTED_NAME, isName } from './names';
import { type NodeReader, within } from './node-reader';
import { type Problems, shown } from './problems';

/** The projects that a document lists, by their ids. */
export function readProjects(node: unknown, reader: NodeReader, problems: Problems): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [id, terms] of reader.named(node, 'projects', { of: 'projects', most: MOST_CREDENTIALS })) {
    const place = within('projects', id);
    if (!isName(id)) problems.add('projects', `expected ids of ${ACCEPTED_NAME}, got ${shown(id)}`);
    else if (found.has(id)) problems.add(place, 'it is given twice');
    else found.add(id);
    if (terms !== null && !(isScalar(terms) && terms.value === null)) reader.members(terms, place, []);
  }
  return found;
}
