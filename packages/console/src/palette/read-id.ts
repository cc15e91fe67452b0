import { type Address, readAddress } from '../url/address';

/** Id or address in a typed or pasted text. */
export type Pasted =
  | { readonly is: 'address'; readonly address: Address }
  /** 32 hex digits, with or without dashes: a trace or an observation. */
  | { readonly is: 'id'; readonly id: string }
  /** 16 hex digits: a span, which is an observation. */
  | { readonly is: 'span'; readonly id: string };

const HEX = /^[0-9a-f]+$/;

/** Undefined for any other text. Recognizes links of the console and of Langfuse SDKs, and URLs of the API. */
export function readPasted(text: string): Pasted | undefined {
  const trimmed = text.trim();
  if (trimmed.length > 2000) return undefined;
  const address = trimmed.includes('/') ? addressOf(trimmed) : undefined;
  if (address !== undefined) return { is: 'address', address };
  const digits = trimmed.replaceAll('-', '').toLowerCase();
  if (!HEX.test(digits)) return undefined;
  if (digits.length === 32) return { is: 'id', id: trimmed };
  return digits.length === 16 ? { is: 'span', id: trimmed } : undefined;
}

function addressOf(text: string): Address | undefined {
  if (!URL.canParse(text, 'http://localhost')) return undefined;
  const { pathname, searchParams } = new URL(text, 'http://localhost');
  const parts = pathname.split('/');
  const kind = parts.findLastIndex((part) => part === 'traces' || part === 'sessions');
  const [page = '', id] = parts.slice(kind);
  if (kind < 0 || id === undefined || id === '') return undefined;
  const observation = searchParams.get('obs') ?? searchParams.get('observation');
  const query = new URLSearchParams(observation === null || page !== 'traces' ? {} : { obs: observation });
  const address = readAddress(`${page}/${id}`, query.toString());
  return address.page === 'unknown' ? undefined : address;
}
