import type { MarkedToken, Token, Tokens } from 'marked';
import { type ReactNode, useLayoutEffect, useMemo, useState } from 'react';
import { ShownText } from '../ui/shown-text';
import { FormattingRoom } from './formatting-room';
import { safeLink, tokensOf } from './lex';
import styles from './markdown.module.css';

/** Deeper is shown as it was written. */
const DEEPEST = 20;

/** All texts of the page together; one of them alone may have a third of it. */
const room = new FormattingRoom(300_000);

/** Whether a text has room to be formatted, before it is seen. Other texts are shown as they were sent until they come anew. */
function useRoom(characters: number): boolean {
  const [has, setHas] = useState(false);
  useLayoutEffect(() => {
    const give = room.take(characters);
    setHas(give !== undefined);
    return give;
  }, [characters]);
  return has;
}

/** A text as Markdown. Its tokens become elements and never markup: HTML in it is shown as text, and nothing is loaded. */
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
      // The page has headings of its own: these are text that stands out.
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
      return <span className={styles.image}>[image: {hostOf(token.href)}]</span>;
    case 'escape':
      return <ShownText text={token.text} />;
    case 'text':
      return token.tokens === undefined ? <ShownText text={token.text} /> : all(token.tokens, below);
    default:
      return <ShownText text={token.raw} />;
  }
}

/** A picture in a text is not loaded: it would tell somebody who reads it, and when. */
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
