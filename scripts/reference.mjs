// Writes files that are derived from code. From packages/api: the document, the reference for readers, the table of scopes and the types
// of the console's API client; from packages/record: the columns of filters, the fields of observations and the topics for the chart. With --check it writes nothing
// and fails when the committed files differ. Needs the build of packages/api.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import prettier from 'prettier';
import { endpoints, openApiDocument } from '../packages/api/dist/index.js';
import {
  OBSERVATION_COLUMNS,
  PUBLIC_OBSERVATION_FIELDS,
  TOPICS,
  TRACE_COLUMNS,
  fieldsOf,
} from '../packages/record/dist/index.js';

const root = path.resolve(import.meta.dirname, '..');
const { info, components, tags, paths } = openApiDocument;

const operations = Object.entries(paths).flatMap(([route, item]) =>
  Object.entries(item).map(([method, operation]) => ({ title: `${method.toUpperCase()} ${route}`, ...operation })),
);

const nameIn = ({ $ref }) => $ref.slice($ref.lastIndexOf('/') + 1);
const responseOf = (response) => ('$ref' in response ? components.responses[nameIn(response)] : response);
/** Headers of every answer, which the introduction describes. */
const OF_EVERY_ANSWER = new Set(['RequestId', 'ContentTypeOptions', 'Private', 'Vary']);
/** Returns the names of the other headers of an answer. */
const namesOf = (headers) => Object.keys(headers).filter((name) => !OF_EVERY_ANSWER.has(nameIn(headers[name])));
/** Returns the anchor that git hosts give a heading. */
const anchorOf = (title) =>
  `#${title
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')}`;
const linkTo = (title) => `[${title}](${anchorOf(title)})`;
const code = (value) => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
const words = (values) => values.map(code).join(', ');
const number = (value) => value.toLocaleString('en');

function table(columns, rows) {
  const line = (cells) => `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}

const fence = (value) => `\`\`\`json\n${JSON.stringify(value)}\n\`\`\``;

/** Describes in words what a schema accepts. */
function accepts(schema) {
  if (schema.$ref) return linkTo(nameIn(schema));
  if (schema.anyOf) return schema.anyOf.map(accepts).join(' or ');
  if ('const' in schema) return schema.const === '' ? 'empty' : code(schema.const);
  if (schema.enum) return `one of ${words(schema.enum)}`;
  const [types, orNull] = typesOf(schema);
  const many = schema.maxItems === undefined ? 'array' : `array (at most ${number(schema.maxItems)})`;
  if (schema.items) return `${many} of ${accepts(schema.items)}${orNull}`;
  return `${types}${boundsOf(schema)}${orNull}`;
}

function typesOf({ type = 'any JSON value' }) {
  const types = [type].flat();
  if (types.length === 1) return [types[0], ''];
  return [types.filter((each) => each !== 'null').join(' or '), types.includes('null') ? ', or null' : ''];
}

const most = (limit, what) => (limit === undefined ? '' : `, at most ${number(limit)}${what}`);

function boundsOf({ minimum, maximum, minLength, maxLength, maxProperties, additionalProperties }) {
  const range = maximum === undefined ? `, from ${minimum}` : `, ${number(minimum)} to ${number(maximum)}`;
  return [
    typeof additionalProperties === 'object' ? ` of ${accepts(additionalProperties)}` : '',
    minimum === undefined ? '' : range,
    minLength && maxLength ? `, ${minLength} to ${number(maxLength)} characters` : most(maxLength, ' characters'),
    minLength && !maxLength ? ', not empty' : '',
    most(maxProperties, ' members'),
  ].join('');
}

/** Returns the members of an object, and those of nested objects under their path. */
function membersOf(schema, prefix = '') {
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const own = [code(prefix + name), schema.required?.includes(name) ? 'yes' : '', accepts(member)];
    const row = [...own, member.description ?? ''];
    const inner = member.items ?? member;
    return [row, ...membersOf(inner, `${prefix}${name}${member.items ? '[]' : ''}.`)];
  });
}

