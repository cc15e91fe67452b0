import type { AttributeValue } from '@sluice/decode';
import type { JsonText } from '@sluice/record';
import { valueText } from './json-text';

/*
 * Names of attributes that hold an HTTP header of which the value gives access: `ai.request.headers.x-api-key`. Two
 * expressions without repetition: a name is as long as its sender likes, and is looked at once.
 */
const IN_HEADERS = /(?:^|\.)headers?\./i;
const GIVES_ACCESS = /(?:authorization|api-key|api_key|cookie)$/i;

/** What stands in the place of a secret. */
export const REDACTED: JsonText = '"[redacted]"';

/** The JSON text of an attribute's value; what gives access to another system is not kept, only that it was sent. */
export function attributeText(name: string, value: AttributeValue): JsonText {
  return isSecret(name) ? REDACTED : valueText(value);
}

/** Instrumentations record the headers of requests, credentials and all. */
export function isSecret(name: string): boolean {
  // The search for a word comes first: this is asked of every attribute that no field took.
  return name.includes('header') && IN_HEADERS.test(name) && GIVES_ACCESS.test(name);
}
