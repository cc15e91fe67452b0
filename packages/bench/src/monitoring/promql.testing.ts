import { parser } from '@prometheus-io/lezer-promql';

type SyntaxNode = ReturnType<typeof parser.parse>['topNode'];

/** Series selector of an expression. */
export interface Selector {
  readonly metric: string;
  /** Names of the matched labels, each with the value for `=` and `!=`. */
  readonly matchers: readonly { readonly label: string; readonly value: string | undefined }[];
}

/** Series that an expression reads, and labels by which it groups and joins them. */
export interface Expression {
  readonly selectors: readonly Selector[];
  readonly groupings: readonly string[];
}

/** Parses PromQL. @throws Error with the location of a mistake */
export function readPromql(text: string): Expression {
  const selectors: Selector[] = [];
  const groupings: string[] = [];
  parser.parse(text).iterate({
    enter: ({ node, type, from }) => {
      if (type.isError) throw new Error(`no PromQL, at ${from}: ${text}`);
      if (type.name === 'VectorSelector') selectors.push(selectorOf(node, text));
      if (type.name === 'GroupingLabels') groupings.push(...node.getChildren('LabelName').map(textIn(text)));
    },
  });
  return { selectors, groupings };
}

const textIn =
  (text: string) =>
  ({ from, to }: SyntaxNode): string =>
    text.slice(from, to);

function selectorOf(node: SyntaxNode, text: string): Selector {
  const name = node.getChild('Identifier');
  if (name === null) throw new Error(`a selector without a metric: ${text}`);
  const matchers = node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? [];
  return {
    metric: textIn(text)(name),
    matchers: matchers.map((matcher) => {
      const [label = '', operator = '', value = ''] = ['LabelName', 'MatchOp', 'StringLiteral'].map((child) =>
        matcher.getChildren(child).map(textIn(text)).join(),
      );
      return { label, value: operator === '=' || operator === '!=' ? value.slice(1, -1) : undefined };
    }),
  };
}