function parametersOf({ parameters = [] }) {
  if (parameters.length === 0) return [];
  const rows = parameters.map((parameter) => {
    const { default: fallback } = parameter.schema;
    const value = `${accepts(parameter.schema)}${fallback === undefined ? '' : `; default ${code(fallback)}`}`;
    return [code(parameter.name), parameter.in, parameter.required ? 'yes' : '', value, parameter.description];
  });
  return [table(['Parameter', 'In', 'Required', 'Accepts', 'Meaning'], rows)];
}

function bodyOf({ requestBody }) {
  if (requestBody === undefined) return [];
  const kinds = Object.entries(requestBody.content).map(([type, { schema }]) => `${code(type)}: ${kindOf(schema)}`);
  return [`Body: ${kinds.join('; ')}. ${requestBody.description}`, ...examplesOf(requestBody.content, 'A body')];
}

const kindOf = (schema) => (schema.$ref ? linkTo(nameIn(schema)) : schema.description);

function examplesOf(content, title) {
  return Object.values(content).flatMap(({ example, examples }) => [
    ...(example === undefined ? [] : [`${title}:`, fence(example)]),
    ...Object.values(examples ?? {}).flatMap(({ summary, value }) => [`${summary}:`, fence(value)]),
  ]);
}

function answersOf({ responses }) {
  const rows = Object.entries(responses).map(([status, response]) => {
    const { description, content = {}, headers } = responseOf(response);
    const bodies = [...new Set(Object.values(content).map(({ schema }) => kindOf(schema)))];
    const more = namesOf(headers);
    return [status, description, bodies.join(', ') || 'none', words(more)];
  });
  const [success] = Object.keys(responses).filter((status) => status.startsWith('2'));
  const { content = {} } = responseOf(responses[success]);
  return [table(['Status', 'Means', 'Body', 'Headers'], rows), ...examplesOf(content, 'An answer')];
}

const operationPages = tags.flatMap(({ name, description }) => [
  `## ${name}`,
  description,
  ...operations
    .filter((operation) => operation.tags.includes(name))
    .flatMap((operation) => [
      `### ${operation.title}`,
      `**${operation.summary}.** ${operation.description}${operation.security ? ' No credentials.' : ''}`,
      ...parametersOf(operation),
      ...bodyOf(operation),
      ...answersOf(operation),
    ]),
]);

const failures = Object.values(operations.reduce((all, { responses }) => ({ ...all, ...responses }), {}))
  .filter((response) => '$ref' in response)
  .map(nameIn);

const statusOf = (name) =>
  operations
    .flatMap(({ responses }) => Object.entries(responses))
    .find(([, { $ref }]) => $ref?.endsWith(`/${name}`))[0];

const failureRows = failures.map((name) => {
  const { description, content, headers } = components.responses[name];
  const { example } = content['application/json'];
  const more = namesOf(headers);
  return [statusOf(name), code(example.code), description, words(more), code(example.message)];
});

const headerRows = Object.entries(components.headers).map(([name, { description, schema }]) => {
  const sent = [...Object.values(components.responses), ...operations.flatMap((each) => Object.values(each.responses))];
  const [header] = sent
    .flatMap(({ headers = {} }) => Object.entries(headers))
    .find(([, each]) => nameIn(each) === name);
  return [code(header), accepts(schema), description];
});

const schemaPages = Object.entries(components.schemas).flatMap(([name, schema]) => {
  const members = membersOf(schema);
  const body = members.length > 0 ? table(['Member', 'Required', 'Value', 'Meaning'], members) : `${accepts(schema)}.`;
  return [
    `### ${name}`,
    schema.description,
    body,
    ...(schema.examples ? [`For example ${words(schema.examples)}.`] : []),
  ];
});

