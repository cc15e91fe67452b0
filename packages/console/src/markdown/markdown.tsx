import type { MarkedToken, Token, Tokens } from 'marked';
import { type ReactNode, useLayoutEffect, useMemo, useState } from 'react';
import { ShownText } from '../ui/shown-text';
import { FormattingRoom } from './formatting-room';
import { safeLink, tokensOf } from './lex';
import styles from './markdown.module.css';

/** Depth below which Markdown is shown as text. */
const DEEPEST = 20;

/** Characters formatted on the page together; a single text may have a third. */
const room = new FormattingRoom(300_000);

/** Returns whether there is room to format a text, before it is painted. Otherwise the text is shown as sent until it is mounted again. */
function useRoom(characters: number): boolean {
  const [has, setHas] = useState(false);
  useLayoutEffect(() => {
    const give = room.take(characters);
    setHas(give !== undefined);
    return give;
  }, [characters]);
  return has;
}

/** Text as Markdown. Tokens become elements and never markup: HTML is shown as text, and nothing is loaded. */
export function Markdown({ text }: { readonly text: string }) {
  const hasRoom = useRoom(text.length);
  const tokens = useMemo(() => (hasRoom ? tokensOf(text) : undefined), [hasRoom, text]);
  return (
    <div className={styles.markdown} dir="auto">
      {tokens === undefined ? (
        <p className={styles.plain}>
          <ShownText text={text} />
        </p>
      ) : (
        all(tokens, 0)
      )}
    </div>
  );
}

function all(tokens: readonly Token[] | undefined, depth: number): ReactNode {
  return tokens?.map((token, n) => <Each key={n} token={token as MarkedToken} depth={depth} />);
}

interface EachProps {
  readonly token: MarkedToken;
  readonly depth: number;
}

function Each({ token, depth }: EachProps): ReactNode {
  if (depth > DEEPEST) return <ShownText text={token.raw} />;
  const below = depth + 1;
  switch (token.type) {
    case 'space':
    case 'def':
      return null;
    case 'br':
      return <br />;
    case 'hr':
      return <hr />;
    case 'code':
      return (
        <pre className={styles.code} tabIndex={0}>
          <ShownText text={token.text} />
        </pre>
      );
    case 'heading':
      // The page has its own headings; headings of a text are emphasized paragraphs.
      return (
        <p className={styles.heading} data-depth={token.depth}>
          {all(token.tokens, below)}
        </p>
      );
    case 'paragraph':
      return <p>{all(token.tokens, below)}</p>;
    case 'blockquote':
      return <blockquote>{all(token.tokens, below)}</blockquote>;
    case 'list':
      return <List token={token} depth={below} />;
    case 'table':
      return <Table token={token} depth={below} />;
    case 'strong':
      return <strong>{all(token.tokens, below)}</strong>;
    case 'em':
      return <em>{all(token.tokens, below)}</em>;
    case 'del':
      return <del>{all(token.tokens, below)}</del>;
    case 'codespan':
      return (
        <code className={styles.span}>
          <ShownText text={token.text} />
        </code>
      );
    case 'link':
      return <MarkdownLink token={token} depth={below} />;
    case 'image':
      return <span className="secondary">[image: {hostOf(token.href)}]</span>;
    case 'escape':
      return <ShownText text={token.text} />;
    case 'text':
      return token.tokens === undefined ? <ShownText text={token.text} /> : all(token.tokens, below);
    default:
      return <ShownText text={token.raw} />;
  }
}

/** A picture in a text is not loaded: the request would reveal to its server that the text is read. */
const hostOf = (href: string): string =>
  safeLink(href)?.host ?? (href.startsWith('data:') ? 'in the text' : href.slice(0, 200));

function MarkdownLink({ token, depth }: { readonly token: Tokens.Link; readonly depth: number }) {
  const url = safeLink(token.href);
  if (url === undefined) return <ShownText text={token.raw} />;
  return (
    <a
      href={url.href}
      title={`Opens ${url.host === '' ? url.href : url.host}`}
      target="_blank"
      rel="noopener noreferrer nofollow"
    >
      {all(token.tokens, depth)}
    </a>
  );
}

function List({ token, depth }: { readonly token: Tokens.List; readonly depth: number }) {
  const items = token.items.map((item, n) => (
    <li key={n}>
      {item.task && <span>{item.checked === true ? '☑ ' : '☐ '}</span>}
      {all(
        item.tokens.filter(({ type }) => type !== 'checkbox'),
        depth,
      )}
    </li>
  ));
  return token.ordered ? <ol start={token.start === '' ? 1 : token.start}>{items}</ol> : <ul>{items}</ul>;
}

function Table({ token, depth }: { readonly token: Tokens.Table; readonly depth: number }) {
  return (
    <div className={styles.wide} tabIndex={0} role="group" aria-label="Table">
      <table>
        <thead>
          <tr>
            {token.header.map((cell, n) => (
              <th key={n} data-align={cell.align}>
                {all(cell.tokens, depth)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {token.rows.map((row, n) => (
            <tr key={n}>
              {row.map((cell, m) => (
                <td key={m} data-align={cell.align}>
                  {all(cell.tokens, depth)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
