import { type Exact, parseExact } from '../json/exact-value';
import { printExact } from '../json/print';
import { readDocuments } from './documents';

const exact = (value: unknown): Exact => parseExact(typeof value === 'string' ? value : JSON.stringify(value)) ?? null;

/** Documents as lines, `id|source|score|text|metadata`, then what was sent beside them. */
function lines(value: unknown, isOfRetriever = true): readonly string[] | undefined {
  const found = readDocuments(exact(value), isOfRetriever);
  if (found === undefined) return undefined;
  const print = (members: (typeof found)['rest']) =>
    printExact(Object.fromEntries(members), { indent: 0 }).replaceAll('": ', '":').replaceAll(', "', ',"');
  const documents = found.documents.map(({ id = '', source = '', score = '', text = '', metadata }) =>
    [id, source, score, text, print(metadata)].join('|'),
  );
  return found.rest.length === 0 ? documents : [...documents, print(found.rest)];
}

/** Shapes that nothing but documents has: they are found in outputs of tools and chains, too. */
const OWN_SHAPES: readonly (readonly [sender: string, value: unknown, documents: readonly string[]])[] = [
  [
    'OpenInference',
    [{ document: { id: 'd1', content: 'one', score: 0.5, metadata: '{"page":1,"source":"a.pdf"}' } }],
    ['d1|a.pdf|0.5|one|{"page":1,"source":"a.pdf"}'],
  ],
  [
    'LangChain',
    { documents: [{ id: null, metadata: { source: 'a.md' }, page_content: 'one', type: 'Document' }] },
    ['|a.md||one|{"source":"a.md"}'],
  ],
  [
    'constructors of LangChain',
    [
      {
        ...{ lc: 1, type: 'constructor', id: ['langchain', 'schema', 'document', 'Document'] },
        kwargs: { page_content: 'one', metadata: { row: 2 }, type: 'Document' },
      },
    ],
    ['|||one|{"row":2}'],
  ],
  ['LangChain.js', [{ pageContent: 'one', metadata: {}, id: 'x' }], ['x|||one|{}']],
  [
    'LlamaIndex',
    {
      source_nodes: [
        {
          node: {
            id_: 'n1',
            embedding: null,
            metadata: { file_name: 'b.txt' },
            relationships: {},
            text: 'two',
            class_name: 'TextNode',
          },
          ...{ score: 0.75, class_name: 'NodeWithScore' },
        },
      ],
    },
    ['n1|b.txt|0.75|two|{"file_name":"b.txt"}'],
  ],
];

test.each(OWN_SHAPES)('documents of %s', (_, value, documents) => {
  expect(lines(value)).toEqual(documents);
  expect(lines(value, false)).toEqual(documents);
});

test.each([
  ['semantic conventions', [{ id: 'doc_1', score: 0.9 }], ['doc_1||0.9||{}']],
  [
    'Haystack',
    { documents: [{ id: 'h', content: 'c', meta: { name: 'n' }, score: 1.5, blob: null }] },
    ['h||1.5|c|{"name":"n"}'],
  ],
  [
    'Bedrock',
    {
      retrievalResults: [{ content: { text: 'c', type: 'TEXT' }, location: { type: 'S3' }, score: 0.1 }],
      nextToken: 't',
    },
    ['||0.1|c|{"location":{"type":"S3"}}', '{"nextToken":"t"}'],
  ],
  [
    'Pinecone',
    { matches: [{ id: 'p', score: 0.2, values: [], metadata: { text: 'c', page: 3 } }], namespace: '' },
    ['p||0.2|c|{"page":3}'],
  ],
  [
    'a vector store of OpenAI',
    {
      object: 'page',
      data: [{ file_id: 'f', filename: 'a.txt', score: 0.3, attributes: {}, content: [{ type: 'text', text: 'c' }] }],
    },
    ['f|a.txt|0.3|c|{"filename":"a.txt"}', '{"object":"page"}'],
  ],
  ['Cohere', { results: [{ index: 0, relevance_score: 0.8, document: { text: 'c' } }] }, ['||0.8|c|{"index":0}']],
  ['DSPy', { passages: ['one', 'two'] }, ['|||one|{}', '|||two|{}']],
  ['nobody', [], []],
])('documents of %s are those of a retriever only', (_, value, documents) => {
  expect(lines(value)).toEqual(documents);
  if (!JSON.stringify(value).includes('"document"')) expect(lines(value, false)).toBeUndefined();
});

test('digits of scores and ids stay as sent', () => {
  expect(lines('[{"id":9007199254740993,"score":0.10,"text":"t"}]')).toEqual(['9007199254740993||0.10|t|{}']);
});

test('one unknown document leaves the whole value as it is', () => {
  expect(lines([{ page_content: 'one' }, { other: 1 }])).toBeUndefined();
  expect(lines([{ page_content: 'one' }, 7])).toBeUndefined();
  expect(lines([{ page_content: 'one' }, null])).toBeUndefined();
  expect(lines(['a question', 'another'])).toBeUndefined();
});

test('what has more than documents is no list of documents, except of a retriever', () => {
  const value = { source_documents: [{ page_content: 'one' }], result: 'it is one' };
  expect(lines(value, false)).toBeUndefined();
  expect(lines(value)).toEqual(['|||one|{}', '{"result":"it is one"}']);
});

test('names that objects have are names as any other', () => {
  expect(lines('[{"page_content":"one","metadata":{"__proto__":1,"constructor":"x"}}]')).toEqual([
    '|||one|{"__proto__":1,"constructor":"x"}',
  ]);
  expect(lines('{"__proto__":[{"page_content":"one"}]}')).toBeUndefined();
});
