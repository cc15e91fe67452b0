import { integer } from '@sluice/runtime';
import { isScalar } from 'yaml';
import type { ProjectTerms } from '../api-key';
import { MAX_CREDENTIALS } from '../read-lines';
import { ACCEPTED_NAME, isName } from './names';
import { type NodeReader, within } from './node-reader';
import { type Problems, shown } from './problems';
import { readQuota } from './read-quota';

/** Reads the projects that a document lists, by their ids. */
export function readProjects(
  node: unknown,
  parts: { readonly reader: NodeReader; readonly problems: Problems },
): ReadonlyMap<string, ProjectTerms> {
  const { reader, problems } = parts;
  const projects = new Map<string, ProjectTerms>();
  for (const [id, terms] of reader.named(node, 'projects', { of: 'projects', most: MAX_CREDENTIALS })) {
    const place = within('projects', id);
    if (!isName(id)) problems.add('projects', `expected ids of ${ACCEPTED_NAME}, got ${shown(id)}`);
    else if (projects.has(id)) problems.add(place, 'it is given twice');
    else projects.set(id, isNothing(terms) ? {} : readTerms(terms, place, parts));
  }
  return projects;
}

/** Same rule as the setting RETENTION_DAYS. */
const RETENTION_DAYS = integer('', { min: 1, max: 36_500, required: true });

const isNothing = (node: unknown): boolean => node === null || (isScalar(node) && node.value === null);

function readTerms(
  node: unknown,
  place: string,
  parts: { readonly reader: NodeReader; readonly problems: Problems },
): ProjectTerms {
  const { reader, problems } = parts;
  const members = reader.members(node, place, ['quota', 'retentionDays']);
  const [quotaNode, daysNode] = [members?.get('quota'), members?.get('retentionDays')];
  const quota = quotaNode === undefined ? undefined : readQuota(quotaNode, within(place, 'quota'), parts);
  const at = within(place, 'retentionDays');
  const text = daysNode === undefined ? undefined : reader.text(daysNode, at);
  const days = text === undefined ? undefined : RETENTION_DAYS.read(text);
  if (days?.ok === false) problems.add(at, days.problems.join('; '));
  return { ...(quota !== undefined && { quota }), ...(days?.ok === true && { retentionDays: days.value }) };
}
