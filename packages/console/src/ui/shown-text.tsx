import { piecesOf } from './bidi';
import styles from './shown-text.module.css';

/** Sent text with its direction controls made visible. */
export function ShownText({ text }: { readonly text: string }) {
  const pieces = piecesOf(text);
  if (pieces.length === 1 && pieces[0] !== undefined && 'text' in pieces[0]) return <>{pieces[0].text}</>;
  return (
    <>
      {pieces.map((piece, n) =>
        'text' in piece ? (
          piece.text
        ) : (
          <span key={n} className={`${styles.control} warning`} title="Changes the direction of text, invisibly">
            {piece.control}
          </span>
        ),
      )}
    </>
  );
}