const page = [
  '# Reference of the HTTP interface',
  'Made by `npm run reference` from [packages/api](../../packages/api/README.md): change it there. A server answers the same as OpenAPI 3.1 at `GET /api/public/openapi.json`.',
  table(
    ['Endpoint', 'Does'],
    operations.map(({ title, summary }) => [linkTo(title), summary]),
  ),
  info.description,
  '## Credentials',
  table(
    ['Scheme', 'Takes'],
    Object.values(components.securitySchemes).map(({ scheme, description }) => [code(scheme), description]),
  ),
  ...operationPages,
  '## Failures',
  table(['Status', '`code`', 'Means', 'Headers', 'For example'], failureRows),
  '## Headers',
  table(['Header', 'Value', 'Meaning'], headerRows),
  '## Schemas',
  ...schemaPages,
].join('\n\n');

const CREDENTIALS = 'docs/operate/credentials.md';
const scopeRows = Object.values(endpoints)
  .filter(({ scope }) => scope !== 'none')
  .map(({ method, path: route, scope }) => [
    code(`${method.toUpperCase()} ${route}`),
    scope === 'any' ? 'any' : code(scope),
  ]);
/** The page for operators, with the table under its heading. */
const credentialsPage = readFileSync(path.join(root, CREDENTIALS), 'utf8').replace(
  /(?<=^## Scopes\n\n.+\n\n)(?:\|.*\n)+/m,
  `${table(['Endpoint', 'Scope'], scopeRows)}\n`,
);

const filterColumns = [
  '/* Made by npm run reference from packages/record. */',
  '/** Columns of filter expressions on traces, and the kinds of their values. */',
  `export interface FilterColumns ${JSON.stringify(TRACE_COLUMNS)}`,
  '/** Columns of filter expressions on observations. */',
  `export interface StepFilterColumns ${JSON.stringify(OBSERVATION_COLUMNS)}`,
].join('\n\n');

const namesOfFields = (...kinds) => JSON.stringify(fieldsOf(PUBLIC_OBSERVATION_FIELDS, ...kinds));
const observationFields = [
  '/* Made by npm run reference from packages/record: the fields of observations in answers, by the kind of their values. */',
  `export const TEXT_FIELDS = ${namesOfFields('text', 'longText')} as const;`,
  `export const TIME_FIELDS = ${namesOfFields('time')} as const;`,
  `export const INTEGER_FIELDS = ${namesOfFields('integer')} as const;`,
].join('\n\n');

/** The console imports no other package; the server and the console choose failed steps by this one file. */
const failedSteps = `/* Made by npm run reference from packages/record/src/failed-steps.ts. */\n\n${readFileSync(path.join(root, 'packages/record/src/failed-steps.ts'), 'utf8')}`;

const {
  default: openapiTS,
  astToString,
  COMMENT_HEADER,
} = await import(path.join(root, 'packages/console/node_modules/openapi-typescript/dist/index.mjs'));
/** Not formatted, like all generated code. */
const outputs = [
  ['packages/api/openapi.json', JSON.stringify(openApiDocument), 'json'],
  ['docs/reference/http.md', page, 'markdown'],
  ['packages/console/generated/api.d.ts', COMMENT_HEADER + astToString(await openapiTS(openApiDocument))],
  [CREDENTIALS, credentialsPage, 'markdown'],
  ['packages/console/generated/filter-columns.d.ts', filterColumns, 'typescript'],
  ['packages/console/generated/observation-fields.ts', observationFields, 'typescript'],
  ['packages/console/generated/failed-steps.ts', failedSteps, 'typescript'],
  ['deploy/chart/sluice/files/topics.json', JSON.stringify(TOPICS), 'json'],
];

for (const [name, text, parser] of outputs) {
  const file = path.join(root, name);
  const formatted =
    parser === undefined ? text : await prettier.format(text, { ...(await prettier.resolveConfig(file)), parser });
  if (!process.argv.includes('--check')) {
    writeFileSync(file, formatted);
  } else if (readFileSync(file, 'utf8') !== formatted) {
    console.error(`${name} differs from the code: run npm run reference`);
    process.exitCode = 1;
  }
}
