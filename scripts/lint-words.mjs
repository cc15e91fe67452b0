/** Words with which no doc comment begins: a doc comment names the thing, or the verb of the function. */
const OPENINGS = /^[\s*]*(?:What|Which|Of|Those|Where|As|Each|Who|Whoever|Whose|Nobody|Everybody|Anybody|Anew)\b/;
/** Parts of names that the glossary replaces: merge, index, roll up, collapse; input and output messages; throttle. */
const NAMES =
  /^(?:told|said|seldom|fold|folded|unfold|unfolded)$|(?:^|[a-z])(?:Told|Said|Seldom|Folded|Unfolded)(?:$|[A-Z])/;

/** Rules of ESLint for words: openings of doc comments, and names of declarations (docs/glossary.md). */
export const words = {
  rules: {
    'doc-opening': {
      meta: {
        type: 'suggestion',
        schema: [],
        messages: { opening: 'Begin with the noun that the thing is, or the verb that the function does.' },
      },
      create: (context) => ({
        Program() {
          for (const comment of context.sourceCode.getAllComments()) {
            if (comment.type === 'Block' && OPENINGS.test(comment.value)) {
              context.report({ loc: comment.loc, messageId: 'opening' });
            }
          }
        },
      }),
    },
    'declared-name': {
      meta: {
        type: 'suggestion',
        schema: [],
        messages: { name: 'Use the word of docs/glossary.md in place of {{ name }}.' },
      },
      create: (context) => {
        const check = (node) => {
          if (node?.type === 'Identifier' && NAMES.test(node.name)) {
            context.report({ node, messageId: 'name', data: { name: node.name } });
          }
        };
        return {
          VariableDeclarator: ({ id }) => check(id),
          ':function': ({ id, params }) => [id, ...params].forEach(check),
          'ClassDeclaration, TSInterfaceDeclaration, TSTypeAliasDeclaration': ({ id }) => check(id),
          'PropertyDefinition, MethodDefinition, TSPropertySignature, TSMethodSignature': ({ key }) => check(key),
        };
      },
    },
  },
};
