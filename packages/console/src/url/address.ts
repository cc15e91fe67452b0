import { type QueryPart, decodePart, writeQuery } from './query';

/** Address of each page by the name of the page. The module of an address adds its member. */
export interface Addresses {
  readonly unknown: { readonly page: 'unknown'; readonly path: string };
}

/** Address of a page of the console. It contains the whole state of the page, so that a link shows the same to another user. */
export type Address = Addresses[keyof Addresses];
export type PageName = Exclude<keyof Addresses, 'unknown'>;

/** Form of the addresses of a page. */
export interface AddressForm<Read> {
  /** Path below the console, without a leading slash. `:id` at its end is one segment with any text. */
  readonly path: string;
  /** @param id text of `:id`; empty for a path without it */
  readonly read: (parameters: URLSearchParams, id: string) => Read;
  /** Writes the parameters: the reverse of `read`. */
  readonly write: (address: Read) => readonly QueryPart[];
}

/** Forms of all pages; the first page is also that of the empty path. */
export type AddressForms = { readonly [Name in PageName]: AddressForm<Addresses[Name]> };

const ID = ':id';

let forms: AddressForms;

/** Defines the pages, before the first address is read or written. */
export function defineAddresses(all: AddressForms): void {
  forms = all;
}

/** @param path of the URL below the console, without a leading slash */
export function readAddress(path: string, search: string): Address {
  const all = Object.values(forms);
  const known = path === '' ? all[0]?.path : path;
  for (const form of all) {
    const id = idIn(form.path, known ?? '');
    if (id !== undefined) return form.read(new URLSearchParams(search), id);
  }
  return { page: 'unknown', path };
}

/** Writes an address as path and query: the reverse of `readAddress`. */
export function writeAddress(address: Address): string {
  if (address.page === 'unknown') return address.path;
  const id = 'id' in address ? encodeURIComponent(address.id) : '';
  const path = forms[address.page].path.replace(ID, id);
  const query = writeQuery(parametersOf(address.page, address));
  return query === '' ? path : `${path}?${query}`;
}

/** Returns the parameters of an address, with those that have their default value. */
export function parametersOf<Name extends PageName>(page: Name, address: Addresses[Name]): readonly QueryPart[] {
  return forms[page].write(address);
}

/** Returns the text of `:id` in a path, which is empty where the form has none; undefined for a path of another form. */
function idIn(form: string, path: string): string | undefined {
  if (!form.endsWith(ID)) return path === form ? '' : undefined;
  const folder = form.slice(0, -ID.length);
  const segment = path.startsWith(folder) ? path.slice(folder.length) : '';
  return segment === '' || segment.includes('/') ? undefined : decodePart(segment);
}
