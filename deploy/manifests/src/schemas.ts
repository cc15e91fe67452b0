import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import { type KubernetesObject, nameOf } from './objects';

interface Schemas {
  readonly kinds: Readonly<Record<string, string>>;
  readonly definitions: Readonly<Record<string, object>>;
}

const { kinds, definitions } = JSON.parse(
  readFileSync(join(__dirname, '../schemas/kubernetes.json'), 'utf8'),
) as Schemas;

const ajv = new Ajv({ allErrors: true, strict: false }).addSchema({ $id: 'kubernetes', definitions });

/** Returns what an API server would refuse: unknown fields, missing fields, and values of another type. */
export function schemaProblems(objects: readonly KubernetesObject[]): string[] {
  return objects.flatMap((object) => {
    const definition = kinds[`${object.apiVersion}/${object.kind}`];
    if (definition === undefined) return [`${nameOf(object)}: there is no schema of ${object.apiVersion}`];
    const validate = ajv.getSchema(`kubernetes#/definitions/${definition}`);
    if (validate === undefined) throw new Error(`no definition ${definition}`);
    void validate(object);
    return (validate.errors ?? []).map(({ instancePath, message = '', params }) => {
      const field = (params as { additionalProperty?: string }).additionalProperty;
      return `${nameOf(object)}: ${instancePath} ${message}${field === undefined ? '' : `: ${field}`}`;
    });
  });
}
