import { useState } from 'react';
import { count } from '../format/numbers';

interface LongTextProps {
  readonly text: string;
  /** Characters that are shown at first. */
  readonly most: number;
  readonly className?: string | undefined;
}

/** Text of a user in its own direction, cut if it is long. */
export function LongText({ text, most, className }: LongTextProps) {
  const [isWhole, setIsWhole] = useState(false);
  const isCut = !isWhole && text.length > most;
  return (
    <>
      <p className={className} dir="auto">
        {isCut ? `${text.slice(0, most)}…` : text}
      </p>
      {isCut && (
        <button type="button" onClick={() => setIsWhole(true)}>
          Show all {count(text.length)} characters
        </button>
      )}
    </>
  );
}
