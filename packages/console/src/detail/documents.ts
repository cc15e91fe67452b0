import { type Exact, type ExactObject, Digits, isArray, isObject } from '../json/exact-value';
import { printExact } from '../json/print';
import { firstText, firstValue, objectIn, shortened, textIn, unwrapped } from '../conversation/values';

/** Document that a retriever has found. */
export interface RetrievedDocument {
  readonly id: string | undefined;
  /** Title, file or URL. */
  readonly source: string | undefined;
  /** Relevance with the digits as sent. */
  readonly score: string | undefined;
  readonly text: string | undefined;
  /** Metadata, then other members that were sent. */
  readonly metadata: Members;
}

export interface Retrieved {
  readonly documents: readonly RetrievedDocument[];
  /** Members that were sent beside the list. */
  readonly rest: Members;
}

type Members = readonly (readonly [string, Exact])[];

/** Members with a list of documents: LangChain, Haystack, LlamaIndex, Bedrock, vector stores, DSPy. */
const LISTS = [
  ...['documents', 'docs', 'source_documents', 'source_nodes', 'nodes', 'retrievalResults'],
  ...['matches', 'results', 'hits', 'passages', 'chunks', 'contexts', 'data'],
];
const TEXTS = ['page_content', 'pageContent', 'content', 'text', 'document', 'body', 'snippet', 'chunk', 'passage'];
const SCORES = ['score', 'relevance_score', 'relevanceScore', 'similarity'];
const IDS = ['id', 'id_', 'doc_id', 'document_id', 'node_id', 'file_id'];
const SOURCES = ['title', 'source', 'file_name', 'filename', 'file_path', 'url', 'uri'];
const METADATA = ['metadata', 'meta', 'attributes'];
/** Members that name a class of the sender. */
const CLASSES = new Set(['type', 'class_name', 'object']);

/**
 * Reads the documents of a value.
 * @param isOfRetriever whether a retriever has the value; otherwise only shapes that nothing else has are documents
 * @returns undefined if any of them is unknown: the whole value is shown as it is then
 */
export function readDocuments(value: Exact, isOfRetriever: boolean): Retrieved | undefined {
  const given = unwrapped(value);
  const { list, rest } = listIn(given);
  if (list === undefined || (!isOfRetriever && (list.length === 0 || rest.length > 0))) return undefined;
  const documents: RetrievedDocument[] = [];
  for (const item of list) {
    // Texts alone may be questions.
    const document = isArray(given) && typeof item === 'string' ? undefined : documentOf(item, isOfRetriever);
    if (document === undefined) return undefined;
    documents.push(document);
  }
  return { documents, rest };
}

/** Returns the list itself, or the one list of an object. */
function listIn(value: Exact | undefined): { readonly list?: readonly Exact[]; readonly rest: Members } {
  if (isArray(value)) return { list: value, rest: [] };
  if (!isObject(value)) return { rest: [] };
  const name = LISTS.find((each) => isArray(value[each]));
  const list = name === undefined ? undefined : value[name];
  return isArray(list) ? { list, rest: sentMembers(value, new Set([name])) } : { rest: [] };
}

function documentOf(item: Exact, isOfRetriever: boolean): RetrievedDocument | undefined {
  if (typeof item === 'string') {
    const none = { id: undefined, source: undefined, score: undefined, metadata: [] };
    return isOfRetriever ? { ...none, text: item } : undefined;
  }
  if (!isObject(item)) return undefined;
  const { members, isDocument } = membersIn(item);
  const metadata = objectIn(unwrapped(firstValue(members, ...METADATA))) ?? {};
  const own = nameOf(members, TEXTS);
  // A vector store knows the text of a match by its metadata only.
  const inMetadata = own === undefined && isOfRetriever ? nameOf(metadata, TEXTS) : undefined;
  const text = own === undefined ? textOf(metadata[inMetadata ?? '']) : textOf(members[own]);
  const score = scalarIn(members, SCORES);
  const id = scalarIn(members, IDS);
  const isKnown = isOfRetriever ? text !== undefined || (id !== undefined && score !== undefined) : isDocument;
  if (!isKnown || (!isOfRetriever && text === undefined)) return undefined;
  const used = new Set([own, ...SCORES, ...IDS, ...METADATA, ...CLASSES]);
  return {
    ...{ id, score, text },
    source: shortened(firstText(metadata, ...SOURCES) ?? firstText(members, ...SOURCES)),
    metadata: [...sentMembers(metadata, new Set([inMetadata])), ...sentMembers(members, used)],
  };
}

/** Returns the members of a document without what is around it, and whether its shape is that of a document alone. */
function membersIn(item: ExactObject): { readonly members: ExactObject; readonly isDocument: boolean } {
  // LangChain: the arguments of the constructor.
  const built = item['lc'] === 1 ? objectIn(item['kwargs']) : undefined;
  if (built !== undefined) return { members: built, isDocument: 'page_content' in built };
  // OpenInference, and LlamaIndex.
  const { document, node, ...beside } = item;
  const inner = objectIn(document) ?? objectIn(node);
  if (inner === undefined) return { members: item, isDocument: 'page_content' in item || 'pageContent' in item };
  return { members: { ...beside, ...inner }, isDocument: isObject(document) || 'score' in item };
}

/** Returns the first name of a member with a text. */
const nameOf = (object: ExactObject, names: readonly string[]): string | undefined =>
  names.find((name) => textOf(object[name]) !== undefined);

/** Returns a text, that of an object with a text, or those of a list of such objects. */
function textOf(value: Exact | undefined): string | undefined {
  if (typeof value === 'string') return value;
  const parts = (isArray(value) ? value : [value]).map((part) => textIn(objectIn(part)?.['text']));
  return parts.length === 0 || parts.includes(undefined) ? undefined : parts.join('\n');
}

/** Returns the first text or number of these members, a number with its digits. */
function scalarIn(object: ExactObject, names: readonly string[]): string | undefined {
  const value = firstValue(object, ...names);
  if (typeof value === 'string') return value;
  return typeof value === 'number' || value instanceof Digits ? printExact(value) : undefined;
}

/** Returns the members with a value that are not among the used ones. */
const sentMembers = (object: ExactObject, used: ReadonlySet<string | undefined>): Members =>
  Object.entries(object).flatMap(([name, value]) =>
    used.has(name) || value === undefined || isEmpty(value) ? [] : [[name, value] as const],
  );

const isEmpty = (value: Exact): boolean =>
  value === null ||
  value === '' ||
  (isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0);
