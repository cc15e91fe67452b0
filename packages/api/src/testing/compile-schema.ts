import type { OpenApiDocument, Schema } from '../document';
import { Ajv2020 } from 'ajv/dist/2020';

/** Returns the problem of a value; undefined if the value is valid. */
export type Complaint = (value: unknown) => string | undefined;

/**
 * Compiles schemas of the document, which may refer to its components. An unknown keyword or a reference that leads
 * nowhere is an error. `format` is an annotation and refuses nothing, as in JSON Schema: patterns do that.
 */
export function schemaCompiler({ components }: Pick<OpenApiDocument, 'components'>): (schema: Schema) => Complaint {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: false, allErrors: true });
  ajv.addKeyword('components');
  return (schema) => {
    const isValid = ajv.compile({ components, ...schema });
    return (value) => (isValid(value) ? undefined : ajv.errorsText(isValid.errors, { dataVar: 'value' }));
  };
}
